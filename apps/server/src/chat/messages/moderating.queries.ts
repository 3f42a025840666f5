import type { Db, Trx } from '../../platform/db/schema.ts';

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

/** Which chat message an open report is about. */
export function findReportedChat(db: Db, id: number) {
  return db
    .selectFrom('reports')
    .select('chatMessageId')
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .where('chatMessageId', 'is not', null)
    .executeTakeFirst();
}

/** Whether this is a message of the group that still stands. */
export async function isInGroup(db: Db, id: number) {
  const found = await db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .select('chatMessages.id')
    .where('chatMessages.id', '=', id)
    .where('rooms.kind', '=', 'group')
    .where('chatMessages.state', 'in', ['shown', 'held'])
    .executeTakeFirst();
  return found !== undefined;
}
