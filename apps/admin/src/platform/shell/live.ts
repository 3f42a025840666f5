import { type LiveEvent, streamEvents } from '@mojian/client/live-stream';
import { useEffect } from 'react';
import { readToken } from '../http-api.ts';
import { type Noun, queryClient, refetchFollowers } from '../query.ts';
import { loadOffice, useOffice } from './office.tsx';

/** Changes within this time are refetched together. */
const gatherMs = 200;
const minIntervalMs = 2000;
const pollMs = 30_000;
/** While the stream is open, polling only catches changes that no event reports. */
const connectedPollMs = 300_000;

/**
 * Keeps the counters up to date after each change made here, and with them the queries that follow a noun: its own when
 * the stream reports a change by somebody else, all when the window is shown again, and by polling without a stream.
 */
export function useLiveUpdates() {
  useEffect(() => watchOwnChanges(() => void loadOffice()), []);
  const nouns = [...new Set(useOffice().permissions.map((permission) => permission.split('.', 1)[0]))].join();
  useEffect(() => watchOthers(nouns.split(',')), [nouns]);
}

/** Calls back after each mutation that the server accepted. */
function watchOwnChanges(onChange: () => void) {
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const envelope = event.action.data as { code: number };
    if (envelope.code === 200) onChange();
  });
}

function watchOthers(nouns: string[]) {
  const refetch = new RefetchScheduler();
  const stream = changeStream(nouns, (changed) => refetch.soon(changed));
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return stream.close();
    refetch.all();
    stream.open();
  };
  const timer = setInterval(() => {
    if (!stream.isConnected() || refetch.age() >= connectedPollMs) refetch.all();
  }, pollMs);
  const stopWatching = watchOwnChanges(() => refetch.noteOwnChange());
  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState !== 'hidden') stream.open();
  return () => {
    stopWatching();
    document.removeEventListener('visibilitychange', onVisibility);
    clearInterval(timer);
    refetch.stop();
    stream.close();
  };
}

/** Spaces refetches out, and waits while a change made here is under way or was just made. */
class RefetchScheduler {
  #changedAt = Number.NEGATIVE_INFINITY;
  #refetchedAt = performance.now();
  #allRefetchedAt = performance.now();
  #due: 'everything' | Set<Noun> = new Set();
  #timer: ReturnType<typeof setTimeout> | undefined;

  noteOwnChange() {
    this.#changedAt = performance.now();
  }

  /** Milliseconds since everything was refetched. */
  age() {
    return performance.now() - this.#allRefetchedAt;
  }

  soon(changed: 'everything' | Noun) {
    if (changed === 'everything') this.#due = changed;
    else if (this.#due !== 'everything') this.#due.add(changed);
    const waitMs = Math.max(gatherMs, minIntervalMs - (performance.now() - this.#refetchedAt));
    this.#timer ??= setTimeout(() => this.#refetch(), waitMs);
  }

  all() {
    this.#due = 'everything';
    this.#refetch();
  }

  #refetch() {
    this.stop();
    if (queryClient.isMutating() > 0 || performance.now() - this.#changedAt < minIntervalMs) {
      this.#timer = setTimeout(() => this.#refetch(), minIntervalMs);
      return;
    }
    if (document.visibilityState === 'hidden' || !navigator.onLine || !readToken()) return;
    this.#refetchedAt = performance.now();
    if (this.#due === 'everything') this.#allRefetchedAt = this.#refetchedAt;
    void refetchFollowers(this.#due);
    this.#due = new Set();
    void loadOffice();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Returns the noun an event reports as changed. `hello` begins every connection: all events before it were missed. */
function changedBy({ type, topic }: LiveEvent): 'everything' | Noun | undefined {
  if (type === 'hello') return 'everything';
  if (topic === 'staff') return 'chat'; // sent to staff for a held message
  return type === 'changed' ? (topic.slice('office:'.length) as Noun) : undefined;
}

/** Subscribes to the changes of these nouns; the stream reconnects by itself until it is closed. */
function changeStream(nouns: string[], onChange: (changed: 'everything' | Noun) => void) {
  let connection: AbortController | undefined;
  let isConnected = false;
  const close = () => {
    connection?.abort();
    connection = undefined;
    isConnected = false;
  };
  const open = () => {
    if (connection) return;
    const opened = new AbortController();
    connection = opened;
    const lose = () => {
      if (connection === opened) isConnected = false;
    };
    void streamEvents(`/v1/stream?${nouns.map((noun) => `topic=office:${noun}`).join('&')}`, {
      token: readToken(),
      lastId: () => undefined,
      signal: opened.signal,
      onLost: lose,
      onEvent(event) {
        const changed = changedBy(event);
        if (changed) {
          isConnected = true;
          onChange(changed);
        }
        // the member has too many streams open: reconnecting would only push out another window
        if (event.type !== 'full') return;
        opened.abort();
        lose();
      },
    });
  };
  return { open, close, isConnected: () => isConnected };
}
