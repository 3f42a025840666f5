import { type LiveEvent, parseEvent } from './live-event.ts';
import { waitFor } from './live-pause.ts';

type Given = {
  token: string | undefined;
  /** The last chat event that was heard: the server goes on after it. Asked for anew each time. */
  lastId: () => number | undefined;
  signal: AbortSignal;
  onEvent: (event: LiveEvent) => void;
  /** The server said that it is there. */
  onSign: () => void;
  /** It broke, or could not be opened; it will be tried again. */
  onLost: () => void;
};

const firstPause = 1000;
const longestPause = 20_000;
/** The server says something every twenty seconds: a connection silent for longer is dead. */
const silence = 50_000;

/**
 * Reads server-sent events with fetch, which can send the Authorization header, and opens anew with growing pauses
 * whenever the stream breaks, at once when the network is back. Ends with the signal, or once the server refuses it.
 */
export async function streamEvents(address: string, given: Given) {
  let failures = 0;
  let hint: number | undefined;
  const onEvent = (event: LiveEvent) => {
    failures = 0;
    if (event.type === 'retry') hint = event.id;
    else given.onEvent(event);
  };
  while (!given.signal.aborted) {
    const isRefused = await readOnce(address, { ...given, onEvent }).catch(() => false);
    if (given.signal.aborted) return;
    given.onLost();
    if (isRefused) return;
    await waitFor(hint ?? pauseAfter(failures++), given.signal);
    hint = undefined;
  }
}

/** Up to a second, then two, four … twenty; never all browsers at the same moment when the server comes back. */
export function pauseAfter(failures: number, chance = Math.random()) {
  return Math.min(longestPause, firstPause * 2 ** failures) * (0.5 + chance / 2);
}

/** Whether it was refused. A network that goes takes the connection with it, without a word: so it is let go of at once. */
async function readOnce(address: string, given: Given) {
  const stuck = new AbortController();
  const letGo = () => stuck.abort();
  globalThis.addEventListener?.('offline', letGo, { signal: stuck.signal });
  try {
    return await readUntil(stuck, address, given);
  } finally {
    letGo();
  }
}

async function readUntil(stuck: AbortController, address: string, given: Given) {
  const { token, lastId, signal, onEvent, onSign } = given;
  const since = lastId();
  const answer = await fetch(address, {
    headers: { ...(token && { authorization: token }), ...(since !== undefined && { 'last-event-id': String(since) }) },
    signal: AbortSignal.any([signal, stuck.signal]),
    cache: 'no-store',
  });
  if (!answer.ok || !answer.body) return answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  for await (const text of partsOf(answer.body, () => stuck.abort())) {
    if (signal.aborted) return false;
    const events = parseEvent(text);
    if (events.length === 0) onSign();
    for (const event of events) onEvent(event);
  }
  return false;
}

/** What stands between empty lines, as it comes; `onSilence` when nothing does for too long. */
async function* partsOf(body: ReadableStream<BufferSource>, onSilence: () => void) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const watchdog = setTimeout(onSilence, silence);
    const { done, value } = await reader.read().finally(() => clearTimeout(watchdog));
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
