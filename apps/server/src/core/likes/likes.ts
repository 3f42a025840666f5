import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type Kind = 'article' | 'say' | 'comment';
type Like = { kind: Kind; targetId: number; userId: number };

/**
 * Likes, unlikes, or toggles without `wanted`. `change` belongs on the counter in the same transaction, so that counter
 * and rows stay equal under concurrent clicks.
 */
export async function setLike(trx: Trx, like: Like, wanted?: boolean): Promise<{ liked: boolean; change: -1 | 0 | 1 }> {
  if (wanted !== false) {
    if (await insertLike(trx, { ...like, createdAt: Date.now() })) return { liked: true, change: 1 };
    if (wanted) return { liked: true, change: 0 };
  }
  return { liked: false, change: (await deleteLike(trx, like)) ? -1 : 0 };
}

/** Filters targets to those the member likes. */
export async function likedOf(db: Db, kind: Kind, targetIds: number[], userId: number | undefined) {
  if (userId === undefined || targetIds.length === 0) return new Set<number>();
  return new Set(await listLiked(db, kind, targetIds, userId));
}

/** Newest members who like each target, in one query. */
export async function likersOf(db: Db, kind: Kind, targetIds: number[], most: number) {
  if (targetIds.length === 0) return new Map<number, { id: number; nickname: string }[]>();
  const rows = await listLikers(db, kind, targetIds, most);
  const byTarget = Map.groupBy(rows, ({ targetId }) => targetId);
  return new Map(Array.from(byTarget, ([id, own]) => [id, own.map(({ id, nickname }) => ({ id, nickname }))]));
}

/** Deletes the likes of erased targets. */
export function forgetLikes(trx: Trx, kind: Kind, targetIds: number[]) {
  return deleteLikesOf(trx, kind, targetIds);
}

type LikeRow = Insertable<Schema['likes']>;

/** False when it existed already, so that only one of two concurrent inserts counts. */
async function insertLike(trx: Trx, like: LikeRow) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('likes')
    .values(like)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

async function deleteLike(trx: Trx, { kind, targetId, userId }: Omit<LikeRow, 'createdAt'>) {
  const { numDeletedRows } = await trx
    .deleteFrom('likes')
    .where('kind', '=', kind)
    .where('targetId', '=', targetId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

async function listLiked(db: Db, kind: LikeRow['kind'], targetIds: number[], userId: number) {
  const rows = await db
    .selectFrom('likes')
    .select('targetId')
    .where('kind', '=', kind)
    .where('targetId', 'in', targetIds)
    .where('userId', '=', userId)
    .execute();
  return rows.map(({ targetId }) => targetId);
}

function listLikers(db: Db, kind: LikeRow['kind'], targetIds: number[], most: number) {
  const newest = db
    .selectFrom('likes')
    .select(({ fn }) => [
      'targetId',
      'userId',
      fn
        .agg<number>('row_number')
        .over((of) => of.partitionBy('targetId').orderBy('createdAt', 'desc').orderBy('userId', 'desc'))
        .as('rank'),
    ])
    .where('kind', '=', kind)
    .where('targetId', 'in', targetIds)
    .as('newest');
  return db
    .selectFrom(newest)
    .innerJoin('users', 'users.id', 'newest.userId')
    .select(['newest.targetId', 'users.id', 'users.nickname'])
    .where('newest.rank', '<=', most)
    .orderBy('newest.targetId')
    .orderBy('newest.rank')
    .execute();
}

/** Ids per statement. */
const atOnce = 500;

async function deleteLikesOf(trx: Trx, kind: LikeRow['kind'], targetIds: number[]) {
  for (let from = 0; from < targetIds.length; from += atOnce) {
    const some = targetIds.slice(from, from + atOnce);
    await trx.deleteFrom('likes').where('kind', '=', kind).where('targetId', 'in', some).execute();
  }
}
