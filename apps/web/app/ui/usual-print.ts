import { createContext } from 'react';

/** Theme most readers use: its file of the first cover is fetched eagerly, the other theme's when shown. */
export const UsualPrint = createContext<'day' | 'night'>('day');
