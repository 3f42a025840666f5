import type { Db, Trx } from '../../platform/db/schema.ts';

type Block = { userId: number; blockedId: number };

/** False when it existed already. */
export async function insertBlock(trx: Trx, block: Block) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('blocks')
    .values({ ...block, createdAt: Date.now() })
    .onConflict((known) => known.columns(['userId', 'blockedId']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** False when there was none. */
export async function deleteBlock(trx: Trx, { userId, blockedId }: Block) {
  const { numDeletedRows } = await trx
    .deleteFrom('blocks')
    .where('userId', '=', userId)
    .where('blockedId', '=', blockedId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

/** Blocked members, newest first. */
export function listBlocked(db: Db, userId: number) {
  return db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blockedId')
    .select(['users.id', 'nickname', 'avatar', 'role'])
    .where('blocks.userId', '=', userId)
    .orderBy('blocks.createdAt', 'desc')
    .orderBy('users.id', 'desc')
    .execute();
}

export async function listBlockedIds(db: Db | Trx, userId: number) {
  const rows = await db
    .selectFrom('blocks')
    .select('blockedId')
    .where('userId', '=', userId)
    .orderBy('blockedId')
    .execute();
  return rows.map(({ blockedId }) => blockedId);
}

/** Those of these members who blocked this one. */
export async function listBlocking(db: Db | Trx, userIds: number[], blockedId: number) {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('blocks')
    .select('userId')
    .where('userId', 'in', userIds)
    .where('blockedId', '=', blockedId)
    .execute();
  return rows.map(({ userId }) => userId);
}

export function findRoomOf(trx: Trx, one: number, other: number) {
  return trx
    .selectFrom('rooms')
    .select('id')
    .where('pair', '=', `${Math.min(one, other)}-${Math.max(one, other)}`)
    .executeTakeFirst();
}
