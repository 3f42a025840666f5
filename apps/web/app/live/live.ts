import { type LiveEvent, me } from '@mojian/client/live-stream';
import { tokenToSend, watchUser } from '../session/session.ts';
import { readToken } from '../session/token.ts';
import { chooseTopics, openConnection } from './connection.ts';
import { type LiveState, Subscriptions } from './subscriptions.ts';

/**
 * Milliseconds a hidden tab keeps its stream, so that a glance at another costs nothing. Short, because over HTTP/1.1 the
 * tabs of a browser share six connections.
 */
const hiddenFor = 3000;
/** Milliseconds: the page's own requests come first; then all subscriptions share one stream. */
const firstPause = 1500;
const pause = 50;
const watchers = new Set<() => void>();
const subscriptions = new Subscriptions(() => {
  for (const tell of watchers) tell();
});
const connection = openConnection({
  onOpened: (opened) => subscriptions.opened(opened),
  onEvent: (event) => subscriptions.emit(event),
  onLost: () => subscriptions.lost(),
  onRefused: askWhy,
  lastId: () => subscriptions.lastId,
});
let isAway = false;
let staysWhileHidden = false;
let lastToken: string | undefined;
let hasListened = false;
let dueUpdate: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
let unwatch: (() => void) | undefined;

/**
 * Subscribes to topics (`article:12`, `say:7`, `group`, `presence`, `me`) and returns the unsubscribe function. A visible
 * tab holds one stream; a hidden one closes it and catches up once it is visible again. Events: see LiveEvent.
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

/** Whether this tab keeps its stream while hidden, as the one that rings for chat messages. */
export function stayWhileHidden(stays: boolean) {
  if (stays === staysWhileHidden) return;
  staysWhileHidden = stays;
  updateSoon();
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

/**
 * The stream was refused: another tab has logged out or in, which reading the token notices; else a call that only
 * members may make, refused as well, ends the session and asks to log in.
 */
function askWhy() {
  if (lastToken === undefined || tokenToSend() !== lastToken) return;
  import('../api/http-api.ts').then(({ loadApi }) => loadApi.notices.counters()).catch(() => {});
}

/** Adjusts the stream to the subscriptions. */
function updateSoon() {
  clearTimeout(dueUpdate);
  dueUpdate = setTimeout(updateNow, hasListened ? pause : firstPause);
}

function updateNow() {
  hasListened = true;
  const token = readToken();
  const topics = subscriptions.wanted().filter((topic) => topic !== me || token !== undefined);
  // another member's position is no starting point
  if (token !== lastToken || topics.length === 0) subscriptions.reset();
  lastToken = token;
  if (isAway && !staysWhileHidden) close();
  else connection.set(topics.length > 0 ? chooseTopics(topics) : undefined, token);
  subscriptions.greetNew();
  if (subscriptions.isEmpty) stopWatching();
}

function close() {
  clearTimeout(dueUpdate);
  connection.set(undefined, undefined);
  subscriptions.paused();
}

/** Login and logout change the topics; a tab hidden for a while closes its stream. */
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
  isAway = document.visibilityState === 'hidden';
  document.addEventListener('visibilitychange', onVisibility, { signal: stop.signal });
  // a page in the back-forward cache, or frozen, holds no connection
  document.addEventListener('freeze', close, { signal: stop.signal });
  document.addEventListener('resume', updateSoon, { signal: stop.signal });
  addEventListener('pagehide', close, { signal: stop.signal });
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
