import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Blocks, follows and earlier messages between a member and the peer of each private room. */
export function selectRelations(db: Db | Trx, viewerId: number, roomIds: number[]) {
  const theirs = sql.ref('users.id');
  const own = sql`${viewerId}`;
  return db
    .selectFrom('roomMembers')
    .innerJoin('users', 'users.id', 'roomMembers.userId')
    .select([
      'roomMembers.roomId',
      'role',
      'closesAt',
      blocks(own, theirs).as('isBlocked'),
      blocks(theirs, own).as('isBlocking'),
      spoke(own).as('spoke'),
      spoke(theirs).as('peerSpoke'),
      follows(theirs, own).as('isFollowed'),
    ])
    .where('roomMembers.roomId', 'in', roomIds)
    .where('roomMembers.userId', '<>', viewerId);
}

type Who = RawBuilder<unknown>;

const blocks = (one: Who, other: Who) =>
  sql<SqlBool>`exists (select 1 from blocks where blocks."userId" = ${one} and blocks."blockedId" = ${other})`;

const spoke = (who: Who) =>
  sql<SqlBool>`exists (select 1 from "chatMessages" where "chatMessages"."roomId" = "roomMembers"."roomId"
    and "chatMessages"."senderId" = ${who})`;

const follows = (one: Who, other: Who) =>
  sql<SqlBool>`exists (select 1 from follows where follows."followerId" = ${one} and follows."followedId" = ${other})`;

export async function findAsker(trx: Trx, roomId: number) {
  const room = await trx.selectFrom('rooms').select('askedBy').where('id', '=', roomId).executeTakeFirstOrThrow();
  return room.askedBy;
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
