import { posix } from 'node:path';
import { isFailure } from '@mojian/contract/platform/failures';
import { uploadPicture } from '../../core/uploads/uploads.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { keyOfAddress, type Storage } from '../../platform/storage/storage.ts';
import type { Document } from './find-document.ts';
import { placesOf, readPictureAddress } from './picture-address.ts';

export type Parts = { db: Db; storage: Storage };

/** Milliseconds: what is not taken by then is told as a warning, before whoever waits gives up. */
const patience = 45_000;
const warnedAtMost = 10;
const largestPicture = 20 * 1024 * 1024;

/**
 * Takes the pictures a text shows into the member's own.
 * @returns their new addresses by their old ones, and what became of the others.
 */
export async function takePictures(parts: Parts, viewer: Viewer, document: Document, addresses: string[]) {
  const until = Date.now() + patience;
  const taken = new Map<string, string>();
  const lost: string[] = [];
  let remote = 0;
  for (const address of addresses) {
    if (keyOfAddress(address)) continue; // one of this site's already
    const found = Date.now() < until ? await findPicture(address, document) : '处理超时，请另外上传';
    if (found === 'remote') remote++;
    else if (typeof found === 'string') lost.push(`图片 ${shortened(address)}：${found}`);
    else await keep(parts, viewer, found, address, { taken, lost });
  }
  return { taken, warnings: [...few(lost), ...remoteWarning(remote)] };
}

type Results = { taken: Map<string, string>; lost: string[] };

async function keep(parts: Parts, viewer: Viewer, bytes: Uint8Array, address: string, { taken, lost }: Results) {
  try {
    taken.set(address, (await uploadPicture(parts, viewer, bytes)).url);
  } catch (error) {
    if (!isFailure(error)) throw error;
    lost.push(`图片 ${shortened(address)}：${error.message}`);
  }
}

/** The bytes of a picture, or why there are none. */
async function findPicture(address: string, { path, files }: Document): Promise<Uint8Array | string> {
  const meant = readPictureAddress(address.replace(/^file:\/+/i, '/'));
  if (meant.kind === 'bytes') return meant.bytes;
  if (meant.kind === 'remote') return 'remote';
  if (meant.kind === 'none') return meant.reason;
  const places = placesOf(meant.path, path).map((place) => place.normalize('NFC'));
  const packed =
    places.map((place) => files.find((file) => file.path === place)).find(Boolean) ?? namesake(meant.path, files);
  if (!packed) return files.length > 0 ? '压缩包里没有这张图片' : '不在文件里，请另外上传';
  // by what the zip declares: unpacking holds it to that
  return packed.size > largestPicture ? '图片过大，请不要超过 20 MB' : packed.read();
}

/** The only picture of that name: note apps show it wherever it lies, and Windows names the whole way to it. */
function namesake(path: string, files: Document['files']) {
  const name = posix.basename(path).normalize('NFC').toLowerCase();
  const same = files.filter((file) => posix.basename(file.path).toLowerCase() === name);
  return same.length === 1 ? same[0] : undefined;
}

function few(lost: string[]) {
  if (lost.length <= warnedAtMost) return lost;
  return [...lost.slice(0, warnedAtMost), `还有 ${lost.length - warnedAtMost} 张图片没有导入`];
}

function remoteWarning(count: number) {
  return count > 0 ? [`${count} 张图片在别的网站，没有导入；读者的浏览器不会去那里取`] : [];
}

function shortened(address: string) {
  return address.length > 80 ? `${address.slice(0, 79)}…` : address;
}
