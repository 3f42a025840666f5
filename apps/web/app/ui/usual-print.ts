import { createContext } from 'react';

/** The print of a drawn cover that most readers see: of the first picture it is fetched at once, the other when shown. */
export const UsualPrint = createContext<'day' | 'night'>('day');
