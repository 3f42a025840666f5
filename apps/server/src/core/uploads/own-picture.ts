import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import { keyOfAddress, unsizedKey } from '../../platform/storage/storage-key.ts';
import { ownsFile } from './owns-file.ts';
import { findFile } from './uploads.queries.ts';

/**
 * A picture a member uploaded, with its size and how it looks from afar.
 * @throws Failure blaming `picture` for one they did not upload.
 */
export async function findOwnPicture(db: Db, userId: number, url: string) {
  const file = await findFile(db, unsizedKey(keyOfAddress(url) ?? ''));
  if (!file || !(await ownsFile(db, userId, url))) throw new Failure('invalid-input', '图片须先上传', 'picture');
  const { width, height, thumbhash } = file;
  return { url, width, height, thumbhash };
}
