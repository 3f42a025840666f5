export type Role = 'owner' | 'admin' | 'editor' | 'moderator' | 'member' | 'demo';

/** The signed-in member behind a request. Everything someone may see is found through their viewer. */
export type Viewer = {
  id: number;
  role: Role;
  sessionId: number;
  /** When the session began, in milliseconds. */
  signedInAt: number;
};

/**
 * Where a request comes from. `agent` is the browser's own name for itself; `token` whatever came in Authorization.
 * `setCookie` leaves something with a browser, which must not be who they are: no call ever reads a cookie.
 */
export type Caller = {
  viewer: Viewer | null;
  address: string;
  agent: string;
  token?: string;
  setCookie?: (cookie: string) => void;
};

/** Whether somebody works for the site, whatever they do there. */
export function isStaff(viewer: { role: Role } | null) {
  return viewer !== null && viewer.role !== 'member' && viewer.role !== 'demo';
}

/** The view every page is rendered for: nobody signed in. */
export const visitor: Caller = { viewer: null, address: '', agent: '' };
