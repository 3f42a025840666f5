import { type LiveEvent, me, streamEvents } from '@mojian/client/live-stream';
import type { Opened } from './subscriptions.ts';

type ConnectionOptions = {
  onOpened: (opened: Opened) => void;
  onEvent: (event: LiveEvent) => void;
  onLost: () => void;
  /** The server refused the stream, as when the session has ended; it is not retried. */
  onRefused: () => void;
  /** Id of the last chat event without a gap before it. */
  lastId: () => number | undefined;
};

type Stream = { key: string; token: string | undefined; isOpen: boolean; ending: AbortController };

/** Topics of one stream; the server refuses more. */
const mostTopics = 60;
/** Topics that are never left out. */
const always = [me, 'group', 'presence'];
/** Milliseconds until events under way on the old connection have arrived. */
const overlap = 300;
const openings = ['hello', 'reset', 'resumed'];

/**
 * The event stream. For other topics it opens a new stream before closing the old one, so that events of both continue
 * without a gap; duplicates are only possible for idempotent events.
 */
export function openConnection(deps: ConnectionOptions) {
  let current: Stream | undefined;
  let former: Stream | undefined;

  function set(topics: string[] | undefined, token: string | undefined) {
    if (current?.key === (topics && keyOf(topics, token))) return;
    const retained = topics && [current, former].find((stream) => stream?.isOpen && stream.token === token);
    for (const stream of [current, former]) if (stream !== retained) stream?.ending.abort();
    [former, current] = [retained, topics && start(topics, token)];
  }

  function start(topics: string[], token: string | undefined) {
    const stream: Stream = { key: keyOf(topics, token), token, isOpen: false, ending: new AbortController() };
    const query = new URLSearchParams(topics.filter((topic) => topic !== me).map((topic) => ['topic', topic]));
    void streamEvents(`/v1/stream?${query}`, {
      token,
      signal: stream.ending.signal,
      lastId: () => (topics.includes('group') ? deps.lastId() : undefined),
      onEvent: (event) => receive(stream, topics, event),
      onLost: (isRefused) => lose(stream, isRefused),
    });
    return stream;
  }

  function receive(stream: Stream, topics: string[], event: LiveEvent) {
    if (event.type === 'full') return giveUp(stream);
    if (!openings.includes(event.type)) return deps.onEvent(event);
    stream.isOpen = true;
    const old = former;
    setTimeout(() => {
      old?.ending.abort();
      if (former === old) former = undefined;
    }, overlap);
    deps.onOpened({ how: event.type as Opened['how'], topics, id: event.id });
  }

  /** The member has too many streams: this one opens again with the next change, as when the tab is looked at. */
  function giveUp(stream: Stream) {
    stream.ending.abort();
    lose(stream);
    if (stream === current) current = undefined;
  }

  function lose(stream: Stream, isRefused = false) {
    stream.isOpen = false;
    if (stream === former) {
      stream.ending.abort();
      former = undefined;
    }
    if (!current?.isOpen && !former) deps.onLost();
    if (isRefused) deps.onRefused();
  }

  return { set };
}

/**
 * Leaves out what one stream cannot have, of topics with the newest first. In a fixed order, so that the same topics are the
 * same stream.
 */
export function chooseTopics(wanted: string[]) {
  const chosen = new Set([...always.filter((topic) => wanted.includes(topic)), ...wanted]);
  return [...chosen].slice(0, mostTopics).sort();
}

function keyOf(topics: string[], token: string | undefined) {
  return `${token} ${topics}`;
}
