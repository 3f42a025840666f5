import type { Db } from '../../platform/db/schema.ts';

/** The smaller copies of a picture the database knows of, as JSON. */
export async function findSizes(db: Db, key: string) {
  const row = await db.selectFrom('files').select('sizes').where('key', '=', key).executeTakeFirst();
  return row?.sizes;
}
