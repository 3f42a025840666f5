import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';

/** Words on the cover of an album. */
export type Album = { place: string; time: string };

/** Measures how dark the ground of an album's title must be on its cover. */
export const measureCoverEffect = 'measure-cover';

/** Makes an article an album, or none; its cover is measured after the commit. */
export async function storeAlbum(trx: Trx, articleId: number, album: Album | null) {
  if (!album) return void (await trx.deleteFrom('albums').where('articleId', '=', articleId).execute());
  await trx
    .insertInto('albums')
    .values({ articleId, ...album })
    .onConflict((known) => known.column('articleId').doUpdateSet(album))
    .execute();
  await enqueue(trx, measureCoverEffect, { id: articleId });
}

/** @returns whether it changed */
export async function storeVeil(trx: Trx, articleId: number, veil: number) {
  const { numUpdatedRows } = await trx
    .updateTable('albums')
    .set({ veil })
    .where('articleId', '=', articleId)
    .where((album) => album.or([album('veil', 'is', null), album('veil', '<>', veil)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
