import type { Db } from '../../platform/db/schema.ts';

/** Whether there is such a series of this member's. */
export async function hasSeries(db: Db, id: number, authorId: number) {
  const own = db.selectFrom('series').select('id').where('id', '=', id).where('authorId', '=', authorId);
  return (await own.executeTakeFirst()) !== undefined;
}
