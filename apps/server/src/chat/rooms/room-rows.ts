import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { readBefore } from './rooms.queries.ts';

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

/** Keeps the newest id, whatever the order of commits. */
export async function raiseLast(trx: Trx, roomId: number, id: number) {
  await trx.updateTable('rooms').set({ lastId: id }).where('id', '=', roomId).where('lastId', '<', id).execute();
}

/**
 * Puts the room back into both lists and returns in whose it was missing. Locks the room, so that a concurrent deletion of it
 * finishes first.
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

/** Makes senders members of the group. */
export async function joinGroup(trx: Trx, messages: { roomId: number; senderId: number; id: number }[]) {
  await trx
    .insertInto('roomMembers')
    .values(messages.map(({ roomId, senderId, id }) => ({ roomId, userId: senderId, readId: id, listed: 1 })))
    .onConflict((known) => known.columns(['roomId', 'userId']).doNothing())
    .execute();
}

export async function leaveGroup(trx: Trx, userId: number) {
  await trx
    .deleteFrom('roomMembers')
    .where('userId', '=', userId)
    .where('roomId', 'in', trx.selectFrom('rooms').select('id').where('kind', '=', 'group'))
    .execute();
}

/** Resets what a member read and muted; their membership of private rooms stays. */
export async function unlistRooms(trx: Trx, userId: number) {
  const nothing = { listed: 0, readId: 0, muted: 0 };
  await trx.updateTable('roomMembers').set(nothing).where('userId', '=', userId).execute();
}

export async function setAsker(trx: Trx, roomId: number, askedBy: number) {
  await trx.updateTable('rooms').set({ askedBy }).where('id', '=', roomId).execute();
}

/** False when this request is no longer open. */
export async function clearAsker(trx: Trx, roomId: number, askedBy: number) {
  const { numUpdatedRows } = await trx
    .updateTable('rooms')
    .set({ askedBy: null })
    .where('id', '=', roomId)
    .where('askedBy', '=', askedBy)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Private rooms of this member that no open account reads any more. */
export function abandonedRooms(trx: Trx, userId: number) {
  const isRead = sql<SqlBool>`exists (select 1 from "roomMembers" as reader join users on users.id = reader."userId"
    where reader."roomId" = rooms.id and (users."closesAt" is null or users."closesAt" > ${Date.now()}))`;
  return trx
    .selectFrom('rooms')
    .innerJoin('roomMembers', 'roomMembers.roomId', 'rooms.id')
    .select('rooms.id')
    .where('roomMembers.userId', '=', userId)
    .where('rooms.kind', '=', 'private')
    .where(({ not }) => not(isRead));
}

export async function deleteAbandonedRooms(trx: Trx, userId: number) {
  await trx.deleteFrom('rooms').where('id', 'in', abandonedRooms(trx, userId)).execute();
}
