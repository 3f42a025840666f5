import type { BlockedPerson } from '@mojian/contract/core/blocks';
import { Failure } from '@mojian/contract/platform/failures';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { requireMember } from '../identity/accounts.ts';

/** Blocks a member silently. Blocking again changes nothing. */
export function block(db: Db, viewer: Viewer, userId: number) {
  return db.transaction().execute(async (trx) => {
    if (userId === viewer.id) throw new Failure('invalid-input', '不能拉黑自己', 'userId');
    await requireMember(trx, userId, 'userId');
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('blocks')
      .values({ userId: viewer.id, blockedId: userId, createdAt: Date.now() })
      .onConflict((known) => known.columns(['userId', 'blockedId']).doNothing())
      .executeTakeFirstOrThrow();
    if (Number(numInsertedOrUpdatedRows) > 0) await tellScreens(trx, viewer);
  });
}

/** Unblocks a member. Nothing happens if they were not blocked. */
export function unblock(db: Db, viewer: Viewer, userId: number) {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('blocks')
      .where('userId', '=', viewer.id)
      .where('blockedId', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) > 0) await tellScreens(trx, viewer);
  });
}

/** Makes the viewer's other screens load their rooms again, and with them who is blocked. */
function tellScreens(trx: Trx, { id }: Viewer) {
  return publishEvents(trx, { topic: `user:${id}`, type: 'room', id: 0 });
}

export async function listBlocks(db: Db, viewer: Viewer): Promise<BlockedPerson[]> {
  const rows = await db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blockedId')
    .select(['users.id', 'nickname', 'avatar', 'role'])
    .where('blocks.userId', '=', viewer.id)
    .orderBy('blocks.createdAt', 'desc')
    .orderBy('users.id', 'desc')
    .execute();
  return rows.map(({ role, ...person }) => ({ ...person, badge: role === 'owner' ? 'owner' : null }));
}

export async function listBlockedIds(db: Db | Trx, userId: number) {
  const blocked = db.selectFrom('blocks').select('blockedId').where('userId', '=', userId).orderBy('blockedId');
  return (await blocked.execute()).map(({ blockedId }) => blockedId);
}

/** Members whose words this one's screens hide. Those of the staff are shown, whoever blocked them. */
export async function listUnheardIds(db: Db | Trx, userId: number) {
  const rows = db.selectFrom('blocks').select('blockedId').where('userId', '=', userId).where(isUnheard);
  return (await rows.orderBy('blockedId').execute()).map(({ blockedId }) => blockedId);
}

/** SQL condition on `blocks`: the blocked one is no staff. */
const isUnheard = sql<SqlBool>`blocks."blockedId" in (select users.id from users where users.role in ('member', 'demo'))`;

/** SQL condition on a column of members: this one hears them. */
export function isHeard(userId: number, column: string) {
  return hearing(sql`${userId}`, sql.ref(column));
}

/** SQL condition on a column of members: they hear of this one's acts. They always hear of those of the staff. */
export function hears(column: string, actorId: number) {
  return hearing(sql.ref(column), sql`${actorId}`);
}

function hearing(listener: RawBuilder<unknown>, speaker: RawBuilder<unknown>) {
  return sql<SqlBool>`not exists (select 1 from blocks where blocks."userId" = ${listener}
    and blocks."blockedId" = ${speaker} and ${isUnheard})`;
}

/** Drops the members who blocked the speaker. */
export async function withoutBlocking(db: Db | Trx, userIds: number[], speakerId: number) {
  const blocking = new Set(await listBlocking(db, userIds, speakerId));
  return userIds.filter((id) => !blocking.has(id));
}

/** True if either member blocked the other: they see neither typing nor presence. */
export async function isEitherBlocked(db: Db | Trx, one: number, other: number) {
  const [here, there] = [await listBlocking(db, [one], other), await listBlocking(db, [other], one)];
  return here.length + there.length > 0;
}

/** Filters members by whether they blocked this one. */
async function listBlocking(db: Db | Trx, userIds: number[], blockedId: number) {
  if (userIds.length === 0) return [];
  const blocking = db.selectFrom('blocks').select('userId').where('userId', 'in', userIds);
  return (await blocking.where('blockedId', '=', blockedId).execute()).map(({ userId }) => userId);
}

/** SQL condition on a column of members, such as `chatMessages.senderId`: this member has not blocked them. */
export function isNotBlocked(userId: number, column: string) {
  return sql<SqlBool>`not exists (select 1 from blocks where blocks."userId" = ${userId}
    and blocks."blockedId" = ${sql.ref(column)})`;
}
