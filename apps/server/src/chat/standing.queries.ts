import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../db/schema.ts';

export type Between = { viewerId: number; peerId: number; roomId: number };

/** How two people of a private room stand to each other. Nothing where there is no such member. */
export function findStanding(db: Db | Trx, { viewerId, peerId, roomId }: Between) {
  const blocks = (userId: number, blockedId: number) =>
    sql<SqlBool>`exists (select 1 from blocks where "userId" = ${userId} and "blockedId" = ${blockedId})`;
  const spoke = (userId: number) =>
    sql<SqlBool>`exists (select 1 from "chatMessages" where "roomId" = ${roomId} and "senderId" = ${userId})`;
  const follows = sql<SqlBool>`exists (select 1 from follows where "followerId" = ${peerId} and "followedId" = ${viewerId})`;
  return db
    .selectFrom('users')
    .select(['role', 'closesAt'])
    .select(blocks(viewerId, peerId).as('isBlocked'))
    .select(blocks(peerId, viewerId).as('isBlocking'))
    .select(spoke(viewerId).as('spoke'))
    .select(spoke(peerId).as('peerSpoke'))
    .select(follows.as('isFollowed'))
    .where('id', '=', peerId)
    .executeTakeFirst();
}

/** Who asked to talk and waits, as it is now. */
export async function findAsker(trx: Trx, roomId: number) {
  const room = await trx.selectFrom('rooms').select('askedBy').where('id', '=', roomId).executeTakeFirstOrThrow();
  return room.askedBy;
}

export async function setAsker(trx: Trx, roomId: number, askedBy: number) {
  await trx.updateTable('rooms').set({ askedBy }).where('id', '=', roomId).execute();
}

/** False when this one does not wait any more. */
export async function clearAsker(trx: Trx, roomId: number, askedBy: number) {
  const { numUpdatedRows } = await trx
    .updateTable('rooms')
    .set({ askedBy: null })
    .where('id', '=', roomId)
    .where('askedBy', '=', askedBy)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
