import type { Trx } from '../db/schema.ts';

/** Whether nobody had announced it before. Of two at once one waits, and finds that the other has. */
export async function markAnnounced(trx: Trx, id: number, announcedAt: number) {
  const { numUpdatedRows } = await trx
    .updateTable('articles')
    .set({ announcedAt })
    .where('id', '=', id)
    .where('announcedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
