import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type Kind = 'article' | 'say' | 'comment';
type Like = { kind: Kind; targetId: number; userId: number };

/**
 * Likes, stops liking, or, without `wanted`, does the other of what is. `change` is what the thing's counter must take in
 * the same transaction: however many clicks come at once, counter and rows stay equal.
 */
export async function setLike(trx: Trx, like: Like, wanted?: boolean): Promise<{ liked: boolean; change: -1 | 0 | 1 }> {
  if (wanted !== false) {
    if (await insertLike(trx, { ...like, createdAt: Date.now() })) return { liked: true, change: 1 };
    if (wanted) return { liked: true, change: 0 };
  }
  return { liked: false, change: (await deleteLike(trx, like)) ? -1 : 0 };
}

/** Which of these the member likes. */
export async function likedOf(db: Db, kind: Kind, targetIds: number[], userId: number | undefined) {
  if (userId === undefined || targetIds.length === 0) return new Set<number>();
  return new Set(await listLiked(db, kind, targetIds, userId));
}

/** The newest people who like each of these, at most so many, in one question. */
export async function likersOf(db: Db, kind: Kind, targetIds: number[], most: number) {
  if (targetIds.length === 0) return new Map<number, { id: number; nickname: string }[]>();
  const rows = await listLikers(db, kind, targetIds, most);
  const byTarget = Map.groupBy(rows, ({ targetId }) => targetId);
  return new Map(Array.from(byTarget, ([id, own]) => [id, own.map(({ id, nickname }) => ({ id, nickname }))]));
}

/** With the things themselves. */
export function forgetLikes(trx: Trx, kind: Kind, targetIds: number[]) {
  return deleteLikesOf(trx, kind, targetIds);
}

type LikeRow = Insertable<Schema['likes']>;

/** True when it was not there before: of two at once, one is told so. */
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

/** The newest who liked each thing. */
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

/** However many things there are: a statement names so many at the most. */
const atOnce = 500;

async function deleteLikesOf(trx: Trx, kind: LikeRow['kind'], targetIds: number[]) {
  for (let from = 0; from < targetIds.length; from += atOnce) {
    const some = targetIds.slice(from, from + atOnce);
    await trx.deleteFrom('likes').where('kind', '=', kind).where('targetId', 'in', some).execute();
  }
}
