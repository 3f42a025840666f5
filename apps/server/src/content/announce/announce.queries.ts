import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Sets the time of announcement once; of two concurrent calls only one gets `true`. */
export async function markAnnounced(trx: Trx, id: number, announcedAt: number) {
  const { numUpdatedRows } = await trx
    .updateTable('articles')
    .set({ announcedAt })
    .where('id', '=', id)
    .where('announcedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Locks a published article, so that it cannot be withdrawn before the transaction ends. */
export function holdPublished(trx: Trx, id: number) {
  return trx
    .updateTable('articles')
    .set((article) => ({ announcedAt: article.ref('announcedAt') }))
    .where('id', '=', id)
    .where(listed)
    .returning(['id', 'title', 'authorId'])
    .executeTakeFirst();
}

/** Next page of an author's followers by id; closed and closing accounts are left out. */
export async function listFollowers(
  trx: Trx,
  { authorId, after, limit }: { authorId: number; after: number; limit: number },
) {
  const rows = await trx
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.followerId')
    .select('follows.followerId')
    .where('followedId', '=', authorId)
    .where('followerId', '>', after)
    .where('users.closesAt', 'is', null)
    .orderBy('followerId')
    .limit(limit)
    .execute();
  return rows.map(({ followerId }) => followerId);
}

export async function listPublicIds(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('id', 'in', ids)
    .where(listed)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
