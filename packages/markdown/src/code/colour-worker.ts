import { colour } from './colour.ts';
import type { Question } from './highlight-thread.ts';

/** Highlights in a browser's worker, which is terminated when a grammar's regular expression backtracks without end. */
addEventListener('message', ({ data: { code, language } }: MessageEvent<Question>) => {
  colour(code, language).then(
    (lines) => postMessage({ lines }),
    (error) => postMessage({ fault: String(error) }),
  );
});
postMessage({});
