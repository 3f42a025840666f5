import { limits } from '../limits.ts';
import type { Question } from './highlight-thread.ts';

let worker: Promise<Worker> | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Browser version of `highlight-thread.ts`: a worker highlights one block at a time; on timeout it is terminated and
 * the block stays plain.
 */
export function askThread(question: Question): Promise<string[] | undefined> {
  const answer = turn.then(() => ask(question));
  turn = answer.catch(() => undefined); // a failure does not stop the next block
  return answer;
}

async function ask(question: Question): Promise<string[] | undefined> {
  worker ??= start();
  const current = worker;
  try {
    const ready = await current;
    ready.postMessage(question);
    return await next<string[] | undefined>(ready, limits.codeTime);
  } catch (error) {
    worker = undefined;
    void current.then((ready) => ready.terminate()).catch(() => undefined);
    if (error instanceof DOMException && error.name === 'TimeoutError') return undefined;
    throw error;
  }
}

/** Resolves once the worker is loaded, so that its download does not count towards the timeout. */
async function start(): Promise<Worker> {
  const started = new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' });
  await next(started);
  return started;
}

/** Resolves to the lines of the worker's next message; rejects on a fault or after `time` milliseconds. */
function next<Answer>(current: Worker, time?: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = time && setTimeout(() => reject(new DOMException('the colouring hangs', 'TimeoutError')), time);
    current.onmessage = ({ data }) => {
      clearTimeout(late);
      if (data?.fault === undefined) resolve(data?.lines);
      else reject(new Error(data.fault));
    };
    current.onerror = ({ message }) => {
      clearTimeout(late);
      reject(new Error(message || 'the colouring could not be loaded'));
    };
  });
}
