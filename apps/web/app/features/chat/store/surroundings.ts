import { listenLive, liveState, watchLive } from '../../../live.ts';
import { readUser } from '../../../session.ts';
import type { Surroundings } from './core.ts';

/** The browser's page as the chat needs it. */
export const pageAround: Surroundings = {
  listen: listenLive,
  connection: liveState,
  watchConnection: watchLive,
  isLookedAt: () => document.visibilityState === 'visible' && document.hasFocus(),
  watchLooks(onChange) {
    const stop = new AbortController();
    document.addEventListener('visibilitychange', onChange, { signal: stop.signal });
    addEventListener('focus', onChange, { signal: stop.signal });
    return () => stop.abort();
  },
  isStill: (memberId) => readUser()?.id === memberId,
};
