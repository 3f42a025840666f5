import { readTypes } from '@mojian/contract/platform/rules';
import type { Insertable } from 'kysely';
import { compiledOnce } from '../../platform/db/compiled.ts';
import { chosenReadType } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

const actTarget = compiledOnce((db, { id }: { id: number }) =>
  db
    .selectFrom('articles')
    .select([
      'id',
      'kind',
      'title',
      'authorId',
      'state',
      'removedAt',
      chosenReadType.as('readType'),
      'likes',
      'collects',
      'comments',
      'commenting',
    ])
    .where('id', '=', id),
);

export async function findActTarget(db: Db | Trx, id: number) {
  return (await actTarget(db, { id }))[0];
}

export function findOwnState(db: Db, id: number, userId: number) {
  return db
    .selectFrom('articles')
    .leftJoin('likes', (join) =>
      join.onRef('likes.targetId', '=', 'articles.id').on('likes.kind', '=', 'article').on('likes.userId', '=', userId),
    )
    .leftJoin('collects', (join) =>
      join.onRef('collects.articleId', '=', 'articles.id').on('collects.userId', '=', userId),
    )
    .leftJoin('follows', (join) =>
      join.onRef('follows.followedId', '=', 'articles.authorId').on('follows.followerId', '=', userId),
    )
    .select(['likes.targetId as liked', 'collects.articleId as collected', 'follows.followedId as followed'])
    .where('articles.id', '=', id)
    .executeTakeFirst();
}

export async function hasShownComment(db: Db, articleId: number, authorId: number) {
  const comment = await db
    .selectFrom('comments')
    .select('id')
    .where('articleId', '=', articleId)
    .where('authorId', '=', authorId)
    .where('state', '=', 'shown')
    .where('removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return comment !== undefined;
}

export async function hasUnlock(db: Db | Trx, articleId: number, readers: string[]) {
  if (readers.length === 0) return false;
  const unlock = await db
    .selectFrom('unlocks')
    .select('reader')
    .where('articleId', '=', articleId)
    .where('reader', 'in', readers)
    .executeTakeFirst();
  return unlock !== undefined;
}

/** Lists published articles that still need a code from this reader: at most two, enough to tell one from several. */
export async function listClosedByCode(db: Db | Trx, readers: string[]) {
  const articles = await db
    .selectFrom('articles')
    .select('id')
    .where(chosenReadType, '=', readTypes.afterCode)
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .$if(readers.length > 0, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('unlocks')
              .select('reader')
              .whereRef('unlocks.articleId', '=', 'articles.id')
              .where('reader', 'in', readers),
          ),
        ),
      ),
    )
    .orderBy('id')
    .limit(2)
    .execute();
  return articles.map(({ id }) => id);
}

/** False when the reader had unlocked it before, so that one of two concurrent codes stays unused. */
export async function insertUnlock(trx: Trx, unlock: { articleId: number; reader: string }) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('unlocks')
    .values({ ...unlock, createdAt: Date.now() })
    .onConflict((opened) => opened.columns(['articleId', 'reader']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Closes an article to everybody who had opened it. */
export async function deleteUnlocks(trx: Trx, articleId: number) {
  await trx.deleteFrom('unlocks').where('articleId', '=', articleId).execute();
}

export async function findPasswordHash(db: Db | Trx, articleId: number) {
  const password = db.selectFrom('articlePasswords').select('hash').where('articleId', '=', articleId);
  return (await password.executeTakeFirst())?.hash;
}

/** Locks an article's password, which then changes after this transaction only; false when it is no longer this one. */
export async function lockPasswordHash(trx: Trx, articleId: number, hash: string) {
  const { numUpdatedRows } = await trx
    .updateTable('articlePasswords')
    .set({ hash })
    .where('articleId', '=', articleId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

export async function putPassword(trx: Trx, { articleId, ...password }: Insertable<Schema['articlePasswords']>) {
  await trx
    .insertInto('articlePasswords')
    .values({ articleId, ...password })
    .onConflict((known) => known.column('articleId').doUpdateSet(password))
    .execute();
}

export async function deletePassword(trx: Trx, articleId: number) {
  await trx.deleteFrom('articlePasswords').where('articleId', '=', articleId).execute();
}
