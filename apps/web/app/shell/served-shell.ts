import { type ComponentType, createContext } from 'react';

/** Parts of the shell that the server alone renders: in the browser they stay as served until later scripts replace them. */
type RenderedOnServer = { ThumbBar: ComponentType; runningTime: (ms: number) => string };

/** Set by the server's entry, so that the first scripts do not carry them. */
export const ServedShell = createContext<RenderedOnServer | undefined>(undefined);
