import { type LiveEvent, streamEvents } from './live-stream.ts';
import { readToken, watchUser } from './session.ts';

type Listener = { topics: string[]; onEvent: (event: LiveEvent) => void };

/** What concerns the member who is logged in. Visitors never hear anything of it. */
export const me = 'me';

/** A tab nobody looks at lets go of its connection after so long: browsers open only six to a site. */
const hiddenFor = 20_000;
/** What the page itself needs comes first; after that, many asking at once make one stream. */
const firstPause = 1500;
const pause = 50;
const listeners = new Set<Listener>();
let isAway = false;
let current: { key: string; ending: AbortController } | undefined;
let hasListened = false;
let settling: ReturnType<typeof setTimeout> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
let unwatch: (() => void) | undefined;

/**
 * Hears of what happens to these topics (`article:12`, `say:7`, or `me`) until the returned function is called. All
 * listeners of a page share one stream. Whenever it opens, at first and after an interruption, each hears the type
 * `resumed`: whatever happened before, since its data was loaded, was not heard.
 */
export function listenLive(topics: string[], onEvent: (event: LiveEvent) => void) {
  const listener = { topics, onEvent };
  listeners.add(listener);
  unwatch ??= watchPage();
  settle();
  return () => {
    listeners.delete(listener);
    settle();
  };
}

/** Brings the stream in line with who listens. */
function settle() {
  clearTimeout(settling);
  settling = setTimeout(
    () => {
      const token = readToken();
      const topics = wantedTopics();
      const isWanted = !isAway && (topics.length > 0 || (token !== undefined && listeners.size > 0));
      const key = isWanted ? `${token} ${topics}` : undefined;
      if (key === current?.key) return;
      current?.ending.abort();
      current = key === undefined ? undefined : open(key, topics, token);
      hasListened = true;
      if (listeners.size === 0) stopWatching();
    },
    hasListened ? pause : firstPause,
  );
}

function wantedTopics() {
  const topics = new Set([...listeners].flatMap((listener) => listener.topics));
  topics.delete(me);
  return [...topics].sort();
}

function open(key: string, topics: string[], token: string | undefined) {
  const ending = new AbortController();
  const address = `/v1/stream?${new URLSearchParams(topics.map((topic) => ['topic', topic]))}`;
  void streamEvents(address, { token, signal: ending.signal, onOpen: tellOpen, onEvent: deliver });
  return { key, ending };
}

function tellOpen() {
  for (const { topics, onEvent } of [...listeners]) onEvent({ type: 'resumed', topic: topics[0] ?? me, id: 0 });
}

function deliver(event: LiveEvent) {
  const topic = event.topic.startsWith('user:') ? me : event.topic;
  for (const listener of [...listeners]) if (listener.topics.includes(topic)) listener.onEvent(event);
}

/** Login and logout change what is heard; a page put away, or not looked at for long, hears nothing. */
function watchPage() {
  const stop = new AbortController();
  const setAway = (away: boolean) => {
    clearTimeout(leaving);
    isAway = away;
    settle();
  };
  const onVisibility = () => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') setAway(false);
    else leaving = setTimeout(setAway, hiddenFor, true);
  };
  document.addEventListener('visibilitychange', onVisibility, { signal: stop.signal });
  addEventListener('pagehide', () => setAway(true), { signal: stop.signal });
  addEventListener('pageshow', () => setAway(false), { signal: stop.signal });
  addEventListener('online', settle, { signal: stop.signal });
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
