import { type Insertable, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type Reason = Schema['revisions']['reason'];

export function findLast(trx: Trx, articleId: number, reasons?: Reason[]) {
  return newestFirst(trx, articleId)
    .select(['id', 'reason', 'createdAt', 'content'])
    .$if(reasons !== undefined, (query) => query.where('reason', 'in', reasons ?? []))
    .limit(1)
    .executeTakeFirst();
}

export async function insertRevision(trx: Trx, values: Insertable<Schema['revisions']>) {
  await trx.insertInto('revisions').values(values).execute();
}

export async function markRevision(trx: Trx, id: number, change: { reason: Reason; createdAt: number }) {
  await trx.updateTable('revisions').set(change).where('id', '=', id).execute();
}

export function listAges(trx: Trx, articleId: number) {
  return newestFirst(trx, articleId).select(['id', 'reason', 'createdAt']).execute();
}

/** All of an author's non-public revisions, oldest first. */
export function listUnshown(trx: Trx, authorId: number, shown: Reason[]) {
  return trx
    .selectFrom('revisions')
    .innerJoin('articles', 'articles.id', 'revisions.articleId')
    .select(['revisions.id', sql<number>`octet_length(revisions.content)`.as('size')])
    .where('articles.authorId', '=', authorId)
    .where('revisions.reason', 'not in', shown)
    .orderBy('revisions.createdAt')
    .orderBy('revisions.id')
    .execute();
}

export async function dropRevisions(trx: Trx, ids: number[]) {
  if (ids.length > 0) await trx.deleteFrom('revisions').where('id', 'in', ids).execute();
}

/** Next page of articles, by id, with revisions older than a moment. */
export async function listArticlesWithRevisionsBefore(db: Db, before: number, after: number, limit: number) {
  const rows = await db
    .selectFrom('revisions')
    .select('articleId')
    .distinct()
    .where('createdAt', '<', before)
    .where('articleId', '>', after)
    .orderBy('articleId')
    .limit(limit)
    .execute();
  return rows.map(({ articleId }) => articleId);
}

export function listRevisionRows(db: Db, articleId: number) {
  return selectRevisions(db)
    .where('articleId', '=', articleId)
    .orderBy('revisions.createdAt', 'desc')
    .orderBy('revisions.id', 'desc')
    .execute();
}

export function selectRevision(db: Db, id: number) {
  return selectRevisions(db)
    .select(['revisions.articleId', 'revisions.content'])
    .where('revisions.id', '=', id)
    .executeTakeFirst();
}

export function listSeriesOfArticle(db: Db, articleId: number) {
  return db
    .selectFrom('series')
    .innerJoin('articles', 'articles.authorId', 'series.authorId')
    .select(['series.id', 'series.name'])
    .where('articles.id', '=', articleId)
    .orderBy('series.id')
    .execute();
}

export async function isWaiting(db: Db, articleId: number) {
  const waiting = await db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .select('articles.id')
    .where('articles.id', '=', articleId)
    .where('articles.removedAt', 'is', null)
    .where('drafts.submittedAt', 'is not', null)
    .executeTakeFirst();
  return waiting !== undefined;
}

export async function isShownByAnother(db: Db, articleId: number, viewerId: number) {
  const shown = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '=', articleId)
    .where('authorId', '<>', viewerId)
    .where('removedAt', 'is', null)
    .where('state', 'in', ['published', 'scheduled', 'withdrawn'])
    .executeTakeFirst();
  return shown !== undefined;
}

function selectRevisions(db: Db) {
  return db
    .selectFrom('revisions')
    .innerJoin('users', 'users.id', 'revisions.userId')
    .innerJoin('articles', 'articles.id', 'revisions.articleId')
    .select([
      'articles.authorId',
      'revisions.id',
      'revisions.reason',
      'revisions.title',
      'revisions.words',
      'revisions.createdAt',
      'revisions.userId',
      'users.nickname',
      'revisions.isPrivate',
      'revisions.keyName',
    ]);
}

function newestFirst(trx: Trx, articleId: number) {
  return trx
    .selectFrom('revisions')
    .where('articleId', '=', articleId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}
