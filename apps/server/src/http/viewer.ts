/** The signed-in member behind a request. Everything someone may see is found through their viewer. */
export type Viewer = { id: number; role: 'owner' | 'admin' | 'editor' | 'moderator' | 'member' | 'demo' };

/** Where a request comes from. `agent` is the browser's own name for itself. */
export type Caller = { viewer: Viewer | null; address: string; agent: string };

/** The view every page is rendered for: nobody signed in. */
export const visitor: Caller = { viewer: null, address: '', agent: '' };
