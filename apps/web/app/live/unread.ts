import { me } from '@mojian/client/live-stream';
import type { UnreadNotices } from '@mojian/contract/core/notices';
import { useSyncExternalStore } from 'react';
import { loadApi } from '../api/http-api.ts';
import { readUser, watchUser } from '../session/session.ts';
import { listenLive } from './live.ts';

/** How much the member has not read, by kind; `private` is what was said to them in chat. */
export type Unread = UnreadNotices & { private: number };

const nothingUnread: Unread = { system: 0, comment: 0, follow: 0, like: 0, collect: 0, private: 0 };

/** Many things happening at once are asked for once; and while they go on happening, this often. */
const pause = 300;
const breath = 2000;
/** What tells others and changes no number. */
const passing = ['typing', 'read', 'presence'];
const watchers = new Set<() => void>();
let unread = nothingUnread;
let userId: number | undefined;
let asking: ReturnType<typeof setTimeout> | undefined;
let countedAt = 0;

/** What is unread, kept fresh as long as `keepCounting` runs. All noughts for visitors and until it is known. */
export function useUnread() {
  return useSyncExternalStore(
    watch,
    () => unread,
    () => nothingUnread,
  );
}

/** Counts for whoever is logged in, now and whenever something happens to them. Returns the way to stop. */
export function keepCounting() {
  const stopListening = listenLive([me], ({ type }) => passing.includes(type) || countSoon());
  const stopWatching = watchUser(recountForOthers);
  recountForOthers();
  return () => {
    clearTimeout(asking);
    asking = undefined;
    stopListening();
    stopWatching();
  };
}

/** Another member, or nobody any more: what was counted is not theirs. */
function recountForOthers() {
  const now = readUser()?.id;
  if (now === userId) return;
  userId = now;
  set(nothingUnread);
  if (now !== undefined) void count();
}

function countSoon() {
  asking ??= setTimeout(count, Math.max(pause, countedAt + breath - Date.now()));
}

async function count() {
  clearTimeout(asking);
  asking = undefined;
  countedAt = Date.now();
  const whose = userId;
  if (whose === undefined) return;
  // numbers that did not come are no matter to the reader; the client has logged it
  const answer = await loadApi.notices.counters().catch(() => undefined);
  if (answer && whose === userId) set({ ...answer.extra, private: answer.data.private });
}

function set(counts: Unread) {
  unread = counts;
  for (const tell of watchers) tell();
}

function watch(onChange: () => void) {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}
