import { colour } from './colour.ts';
import type { Question } from './highlight-thread.ts';

/** The worker that colours code in a browser: it may be ended at any moment, for its grammars can backtrack for ever. */
addEventListener('message', ({ data: { code, language } }: MessageEvent<Question>) => {
  colour(code, language).then(
    (lines) => postMessage({ lines }),
    (error) => postMessage({ fault: String(error) }),
  );
});
postMessage({});
