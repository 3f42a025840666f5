import { listenLive, liveState, watchLive } from '../../../../live.ts';
import { readUser } from '../../../../session.ts';
import type { Surroundings } from './core.ts';

/** The browser's page as the chat needs it. */
export const pageAround: Surroundings = {
  listen: listenLive,
  // the stream itself may take a while to find out
  connection: () => (navigator.onLine ? liveState() : 'lost'),
  watchConnection(onChange) {
    const stop = new AbortController();
    for (const type of ['online', 'offline']) addEventListener(type, onChange, { signal: stop.signal });
    stop.signal.addEventListener('abort', watchLive(onChange));
    return () => stop.abort();
  },
  isLookedAt: () => document.visibilityState === 'visible' && document.hasFocus(),
  watchLooks(onChange) {
    const stop = new AbortController();
    document.addEventListener('visibilitychange', onChange, { signal: stop.signal });
    addEventListener('focus', onChange, { signal: stop.signal });
    return () => stop.abort();
  },
  isStill: (memberId) => readUser()?.id === memberId,
};
