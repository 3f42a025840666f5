import { createContext } from 'react';

/** Time of rendering: hydration must produce the server's text. */
export const RenderedAt = createContext(0);
