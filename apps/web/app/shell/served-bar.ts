import { type ComponentType, createContext } from 'react';

/** The bar at the foot of phones, which the server writes; the browser has it with the parts loaded later. */
export const ServedBar = createContext<ComponentType | undefined>(undefined);
