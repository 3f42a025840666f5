import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export async function findByPair(db: Db | Trx, pair: string) {
  const room = await db.selectFrom('rooms').select('id').where('pair', '=', pair).executeTakeFirst();
  return room?.id;
}

export function findPeer(db: Db, id: number) {
  return db.selectFrom('users').select(['closesAt', 'role']).where('id', '=', id).executeTakeFirst();
}

/** Of two at once one makes it. */
export async function insertRoom(trx: Trx, room: Insertable<Schema['rooms']>) {
  await trx
    .insertInto('rooms')
    .values(room)
    .onConflict((known) => known.column('pair').doNothing())
    .execute();
}

export async function insertMembers(trx: Trx, roomId: number, userIds: number[]) {
  await trx
    .insertInto('roomMembers')
    .values(userIds.map((userId) => ({ roomId, userId })))
    .onConflict((known) => known.columns(['roomId', 'userId']).doNothing())
    .execute();
}

/** False when it stood in their list. */
export async function markListed(trx: Trx, roomId: number, userId: number) {
  const { numUpdatedRows } = await trx
    .updateTable('roomMembers')
    .set({ listed: 1 })
    .where('roomId', '=', roomId)
    .where('userId', '=', userId)
    .where('listed', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
