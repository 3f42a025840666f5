import { streamEvents } from '@mojian/client/live-stream';
import { useEffect } from 'react';
import { readToken } from '../http-api.ts';
import { queryClient } from '../query.ts';
import { loadOffice, useOffice } from './office.tsx';

/** Changes within this time are refetched together. */
const gatherMs = 200;
const minIntervalMs = 2000;
const pollMs = 30_000;
/** While the stream is open, polling only catches what no event reports. */
const connectedPollMs = 300_000;

/**
 * Keeps the counters and every live query up to date: after each change made here, when the stream reports a change by
 * somebody else, when the window is shown again, and by polling while there is no stream.
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
  const stream = changeStream(nouns, () => refetch.soon());
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return stream.close();
    refetch.now();
    stream.open();
  };
  const timer = setInterval(() => {
    if (!stream.isConnected() || refetch.age() >= connectedPollMs) refetch.now();
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
  #timer: ReturnType<typeof setTimeout> | undefined;

  noteOwnChange() {
    this.#changedAt = performance.now();
  }

  /** Milliseconds since the last refetch. */
  age() {
    return performance.now() - this.#refetchedAt;
  }

  soon() {
    this.#timer ??= setTimeout(() => this.now(), Math.max(gatherMs, minIntervalMs - this.age()));
  }

  now() {
    this.stop();
    if (queryClient.isMutating() > 0 || performance.now() - this.#changedAt < minIntervalMs) {
      this.#timer = setTimeout(() => this.now(), minIntervalMs);
      return;
    }
    if (document.visibilityState === 'hidden' || !navigator.onLine || !readToken()) return;
    this.#refetchedAt = performance.now();
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
    void loadOffice();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Subscribes to the changes of these nouns; the stream reconnects by itself until it is closed. */
function changeStream(nouns: string[], onChange: () => void) {
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
      onSign: () => {},
      onLost: lose,
      onEvent({ type, topic }) {
        // `hello` begins every connection: what came before it was missed; held chat messages arrive under `staff`
        if (type === 'hello' || type === 'changed' || topic === 'staff') {
          isConnected = true;
          onChange();
        }
        // this member has too many streams open: reconnecting would only push out another window
        if (type !== 'full') return;
        opened.abort();
        lose();
      },
    });
  };
  return { open, close, isConnected: () => isConnected };
}
