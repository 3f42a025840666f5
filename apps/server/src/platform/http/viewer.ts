import { Failure } from '@mojian/contract/platform/failures';
import type { KeyScope } from '@mojian/contract/platform/key-scopes';
import type { FastifyRequest } from 'fastify';

export type Role = 'owner' | 'admin' | 'editor' | 'moderator' | 'member' | 'demo';

/** Member behind a request; every query for visible rows takes it. */
export type Viewer = {
  id: number;
  role: Role;
  sessionId: number;
  /** When the session began, in milliseconds. */
  signedInAt: number;
  /** Key of the program that acts for the member: only calls with one of its scopes are open to it. */
  key?: { id: number; name: string; scopes: KeyScope[] };
};

/**
 * Origin of a request. `agent`: User-Agent; `token`: the Authorization header. `setCookie` sets a cookie, which must
 * never authenticate: no call reads cookies.
 */
export type Caller = {
  viewer: Viewer | null;
  address: string;
  agent: string;
  token?: string;
  setCookie?: (cookie: string) => void;
};

/** Member a call is about: the one it names, or its caller. @throws Failure naming `field` for a visitor */
export function memberOf(id: number | undefined, viewer: Viewer | null, field: string) {
  if (id !== undefined) return id;
  if (!viewer) throw new Failure('invalid-input', '请给出用户编号，或先登录', field);
  return viewer.id;
}

/** True for every role above member. */
export function isStaff(viewer: { role: Role } | null) {
  return viewer !== null && viewer.role !== 'member' && viewer.role !== 'demo';
}

/** Stands for what the demo account, which is everybody's, does not see. */
export const concealed = '••••';

/** Whether the viewer is the demo account: writers expect staff, not everybody, to read what is not public. */
export function isDemo(viewer: { role: Role } | null) {
  return viewer?.role === 'demo';
}

/** Caller of rendered pages: nobody signed in. */
export const visitor: Caller = { viewer: null, address: '', agent: '' };

/** Token of a request, with or without `Bearer`. */
export function tokenOf({ headers }: FastifyRequest) {
  return headers.authorization?.replace(/^Bearer /i, '') || undefined;
}
