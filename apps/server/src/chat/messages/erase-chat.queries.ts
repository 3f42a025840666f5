import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

export async function listSpoken(trx: Trx, senderId: number, which: 'all' | 'unseen', most: number) {
  const rows = await trx
    .selectFrom('chatMessages')
    .select('id')
    .where('senderId', '=', senderId)
    .where('state', 'in', which === 'all' ? ['shown', 'held'] : ['held'])
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function leaveGroup(trx: Trx, userId: number) {
  await trx
    .deleteFrom('roomMembers')
    .where('userId', '=', userId)
    .where('roomId', 'in', trx.selectFrom('rooms').select('id').where('kind', '=', 'group'))
    .execute();
}

/** What they read, hid and muted is forgotten; that they are one of two stays. */
export async function unlistRooms(trx: Trx, userId: number) {
  const nothing = { listed: 0, readId: 0, muted: 0 };
  await trx.updateTable('roomMembers').set(nothing).where('userId', '=', userId).execute();
}

export async function deleteMarks(trx: Trx, table: 'chatHidden' | 'chatCalls', userId: number) {
  await trx
    .deleteFrom(table as 'chatHidden')
    .where('userId', '=', userId)
    .execute();
}

/** Of this member's private rooms those that nobody reads any more. */
function deserted(trx: Trx, userId: number) {
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

export async function listDeserted(trx: Trx, userId: number, most: number) {
  const rows = await trx
    .selectFrom('chatMessages')
    .select('id')
    .where('roomId', 'in', deserted(trx, userId))
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteMessages(trx: Trx, ids: number[]) {
  await trx.deleteFrom('chatMessages').where('id', 'in', ids).execute();
}

export async function deleteDeserted(trx: Trx, userId: number) {
  await trx.deleteFrom('rooms').where('id', 'in', deserted(trx, userId)).execute();
}
