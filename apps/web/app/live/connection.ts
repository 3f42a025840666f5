import { type LiveEvent, me, streamEvents } from '@mojian/client/live-stream';
import type { Opened } from './subscriptions.ts';

type LiveLineOptions = {
  onOpened: (opened: Opened) => void;
  onEvent: (event: LiveEvent) => void;
  onLost: () => void;
  /** The server refused the stream, as when the session has ended; it is not retried. */
  onRefused: () => void;
  onSign: () => void;
  /** Id of the last chat event without a gap before it. */
  lastId: () => number | undefined;
};

type Stream = { key: string; token: string | undefined; isOpen: boolean; isFull: boolean; ending: AbortController };

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
export function openConnection(deps: LiveLineOptions) {
  let current: Stream | undefined;
  let former: Stream | undefined;

  /** A stream the server closed for too many connections reopens once a tab is visible. */
  function set(topics: string[] | undefined, token: string | undefined, isLookedAt = true) {
    if (current?.key === (topics && keyOf(topics, token)) && !(isLookedAt && current?.isFull)) return;
    const retained = topics && [current, former].find((strand) => strand?.isOpen && strand.token === token);
    for (const strand of [current, former]) if (strand !== retained) strand?.ending.abort();
    [former, current] = [retained, topics && start(topics, token)];
  }

  function start(topics: string[], token: string | undefined) {
    const strand: Stream = {
      key: keyOf(topics, token),
      token,
      isOpen: false,
      isFull: false,
      ending: new AbortController(),
    };
    const query = new URLSearchParams(topics.filter((topic) => topic !== me).map((topic) => ['topic', topic]));
    void streamEvents(`/v1/stream?${query}`, {
      token,
      signal: strand.ending.signal,
      lastId: () => (topics.includes('group') ? deps.lastId() : undefined),
      onSign: deps.onSign,
      onEvent: (event) => hear(strand, topics, event),
      onLost: (isRefused) => lose(strand, isRefused),
    });
    return strand;
  }

  function hear(strand: Stream, topics: string[], event: LiveEvent) {
    if (event.type === 'full') {
      strand.isFull = true;
      strand.ending.abort();
      return lose(strand);
    }
    if (!openings.includes(event.type)) return deps.onEvent(event);
    strand.isOpen = true;
    const old = former;
    setTimeout(() => {
      old?.ending.abort();
      if (former === old) former = undefined;
    }, overlap);
    deps.onOpened({ how: event.type as Opened['how'], topics, id: event.id });
  }

  function lose(strand: Stream, isRefused = false) {
    strand.isOpen = false;
    if (strand === former) {
      strand.ending.abort();
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
