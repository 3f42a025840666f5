import { countSource } from '@mojian/markdown/count-source';

/** Counts beside the page, so that typing never waits for it. */
addEventListener('message', ({ data }: MessageEvent<string[]>) => {
  postMessage(data.map(countSource));
});
