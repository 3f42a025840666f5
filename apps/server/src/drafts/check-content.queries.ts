import type { Db } from '../db/schema.ts';

/** Whether there is such a series of this member's. */
export async function hasSeries(db: Db, id: number, authorId: number) {
  const own = db.selectFrom('series').select('id').where('id', '=', id).where('authorId', '=', authorId);
  return (await own.executeTakeFirst()) !== undefined;
}

export async function hasSlug(db: Db, slug: string, exceptId: number) {
  const other = db.selectFrom('articles').select('id').where('slug', '=', slug).where('id', '<>', exceptId);
  return (await other.executeTakeFirst()) !== undefined;
}
