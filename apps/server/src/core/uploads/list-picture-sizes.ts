import type { PictureSize } from '@mojian/contract/core/uploads';
import type { Db } from '../../platform/db/schema.ts';
import { addressOfKey, keyOfAddress } from '../../platform/storage/storage-key.ts';
import { withPictures } from './public-files.ts';
import { listSizes } from './uploads.queries.ts';

/** Width and height in pixels of those addresses that name a picture kept here; the others are left out. */
async function listPictureSizes(db: Db, addresses: string[]) {
  const keys = new Set(addresses.map(keyOfAddress).filter((key) => key !== undefined));
  if (keys.size === 0) return [];
  const found = await listSizes(db, [...keys]);
  return found.map(({ key, width, height }) => ({ url: addressOfKey(key), width, height }));
}

/** The same with where this member sees them now. */
export async function listShownPictures(db: Db, viewer: { id: number }, addresses: string[]): Promise<PictureSize[]> {
  const sizes = await listPictureSizes(db, addresses);
  const shown = await withPictures(
    db,
    sizes.map(({ url }) => url),
    { authorId: viewer.id },
  );
  return sizes.map((size, at) => ({ ...size, shown: shown[at] ?? size.url }));
}

/** Sizes of all of this site's pictures that a text mentions, by their addresses. */
export async function findPictureSizes(db: Db, markdown: string) {
  const mentioned = markdown.match(/\/files\/[\w/-]{1,80}\.(?:webp|png|jpg|gif)/g) ?? [];
  return new Map((await listPictureSizes(db, mentioned)).map(({ url, ...size }) => [url, size]));
}
