import type { UnreadNotices } from '@mojian/contract/notices';
import { useSyncExternalStore } from 'react';
import { loadApi } from './http-api.ts';
import { listenLive, me } from './live.ts';
import { readUser, watchUser } from './session.ts';

/** How much the member has not read, by kind; `private` are messages. */
export type Unread = UnreadNotices & { private: number };

const nothingUnread: Unread = { system: 0, comment: 0, follow: 0, like: 0, collect: 0, private: 0 };

/** Many things happening at once are asked for once. */
const pause = 300;
const watchers = new Set<() => void>();
let unread = nothingUnread;
let userId: number | undefined;
let asking: ReturnType<typeof setTimeout> | undefined;

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
  const stopListening = listenLive([me], ({ type }) => type !== 'message' && countSoon());
  const stopWatching = watchUser(recountForOthers);
  recountForOthers();
  return () => {
    clearTimeout(asking);
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
  clearTimeout(asking);
  asking = setTimeout(count, pause);
}

async function count() {
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
