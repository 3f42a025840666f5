import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { limits } from '../limits.ts';

export type Question = { code: string; language: string };

const restAfter = 60_000; // milliseconds of idleness, after which the thread's memory is freed

let worker: Worker | undefined;
let resting: NodeJS.Timeout | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Highlights one block in a worker thread; resolves to its lines as HTML, or undefined after `limits.codeTime`. The
 * grammars' regular expressions can backtrack without end on hostile code (120 characters of C# do): that costs a
 * thread instead of the event loop.
 */
export function askThread(question: Question): Promise<string[] | undefined> {
  const answer = turn.then(() => ask(question));
  turn = answer.catch(() => undefined); // a failure does not stop the next block
  return answer;
}

async function ask(question: Question): Promise<string[] | undefined> {
  clearTimeout(resting);
  worker ??= await start();
  worker.ref(); // keeps the process alive while it waits for a reply
  try {
    const answer = once(worker, 'message', { signal: AbortSignal.timeout(limits.codeTime) });
    worker.postMessage(question);
    const [lines] = await answer;
    return lines;
  } catch (error) {
    await stop();
    if (isExhausted(error)) return undefined;
    throw error;
  } finally {
    worker?.unref();
    resting = setTimeout(stop, restAfter).unref();
  }
}

async function start(): Promise<Worker> {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  await once(started, 'message');
  return started;
}

async function stop(): Promise<void> {
  const stopped = worker;
  worker = undefined;
  await stopped?.terminate();
}

function isExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
