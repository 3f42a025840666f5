import type { Trx } from '../../platform/db/schema.ts';

/** What it says, now that it is shown. Nothing for one that is not held. */
export function markReleased(trx: Trx, id: number, seq: number) {
  return trx
    .updateTable('chatMessages')
    .set({ state: 'shown', reasons: '[]', seq })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .returning(['id', 'roomId', 'senderId', 'text'])
    .executeTakeFirst();
}
