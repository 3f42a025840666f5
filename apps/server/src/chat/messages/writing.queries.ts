import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type NewMessage = Insertable<Schema['chatMessages']>;

export async function findSent(db: Db | Trx, senderId: number, sendKey: string) {
  const sent = db
    .selectFrom('chatMessages')
    .select('id')
    .where('senderId', '=', senderId)
    .where('sendKey', '=', sendKey);
  return (await sent.executeTakeFirst())?.id;
}

export async function insertMessage(trx: Trx, message: NewMessage) {
  const { id } = await trx.insertInto('chatMessages').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Nothing older takes the place of what is newest. */
export async function raiseLast(trx: Trx, roomId: number, id: number) {
  await trx.updateTable('rooms').set({ lastId: id }).where('id', '=', roomId).where('lastId', '<', id).execute();
}

/**
 * The room stands in both lists again. Returns in whose it did not. Who deletes it for themselves at this moment holds the
 * room: they are waited for, and have it again.
 */
export async function listAgain(trx: Trx, roomId: number) {
  await trx
    .updateTable('rooms')
    .set((room) => ({ lastId: room.ref('lastId') }))
    .where('id', '=', roomId)
    .execute();
  const rows = await trx
    .updateTable('roomMembers')
    .set({ listed: 1 })
    .where('roomId', '=', roomId)
    .where('listed', '=', 0)
    .returning('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Whoever speaks in the group belongs to it from now on. */
export async function joinGroup(trx: Trx, roomId: number, userId: number, readId: number) {
  await trx
    .insertInto('roomMembers')
    .values({ roomId, userId, readId, listed: 1 })
    .onConflict((known) => known.columns(['roomId', 'userId']).doNothing())
    .execute();
}

export async function insertCalls(trx: Trx, messageId: number, userIds: number[]) {
  if (userIds.length === 0) return;
  await trx
    .insertInto('chatCalls')
    .values(userIds.map((userId) => ({ messageId, userId })))
    .onConflict((known) => known.columns(['userId', 'messageId']).doNothing())
    .execute();
}
