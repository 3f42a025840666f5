import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

/** What one round of a job takes on. */
const atOnce = 100;

/** Nothing appears in the name of who has closed their account. */
export function listDue(db: Db, now: number) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .select('articles.id')
    .where(sql<boolean>`articles.state = 'scheduled'`)
    .where('articles.publishedAt', '<=', now)
    .where('articles.removedAt', 'is', null)
    .where('users.closesAt', 'is', null)
    .orderBy('articles.publishedAt')
    .limit(atOnce)
    .execute();
}

export function listTrash(db: Db, before: number) {
  return db
    .selectFrom('articles')
    .select('id')
    .where('removedAt', '<=', before)
    .orderBy('removedAt')
    .limit(atOnce)
    .execute();
}

export function listHandedIn(db: Db, limit: number) {
  return db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .select(['articles.id', 'articles.state', 'users.nickname', 'drafts.title', 'drafts.words', 'drafts.submittedAt'])
    .where('drafts.submittedAt', 'is not', null)
    .where('articles.removedAt', 'is', null)
    .where('users.closesAt', 'is', null)
    .orderBy('drafts.submittedAt')
    .orderBy('articles.id')
    .limit(limit)
    .execute();
}
