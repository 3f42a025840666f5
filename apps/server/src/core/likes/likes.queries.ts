import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type Like = Insertable<Schema['likes']>;

/** True when it was not there before: of two at once, one is told so. */
export async function insertLike(trx: Trx, like: Like) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('likes')
    .values(like)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

export async function deleteLike(trx: Trx, { kind, targetId, userId }: Omit<Like, 'createdAt'>) {
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

/** The newest who liked each thing. */
export function listLikers(db: Db, kind: Like['kind'], targetIds: number[], most: number) {
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

export async function deleteLikesOf(trx: Trx, kind: Like['kind'], targetIds: number[]) {
  for (let from = 0; from < targetIds.length; from += atOnce) {
    const some = targetIds.slice(from, from + atOnce);
    await trx.deleteFrom('likes').where('kind', '=', kind).where('targetId', 'in', some).execute();
  }
}
