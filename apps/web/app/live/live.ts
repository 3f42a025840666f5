import { type LiveEvent, me } from '@mojian/client/live-stream';
import { watchUser } from '../session/session.ts';
import { readToken } from '../session/token.ts';
import { type LiveState, Subscriptions } from './subscriptions.ts';
import { linkFor } from './tabs.ts';

/** Milliseconds after which a hidden tab unsubscribes, unless it shows the chat. */
const hiddenFor = 20_000;
/** Milliseconds: the page's own requests come first; then all subscriptions share one stream. */
const firstPause = 1500;
const pause = 50;
const watchers = new Set<() => void>();
const subscriptions = new Subscriptions(() => {
  for (const tell of watchers) tell();
});
const link = linkFor(subscriptions, askWhy);
let isAway = false;
let lastToken: string | undefined;
let hasListened = false;
let dueUpdate: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
let unwatch: (() => void) | undefined;

/**
 * Subscribes to topics (`article:12`, `say:7`, `group`, `presence`, `me`) and returns the unsubscribe function. All
 * tabs of a browser share one stream. Events: see LiveEvent.
 */
export function listenLive(topics: string[], onEvent: (event: LiveEvent) => void) {
  const remove = subscriptions.add(topics, onEvent);
  unwatch ??= watchPage();
  updateSoon();
  return () => {
    remove();
    updateSoon();
  };
}

/** State of the event stream. */
export function liveState(): LiveState {
  return subscriptions.state;
}

/** Subscribes to `liveState`. Returns the unsubscribe function. */
export function watchLive(onChange: () => void) {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}

/** Makes a call that only members may make: refused as well, it ends the session and asks to log in. */
function askWhy() {
  if (lastToken === undefined) return;
  import('../api/http-api.ts').then(({ loadApi }) => loadApi.notices.counters()).catch(() => {});
}

/** Adjusts the stream to the subscriptions. */
function updateSoon() {
  clearTimeout(dueUpdate);
  dueUpdate = setTimeout(updateNow, hasListened ? pause : firstPause);
}

function updateNow() {
  clearTimeout(dueUpdate);
  hasListened = true;
  const token = readToken();
  const topics = subscriptions.wanted().filter((topic) => topic !== me || token !== undefined);
  const isWanted = topics.length > 0 && !(isAway && !topics.includes('group'));
  // another member's position is no starting point
  if (token !== lastToken) subscriptions.reset();
  lastToken = token;
  const isSeen = document.visibilityState === 'visible';
  const isHearing = link.update({ topics: isWanted ? topics : undefined, token, isSeen });
  if (!isHearing) subscriptions.reset();
  subscriptions.greetNew();
  if (subscriptions.isEmpty && !isHearing) stopWatching();
}

/** Login and logout change the topics; a tab hidden for long unsubscribes, unless it shows the chat. */
function watchPage() {
  const stop = new AbortController();
  const setAway = (away: boolean) => {
    isAway = away;
    updateSoon();
  };
  const onVisibility = () => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') setAway(false);
    else leaving = setTimeout(setAway, hiddenFor, true);
  };
  // a page in the back-forward cache, or frozen, must not hold the connection others wait for
  const leave = () => {
    clearTimeout(dueUpdate);
    link.leave();
    subscriptions.reset();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal: stop.signal });
  document.addEventListener('freeze', leave, { signal: stop.signal });
  document.addEventListener('resume', updateSoon, { signal: stop.signal });
  addEventListener('pagehide', leave, { signal: stop.signal });
  addEventListener('pageshow', ({ persisted }) => persisted && updateSoon(), { signal: stop.signal });
  const unwatchUser = watchUser(updateSoon);
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
