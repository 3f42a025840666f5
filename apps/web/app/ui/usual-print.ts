import { createContext } from 'react';

/** Theme most readers have: of the first cover its file is fetched eagerly, the other when shown. */
export const UsualPrint = createContext<'day' | 'night'>('day');
