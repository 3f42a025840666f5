import { createContext } from 'react';

/** When the page was rendered: the first render in the browser must say the same as the server's. */
export const RenderedAt = createContext(0);
