import { countSource } from '@mojian/markdown/count-source';

/** Counts words in a worker so that typing is not blocked. */
addEventListener('message', ({ data }: MessageEvent<string[]>) => {
  postMessage(data.map(countSource));
});
