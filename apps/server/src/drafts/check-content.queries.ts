import type { Db, Trx } from '../db/schema.ts';

/** Whether there is such a series of this member's. */
export async function hasSeries(db: Db | Trx, id: number, authorId: number) {
  const own = db.selectFrom('series').select('id').where('id', '=', id).where('authorId', '=', authorId);
  return (await own.executeTakeFirst()) !== undefined;
}

export async function hasSlug(db: Db, slug: string, exceptId: number) {
  const other = db.selectFrom('articles').select('id').where('slug', '=', slug).where('id', '<>', exceptId);
  return (await other.executeTakeFirst()) !== undefined;
}

/** The place after the last article of a series. */
export async function nextPosition(trx: Trx, seriesId: number) {
  const { last } = await trx
    .selectFrom('articles')
    .select(({ fn }) => fn.max('seriesPosition').as('last'))
    .where('seriesId', '=', seriesId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
