import { me } from '@mojian/client/live-stream';
import type { UnreadNotices } from '@mojian/contract/core/notices';
import { useSyncExternalStore } from 'react';
import { loadApi } from '../api/http-api.ts';
import { readUser, watchUser } from '../session/session.ts';
import { listenLive } from './live.ts';

/** Unread counts by kind; `private` counts chat messages. */
export type Unread = UnreadNotices & { private: number };

const nothingUnread: Unread = { system: 0, comment: 0, follow: 0, like: 0, collect: 0, private: 0 };

/** Wait after an event before counting, and at least between two counts. */
const debounceMs = 300;
const minIntervalMs = 2000;
/** Events that change no count. */
const typesWithoutCount = ['typing', 'read', 'presence'];
const watchers = new Set<() => void>();
let unread = nothingUnread;
let userId: number | undefined;
let asking: ReturnType<typeof setTimeout> | undefined;
let countedAt = 0;

/** Unread counts, updated while `keepCounting` runs; zeros for visitors and until loaded. */
export function useUnread() {
  return useSyncExternalStore(
    watch,
    () => unread,
    () => nothingUnread,
  );
}

/** Counts for the logged-in member, now and after each event. Returns the unsubscribe function. */
export function keepCounting() {
  const stopListening = listenLive([me], ({ type }) => typesWithoutCount.includes(type) || countSoon());
  const stopWatching = watchUser(recountForOthers);
  recountForOthers();
  return () => {
    clearTimeout(asking);
    asking = undefined;
    stopListening();
    stopWatching();
  };
}

/** Another member, or a visitor: drop the counts. */
function recountForOthers() {
  const now = readUser()?.id;
  if (now === userId) return;
  userId = now;
  set(nothingUnread);
  if (now !== undefined) void count();
}

function countSoon() {
  asking ??= setTimeout(count, Math.max(debounceMs, countedAt + minIntervalMs - Date.now()));
}

async function count() {
  clearTimeout(asking);
  asking = undefined;
  countedAt = Date.now();
  const whose = userId;
  if (whose === undefined) return;
  // failed counts do not concern the reader; the client has logged them
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
