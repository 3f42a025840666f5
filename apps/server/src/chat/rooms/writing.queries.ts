import { type Insertable, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { readBefore } from './rooms.queries.ts';

export async function findByPair(db: Db | Trx, pair: string) {
  const room = await db.selectFrom('rooms').select('id').where('pair', '=', pair).executeTakeFirst();
  return room?.id;
}

export function findPeer(db: Db, id: number) {
  return db.selectFrom('users').select(['closesAt', 'role']).where('id', '=', id).executeTakeFirst();
}

/** Keeps the room of a concurrent insert. */
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

/** False when it was listed already. */
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

/** Locks the room and returns its newest message id. */
export async function lockRoom(trx: Trx, id: number) {
  const { lastId } = await trx
    .updateTable('rooms')
    .set((row) => ({ lastId: row.ref('lastId') }))
    .where('id', '=', id)
    .returning('lastId')
    .executeTakeFirstOrThrow();
  return lastId;
}

export async function clearFor(trx: Trx, userId: number, { roomId, lastId }: { roomId: number; lastId: number }) {
  await trx
    .updateTable('roomMembers')
    .set({ listed: 0, clearedId: lastId, readId: lastId })
    .where('roomId', '=', roomId)
    .where('userId', '=', userId)
    .execute();
}

/** Inserts a member's row of the group on first use, without marking anything read. */
export async function putMuted(trx: Trx, { roomId, userId, muted }: { roomId: number; userId: number; muted: number }) {
  const first = sql<number>`coalesce((select ${readBefore} from rooms, users where rooms.id = ${roomId}
    and users.id = ${userId}), 0)`;
  await trx
    .insertInto('roomMembers')
    .values({ roomId, userId, muted, listed: 1, readId: first })
    .onConflict((known) => known.columns(['roomId', 'userId']).doUpdateSet({ muted }))
    .execute();
}

export async function hasMessage(db: Db, roomId: number, id: number) {
  const found = db.selectFrom('chatMessages').select('id').where('id', '=', id).where('roomId', '=', roomId);
  return (await found.executeTakeFirst()) !== undefined;
}

/** False when that much was read already. Inserts a member's row of the group on first use. */
export async function raiseRead(db: Db, roomId: number, userId: number, readId: number) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('roomMembers')
    .values({ roomId, userId, readId, listed: 1 })
    .onConflict((known) =>
      known.columns(['roomId', 'userId']).doUpdateSet({ readId }).where('roomMembers.readId', '<', readId),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}
