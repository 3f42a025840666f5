import type { Me, SignedIn } from '@mojian/contract/core/sessions';
import { useSyncExternalStore } from 'react';

/** Seconds the token's cookie lives: 7 days. */
const lifetime = 7 * 24 * 3600;
const key = 'user';
/** The beginning of the token the kept member belongs to: another tab may have logged out, or in as someone else. */
const ownerKey = 'userOf';
const changed = 'mojian:user';

/** The session's token. The cookie is written and read by the browser only: the server never looks at it. */
export function readToken() {
  return /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
}

let lastSent: string | undefined;

/** The same for a call. A tab notices here what happened to the session in another one. */
export function tokenToSend() {
  const token = readToken();
  if (token !== lastSent) {
    lastSent = token;
    tellOfChange();
  }
  return token;
}

/** Begins a session with what a way to log in answered. */
export function keepSession({ token, ...user }: SignedIn) {
  writeCookie(token, lifetime);
  keepUser(user);
}

/** Remembers the member for as long as the tab lives, and tells all who show them. */
export function keepUser(user: Me) {
  sessionStorage.setItem(key, JSON.stringify(user));
  sessionStorage.setItem(ownerKey, owner() ?? '');
  tellOfChange();
}

/** Forgets token and member, in this browser only. */
export function endSession() {
  writeCookie('', 0);
  sessionStorage.removeItem(key);
  delete document.documentElement.dataset.session;
  tellOfChange();
}

/** Lets everything that shows the member look again. */
export function tellOfChange() {
  dispatchEvent(new Event(changed));
}

/** The member who reads, or null: for visitors, on the server, and until the browser has asked who the token is. */
export function useUser() {
  return useSyncExternalStore(watchUser, readUser, () => null);
}

let last: { raw: string | null; user: Me | null } = { raw: null, user: null };

/** The same object as long as nothing changed, so that who shows it does not render again. */
export function readUser() {
  const mine = owner();
  // without a token the storage is not touched: browsers that keep nothing refuse even to look
  const raw = mine && sessionStorage.getItem(ownerKey) === mine ? sessionStorage.getItem(key) : null;
  if (raw !== last.raw) last = { raw, user: raw === null ? null : whole(JSON.parse(raw)) };
  return last.user;
}

/** What a tab kept before the site was upgraded may lack what is shown now: it is asked for again anyway. */
function whole(stored: Me) {
  return stored.writing && stored.office !== undefined ? stored : null;
}

/** Calls back whenever the member changes. Returns the way to stop. */
export function watchUser(onChange: () => void) {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
}

const owner = () => readToken()?.slice(0, 8);

function writeCookie(token: string, maxAge: number) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `token=${token}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}
