import type { Readable } from 'node:stream';
import { addressOfKey, keyOfAddress, keyPattern } from '../../platform/storage/storage.ts';

const storedAddress = new RegExp(`/files/(${keyPattern})`, 'g');
const beside = new RegExp(String.raw`(?:\.\./)?pictures/(${keyPattern})`, 'g');

/** File of an export, by its path inside. A stream has to be read before the next file. */
export type ContentFile = { name: string; content: string | Uint8Array | Readable };

/** Path of a picture inside the export. */
export const pictureName = (key: string) => `pictures/${key}`;

/** Replaces picture addresses by file paths; `onKey` receives each. `up`: from a folder below. */
export function toFiles(text: string, up: '../' | '', onKey: (key: string) => void) {
  return text.replace(storedAddress, (all, key: string) => {
    if (keyOfAddress(all) === undefined) return all;
    onKey(key);
    return up + pictureName(key);
  });
}

/** Replaces links to files of the export by addresses of the site: the reverse of `toFiles`. */
export function toAddresses(text: string) {
  return text.replace(beside, (_, key: string) => addressOfKey(key));
}
