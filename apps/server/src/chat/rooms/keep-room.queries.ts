import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';
import { readBefore } from './rooms.queries.ts';

/** The room's newest message, which stays the newest until the transaction ends. */
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

/** In the group a member's row may begin with this; nothing counts as read by it. */
export async function putMuted(trx: Trx, { roomId, userId, muted }: { roomId: number; userId: number; muted: number }) {
  const first = sql<number>`coalesce((select ${readBefore} from rooms, users where rooms.id = ${roomId}
    and users.id = ${userId}), 0)`;
  await trx
    .insertInto('roomMembers')
    .values({ roomId, userId, muted, listed: 1, readId: first })
    .onConflict((known) => known.columns(['roomId', 'userId']).doUpdateSet({ muted }))
    .execute();
}
