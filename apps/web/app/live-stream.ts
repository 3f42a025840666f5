/** What happened to what a topic names; only its id travels. */
export type LiveEvent = { type: string; topic: string; id: number };

type Given = {
  token: string | undefined;
  signal: AbortSignal;
  /** Each time it is open, also again after an interruption. */
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
};

const longestPause = 60_000;
/** The server says something every twenty seconds: a connection silent for longer is dead. */
const silence = 50_000;

/**
 * Reads server-sent events with fetch, which can send the Authorization header, and opens anew with growing pauses
 * whenever the stream breaks. Ends with the signal, or once the server refuses it.
 */
export async function streamEvents(address: string, given: Given) {
  let failures = 0;
  const onOpen = () => {
    failures = 0;
    given.onOpen();
  };
  while (!given.signal.aborted) {
    const isRefused = await readOnce(address, { ...given, onOpen }).catch(() => false);
    if (isRefused || given.signal.aborted) return;
    await pause(pauseAfter(failures++), given.signal);
  }
}

/** Up to two seconds, then four … a minute; never all browsers at the same moment when the server comes back. */
export function pauseAfter(failures: number, chance = Math.random()) {
  return Math.min(longestPause, 2000 * 2 ** failures) * (0.5 + chance / 2);
}

async function readOnce(address: string, { token, signal, onOpen, onEvent }: Given) {
  const headers: Record<string, string> = token ? { authorization: token } : {};
  const stuck = new AbortController();
  const answer = await fetch(address, { headers, signal: AbortSignal.any([signal, stuck.signal]), cache: 'no-store' });
  if (!answer.ok || !answer.body) return answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  onOpen();
  for await (const text of partsOf(answer.body, () => stuck.abort()))
    for (const event of parseEvent(text)) if (!signal.aborted) onEvent(event);
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

/** One event as the server writes it; nothing for its signs of life. */
export function parseEvent(text: string): LiveEvent[] {
  const [, type, data] = /^event: ([\w-]+)\ndata: (.+)$/m.exec(text) ?? [];
  return type && data ? [{ type, ...(JSON.parse(data) as Omit<LiveEvent, 'type'>) }] : [];
}

function pause(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
