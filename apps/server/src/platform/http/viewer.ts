import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyRequest } from 'fastify';

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
 * Origin of a request. `agent`: User-Agent; `token`: the Authorization header. `setCookie` leaves a cookie, which must
 * never identify anybody: no call reads cookies.
 */
export type Caller = {
  viewer: Viewer | null;
  address: string;
  agent: string;
  token?: string;
  setCookie?: (cookie: string) => void;
};

/** The member a call is about: the one it names, or else who makes it. @throws Failure naming `field` for a visitor. */
export function memberOf(id: number | undefined, viewer: Viewer | null, field: string) {
  if (id !== undefined) return id;
  if (!viewer) throw new Failure('invalid-input', '请给出用户编号，或先登录', field);
  return viewer.id;
}

/** Whether somebody works for the site, whatever they do there. */
export function isStaff(viewer: { role: Role } | null) {
  return viewer !== null && viewer.role !== 'member' && viewer.role !== 'demo';
}

/** The view every page is rendered for: nobody signed in. */
export const visitor: Caller = { viewer: null, address: '', agent: '' };

/** The token of a request, spelled with `Bearer` or without. Nothing else tells who is calling. */
export function tokenOf({ headers }: FastifyRequest) {
  return headers.authorization?.replace(/^Bearer /i, '') || undefined;
}
