import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

/** Private rooms of a member, with the other one. */
export async function listPrivate(trx: Trx, userId: number) {
  const rows = await trx
    .selectFrom('rooms')
    .innerJoin('roomMembers', 'roomMembers.roomId', 'rooms.id')
    .select(['rooms.id', 'rooms.pair'])
    .where('rooms.kind', '=', 'private')
    .where('roomMembers.userId', '=', userId)
    .orderBy('rooms.id')
    .execute();
  return rows.map(({ id, pair }) => ({ id, other: otherOf(pair ?? '', userId) }));
}

export function findByPair(trx: Trx, pair: string) {
  return trx.selectFrom('rooms').select(['id', 'lastId']).where('pair', '=', pair).executeTakeFirst();
}

export async function renamePair(trx: Trx, id: number, pair: string) {
  await trx.updateTable('rooms').set({ pair }).where('id', '=', id).execute();
}

export function listLines(trx: Trx, roomId: number) {
  return trx.selectFrom('chatMessages').select(['id', 'text', 'state']).where('roomId', '=', roomId).execute();
}

/** All of one room is said in another one from now on; the room is gone. */
export async function pourInto(trx: Trx, roomId: number, into: number) {
  await trx.updateTable('chatMessages').set({ roomId: into }).where('roomId', '=', roomId).execute();
  await sql`update rooms set "lastId" = (select coalesce(max(id), 0) from "chatMessages" where "roomId" = ${into}),
    "askedBy" = null where id = ${into}`.execute(trx);
  await sql`update "roomMembers" set listed = 1 where "roomId" = ${into}`.execute(trx);
  await deleteRoom(trx, roomId);
}

export async function deleteRoom(trx: Trx, roomId: number) {
  await trx.deleteFrom('chatMessages').where('roomId', '=', roomId).execute();
  await trx.deleteFrom('rooms').where('id', '=', roomId).execute();
}

function otherOf(pair: string, userId: number) {
  const [one, two] = pair.split('-').map(Number);
  return (one === userId ? two : one) ?? 0;
}
