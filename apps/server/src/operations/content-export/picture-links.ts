import { addressOfKey, keyOfAddress } from '../../platform/storage/storage.ts';

const kept = /\/files\/([0-9a-f]{2}\/[0-9a-f]{32}[-\w]{0,32}\.(?:webp|png|jpg|gif))/g;
const beside = /(?:\.\.\/)?pictures\/([0-9a-f]{2}\/[0-9a-f]{32}[-\w]{0,32}\.(?:webp|png|jpg|gif))/g;

/** The folder of the pictures, and the way to it from a file in a folder beside it. */
export const pictureName = (key: string) => `pictures/${key}`;

/** A text whose addresses of the site's pictures lead to their files; `onKey` hears of each. `up`: from a folder below. */
export function toFiles(text: string, up: '../' | '', onKey: (key: string) => void) {
  return text.replace(kept, (all, key: string) => {
    if (keyOfAddress(all) === undefined) return all;
    onKey(key);
    return up + pictureName(key);
  });
}

/** The same text for a site again. */
export function toAddresses(text: string) {
  return text.replace(beside, (_, key: string) => addressOfKey(key));
}
