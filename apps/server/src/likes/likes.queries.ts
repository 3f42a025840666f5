import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

type Like = Insertable<Schema['likes']>;
type Target = Pick<Like, 'kind' | 'targetId'>;

/** True when it was not there before: of two at once, one is told so. */
export async function insertLike(trx: Trx, like: Like) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('likes')
    .values(like)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

export async function deleteLike(trx: Trx, { kind, targetId, userId }: Target & { userId: number }) {
  const { numDeletedRows } = await trx
    .deleteFrom('likes')
    .where('kind', '=', kind)
    .where('targetId', '=', targetId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

export async function listLiked(db: Db, kind: Like['kind'], targetIds: number[], userId: number) {
  const rows = await db
    .selectFrom('likes')
    .select('targetId')
    .where('kind', '=', kind)
    .where('targetId', 'in', targetIds)
    .where('userId', '=', userId)
    .execute();
  return rows.map(({ targetId }) => targetId);
}

/** The newest who liked one thing. */
export function listLikers(db: Db, { kind, targetId }: Target, limit: number) {
  return db
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.userId')
    .select(['users.id', 'users.nickname'])
    .where('kind', '=', kind)
    .where('targetId', '=', targetId)
    .orderBy('likes.createdAt', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteLikesOf(trx: Trx, { kind, targetId }: Target) {
  await trx.deleteFrom('likes').where('kind', '=', kind).where('targetId', '=', targetId).execute();
}
