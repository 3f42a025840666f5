import type { Insertable } from 'kysely';
import { enabled } from '../../core/sessions/sessions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

const shown = ['id', 'articleId', 'token', 'views', 'createdAt', 'expiresAt'] as const;

export function listShares(db: Db | Trx, articleId: number, now: number) {
  return db
    .selectFrom('shares')
    .select(shown)
    .where('articleId', '=', articleId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export type NewShare = Insertable<Schema['shares']>;

export function insertShare(trx: Trx, values: NewShare) {
  return trx.insertInto('shares').values(values).returning(shown).executeTakeFirstOrThrow();
}

export function findShare(db: Db, id: number) {
  return db.selectFrom('shares').select(shown).where('id', '=', id).executeTakeFirst();
}

export async function deleteShare(db: Db, id: number) {
  await db.deleteFrom('shares').where('id', '=', id).execute();
}

export async function deleteExpired(db: Db, now: number) {
  await db.deleteFrom('shares').where('expiresAt', '<=', now).execute();
}

export function findShared(db: Db, token: string, now: number) {
  return db
    .selectFrom('shares')
    .innerJoin('articles', 'articles.id', 'shares.articleId')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select([
      'shares.articleId',
      'shares.expiresAt',
      'articles.version',
      'articles.title',
      'articles.markdown',
      'articles.updatedAt',
      'articles.authorId',
      'users.nickname',
      'users.avatar',
      'drafts.content',
      'drafts.savedAt',
    ])
    .where('shares.token', '=', token)
    .where('shares.expiresAt', '>', now)
    .where('articles.removedAt', 'is', null)
    .where('articles.state', '<>', 'private')
    .where(enabled(now))
    .executeTakeFirst();
}

export async function countView(db: Db, token: string) {
  await db
    .updateTable('shares')
    .set((share) => ({ views: share('views', '+', 1) }))
    .where('token', '=', token)
    .execute();
}
