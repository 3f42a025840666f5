import { type LiveEvent, me } from '@mojian/client/live-stream';
import { readToken, watchUser } from '../session/session.ts';
import { type LiveState, Subscriptions } from './subscriptions.ts';
import { linkFor } from './tabs.ts';

/** A tab nobody looks at lets go after so long, unless it shows the chat. */
const hiddenFor = 20_000;
/** What the page itself needs comes first; after that, many asking at once make one stream. */
const firstPause = 1500;
const pause = 50;
const watchers = new Set<() => void>();
const subscriptions = new Subscriptions(() => {
  for (const tell of watchers) tell();
});
const link = linkFor(subscriptions);
let isAway = false;
let lastToken: string | undefined;
let hasListened = false;
let settling: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
let unwatch: (() => void) | undefined;

/**
 * Hears of what happens to these topics (`article:12`, `say:7`, `group`, `presence`, or `me`) until the returned function
 * is called. All listeners, in all tabs of a browser, share one stream. What comes: see LiveEvent.
 */
export function listenLive(topics: string[], onEvent: (event: LiveEvent) => void) {
  const remove = subscriptions.add(topics, onEvent);
  unwatch ??= watchPage();
  settle();
  return () => {
    remove();
    settle();
  };
}

/** Whether what happens is heard at the moment. */
export function liveState(): LiveState {
  return subscriptions.state;
}

/** Calls back whenever `liveState` changes. Returns the way to stop. */
export function watchLive(onChange: () => void) {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}

/** Brings the stream in line with who listens. */
function settle() {
  clearTimeout(settling);
  settling = setTimeout(settleNow, hasListened ? pause : firstPause);
}

function settleNow() {
  clearTimeout(settling);
  hasListened = true;
  const token = readToken();
  const topics = subscriptions.wanted().filter((topic) => topic !== me || token !== undefined);
  const isWanted = topics.length > 0 && !(isAway && !topics.includes('group'));
  // what another member heard is not theirs to go on from
  if (token !== lastToken) subscriptions.reset();
  lastToken = token;
  const isSeen = document.visibilityState === 'visible';
  const isHearing = link.want({ topics: isWanted ? topics : undefined, token, isSeen });
  if (!isHearing) subscriptions.reset();
  subscriptions.greetNew();
  if (subscriptions.isEmpty && !isHearing) stopWatching();
}

/** Login and logout change what is heard; a tab not looked at for long hears nothing, unless it shows the chat. */
function watchPage() {
  const stop = new AbortController();
  const setAway = (away: boolean) => {
    isAway = away;
    settle();
  };
  const onVisibility = () => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') setAway(false);
    else leaving = setTimeout(setAway, hiddenFor, true);
  };
  // a page that is kept for the way back, or frozen, holds no line that others wait for
  const leave = () => {
    clearTimeout(settling);
    link.leave();
    subscriptions.reset();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal: stop.signal });
  document.addEventListener('freeze', leave, { signal: stop.signal });
  document.addEventListener('resume', settle, { signal: stop.signal });
  addEventListener('pagehide', leave, { signal: stop.signal });
  addEventListener('pageshow', ({ persisted }) => persisted && settle(), { signal: stop.signal });
  const unwatchUser = watchUser(settle);
  return () => {
    unwatchUser();
    stop.abort();
  };
}

function stopWatching() {
  unwatch?.();
  unwatch = undefined;
  clearTimeout(leaving);
}
