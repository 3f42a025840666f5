type StreamOptions = {
  token: string | undefined;
  /** `seq` of the last chat event received, from which the server resumes. Read before each connection. */
  lastId: () => number | undefined;
  signal: AbortSignal;
  onEvent: (event: LiveEvent) => void;
  /** Called when the stream broke or could not be opened; it is retried, unless the server refused. */
  onLost: (isRefused: boolean) => void;
};

const firstPause = 1000;
const longestPause = 20_000;
/** Milliseconds. The server sends a heartbeat every 20 s: a connection silent for longer is dead. */
const silence = 50_000;

/**
 * Reads server-sent events with fetch, which can send the Authorization header. Reconnects with exponential backoff, at
 * once when the network returns. Resolves on the signal, or once the server refuses.
 */
export async function streamEvents(address: string, options: StreamOptions) {
  let failures = 0;
  let hint: number | undefined;
  const onEvent = (event: LiveEvent) => {
    failures = 0;
    if (event.type === 'retry') hint = event.id;
    else options.onEvent(event);
  };
  while (!options.signal.aborted) {
    const isRefused = await readOnce(address, { ...options, onEvent }).catch(() => false);
    if (options.signal.aborted) return;
    options.onLost(isRefused);
    if (isRefused) return;
    await waitFor(hint ?? pauseAfter(failures++), options.signal);
    hint = undefined;
  }
}

/** Jittered exponential backoff in milliseconds, up to 1, 2, 4 … 20 s, so that browsers do not return all at once. */
export function pauseAfter(failures: number, chance = Math.random()) {
  return Math.min(longestPause, firstPause * 2 ** failures) * (0.5 + chance / 2);
}

/** Resolves to whether the server refused. Aborts on `offline`, since a lost network does not close the connection. */
async function readOnce(address: string, options: StreamOptions) {
  const stuck = new AbortController();
  const abort = () => stuck.abort();
  globalThis.addEventListener?.('offline', abort, { signal: stuck.signal });
  try {
    return await readUntil(stuck, address, options);
  } finally {
    abort();
  }
}

async function readUntil(stuck: AbortController, address: string, options: StreamOptions) {
  const { token, lastId, signal, onEvent } = options;
  const since = lastId();
  const answer = await fetch(address, {
    headers: { ...(token && { authorization: token }), ...(since !== undefined && { 'last-event-id': String(since) }) },
    signal: AbortSignal.any([signal, stuck.signal]),
    cache: 'no-store',
  });
  if (!answer.ok || !answer.body) return answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  for await (const text of blocksOf(answer.body, () => stuck.abort())) {
    if (signal.aborted) return false;
    for (const event of parseEvent(text)) onEvent(event);
  }
  return false;
}

/** Yields blocks separated by empty lines as they arrive; calls `onSilence` after a pause longer than the heartbeat. */
async function* blocksOf(body: ReadableStream<BufferSource>, onSilence: () => void) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const watchdog = setTimeout(onSilence, silence);
    const { done, value } = await reader.read().finally(() => clearTimeout(watchdog));
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks;
  }
}

/** Topic of the logged-in member's own events. */
export const me = 'me';

/**
 * An event on a topic. `id`: the object; `of`: its parent, unless the topic is; `data`: payload of the few types with
 * one.
 * - `resumed`: all subscribed topics are delivered from now on; events since loading the data may be missing. Sent
 * first, and after each interruption.
 * - `chat`: `id` is the `seq`, `data` the current ChatMessage. In order, never twice.
 * - `hello` (to subscribers of `group`): chat events continue above `id`, replayed as needed. `reset`: too many were
 * missed to replay; `id` likewise. Without either, `resumed` means that no chat event is missing.
 * - `presence`: `data` is `{ on: number[], off: number[] }`.
 * - `typing`, `read`, `read-own`, `room`, `notice`, `comment` …: see their noun.
 */
export type LiveEvent = { type: string; topic: string; id: number; of?: number; data?: unknown };

/**
 * Parses a block of server-sent events; heartbeats give none. Events with data name their topic on a separate line;
 * `retry` becomes an event with that many milliseconds.
 */
export function parseEvent(text: string): LiveEvent[] {
  const fields = new Map(text.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^[^:]*: ?/, '')]));
  const [type, data, topic, id, retry] = ['event', 'data', 'topic', 'id', 'retry'].map((name) => fields.get(name));
  if (retry && /^\d+$/.test(retry)) return [{ type: 'retry', topic: '', id: Number(retry) }];
  if (!type || !data) return [];
  const parsed: unknown = JSON.parse(data);
  if (topic === undefined) return [{ type, ...(parsed as Omit<LiveEvent, 'type'>) }];
  return [{ type, topic, id: Number(id ?? 0), data: parsed }];
}

/** Waits this long; ends early when the network returns or the signal aborts. */
export function waitFor(milliseconds: number, left: AbortSignal) {
  return new Promise<void>((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (left.aborted) return end();
    left.addEventListener('abort', end, { signal: over.signal });
    globalThis.addEventListener?.('online', end, { signal: over.signal });
  });
}
