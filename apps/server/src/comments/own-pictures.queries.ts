import type { Db } from '../db/schema.ts';

export function listSizes(db: Db, keys: string[]) {
  return db.selectFrom('files').select(['key', 'width', 'height']).where('key', 'in', keys).execute();
}
