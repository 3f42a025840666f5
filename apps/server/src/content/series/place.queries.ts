import type { Trx } from '../../platform/db/schema.ts';

export function findPlace(trx: Trx, articleId: number) {
  return trx.selectFrom('articles').select(['authorId', 'seriesId']).where('id', '=', articleId).executeTakeFirst();
}

export async function lastPosition(trx: Trx, seriesId: number) {
  const last = trx
    .selectFrom('articles')
    .select('seriesPosition')
    .where('seriesId', '=', seriesId)
    .orderBy('seriesPosition', 'desc')
    .limit(1);
  return (await last.executeTakeFirst())?.seriesPosition ?? 0;
}

export async function setPlace(trx: Trx, id: number, place: { seriesId: number | null; seriesPosition: number }) {
  await trx.updateTable('articles').set(place).where('id', '=', id).execute();
}

/** Nothing happens when it stands elsewhere by now. */
export async function leaveSeries(trx: Trx, id: number, seriesId: number) {
  await trx
    .updateTable('articles')
    .set({ seriesId: null, seriesPosition: 0 })
    .where('id', '=', id)
    .where('seriesId', '=', seriesId)
    .execute();
}
