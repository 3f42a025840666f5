import { parentPort } from 'node:worker_threads';
import { colour } from './colour.ts';
import type { Question } from './highlight-thread.ts';

/** Highlights in a worker thread, which is terminated when a grammar's regular expression backtracks without end. */
parentPort?.on('message', async ({ code, language }: Question) => {
  parentPort?.postMessage(await colour(code, language));
});
parentPort?.postMessage('ready');
