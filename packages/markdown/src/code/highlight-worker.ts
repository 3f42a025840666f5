import { parentPort } from 'node:worker_threads';
import { colour } from './colour.ts';
import type { Question } from './highlight-thread.ts';

/** The thread that colours code: it may be stopped at any moment, for its grammars can backtrack for ever. */
parentPort?.on('message', async ({ code, language }: Question) => {
  parentPort?.postMessage(await colour(code, language));
});
parentPort?.postMessage('ready');
