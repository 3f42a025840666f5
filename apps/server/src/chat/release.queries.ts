import type { Trx } from '../db/schema.ts';

/** False for one that is not held. */
export async function markReleased(trx: Trx, id: number, seq: number) {
  const { numUpdatedRows } = await trx
    .updateTable('chatMessages')
    .set({ state: 'shown', reasons: '[]', seq })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
