import { compareTexts } from './compare-texts.ts';

self.onmessage = ({ data }: MessageEvent<{ before: string; after: string }>) => {
  self.postMessage(compareTexts(data.before, data.after));
};
