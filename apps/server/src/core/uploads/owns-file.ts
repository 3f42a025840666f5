import type { Db } from '../../platform/db/schema.ts';
import { readSizes } from '../../platform/storage/keep-picture.ts';
import { addressOfKey, keyOfAddress, unsizedKey } from '../../platform/storage/storage-key.ts';
import { findOwnedFile } from './uploads.queries.ts';

/** Whether an address is that of a picture this member uploaded, or of one of its smaller copies. */
export async function ownsFile(db: Db, userId: number, address: string): Promise<boolean> {
  const key = keyOfAddress(address);
  const file = key && (await findOwnedFile(db, unsizedKey(key), userId));
  if (!file) return false;
  return [file, ...readSizes(file.sizes)].some((copy) => addressOfKey(copy.key) === address);
}
