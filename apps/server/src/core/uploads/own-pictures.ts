import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import { keyOfAddress, unsizedKey } from '../../platform/storage/storage-key.ts';
import { ownsFile } from './owns-file.ts';
import { listSizes } from './uploads.queries.ts';

/**
 * Pictures of what a member writes, with their sizes, in the order given, each once.
 * @throws Failure blaming `pictures` for one the member did not upload.
 */
export async function findPictures(db: Db, userId: number, addresses: string[]) {
  const wanted = [...new Set(addresses)];
  if (wanted.length === 0) return [];
  const sizes = new Map((await listSizes(db, wanted.map(keyOf))).map(({ key, ...size }) => [key, size]));
  return Promise.all(
    wanted.map(async (url) => {
      const size = sizes.get(keyOf(url));
      if (!size || !(await ownsFile(db, userId, url))) throw new Failure('invalid-input', '图片须先上传', 'pictures');
      return { url, ...size };
    }),
  );
}

function keyOf(address: string) {
  return unsizedKey(keyOfAddress(address) ?? '');
}
