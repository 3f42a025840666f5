import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Whether nobody had announced it before. Of two at once one waits, and finds that the other has. */
export async function markAnnounced(trx: Trx, id: number, announcedAt: number) {
  const { numUpdatedRows } = await trx
    .updateTable('articles')
    .set({ announcedAt })
    .where('id', '=', id)
    .where('announcedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** A published article, which nobody withdraws before the transaction ends. */
export function holdPublished(trx: Trx, id: number) {
  return trx
    .updateTable('articles')
    .set((article) => ({ announcedAt: article.ref('announcedAt') }))
    .where('id', '=', id)
    .where(listed)
    .returning(['id', 'title', 'authorId'])
    .executeTakeFirst();
}

/** The next of a member's followers, those whose accounts are closed or closing left out. */
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

/** Which of these anyone may read. */
export async function listPublished(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('id', 'in', ids)
    .where(listed)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
