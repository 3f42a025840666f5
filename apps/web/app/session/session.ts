import type { Me, SignedIn } from '@mojian/contract/core/sessions';
import { useSyncExternalStore } from 'react';
import { readToken } from './token.ts';

/** Lifetime of the token's cookie in seconds. */
const lifetime = 7 * 24 * 3600;
const key = 'user';
/** Start of the token that the stored member belongs to: another tab may have changed the session. */
const ownerKey = 'userOf';
const changed = 'mojian:user';

let lastSent: string | undefined;

/** The token for a call. Notices session changes of other tabs. */
export function tokenToSend() {
  const token = readToken();
  if (token !== lastSent) {
    lastSent = token;
    tellOfChange();
  }
  return token;
}

/** Starts a session after a login. */
export function keepSession({ token, restored: _, ...user }: SignedIn) {
  writeCookie('token', token, lifetime);
  keepUser(user);
}

/** Stores the member for the tab and notifies subscribers. */
export function keepUser(user: Me) {
  sessionStorage.setItem(key, JSON.stringify(user));
  sessionStorage.setItem(ownerKey, owner() ?? '');
  tellOfChange();
}

/** Forgets token and member, in this browser only. */
export function endSession() {
  writeCookie('token', '', 0);
  sessionStorage.removeItem(key);
  delete document.documentElement.dataset.session;
  tellOfChange();
}

/** Notifies subscribers of a session change. */
export function tellOfChange() {
  dispatchEvent(new Event(changed));
}

/** The logged-in member; null for visitors, on the server, and until loaded. */
export function useUser() {
  return useSyncExternalStore(watchUser, readUser, () => null);
}

let last: { raw: string | null; user: Me | null } = { raw: null, user: null };

/** Returns the same object until something changes, as `useSyncExternalStore` requires. */
export function readUser() {
  const mine = owner();
  // without a token storage is not touched: where it is blocked, access throws
  const raw = mine && sessionStorage.getItem(ownerKey) === mine ? sessionStorage.getItem(key) : null;
  if (raw !== last.raw) last = { raw, user: raw === null ? null : ifComplete(JSON.parse(raw)) };
  return last.user;
}

/** Null for a member that an older version stored without fields of today; the member is loaded again. */
function ifComplete(stored: Me) {
  return stored.writing && stored.office !== undefined ? stored : null;
}

/** Subscribes to the member. Returns the unsubscribe function. */
export function watchUser(onChange: () => void) {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
}

const owner = () => readToken()?.slice(0, 8);

/** Writes a cookie of the whole site; `maxAge` in seconds, 0 deletes it. */
export function writeCookie(name: string, value: string, maxAge: number) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists over HTTPS only, and a site may run without
  document.cookie = `${name}=${value}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}
