import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

const most = 10;

/** The newest of what they wrote that the staff may read: no drafts, nothing for themselves only, nothing of chat. */
export async function listRecent(db: Db, authorId: number) {
  const articles = db
    .selectFrom('articles')
    .select(['id', 'title as text', sql<number | null>`null`.as('articleId'), sql<number | null>`null`.as('sayId')])
    .select(['createdAt', sql<'article'>`'article'`.as('kind')])
    .where('authorId', '=', authorId)
    .where('state', '=', 'published')
    .where('removedAt', 'is', null);
  const says = db
    .selectFrom('says')
    .select(['id', 'text', sql<number | null>`null`.as('articleId'), sql<number | null>`null`.as('sayId')])
    .select(['createdAt', sql<'say'>`'say'`.as('kind')])
    .where('authorId', '=', authorId)
    .where('isPublic', '=', 1);
  const comments = db
    .selectFrom('comments')
    .select(['id', 'text', 'articleId', 'sayId', 'createdAt', sql<'comment'>`'comment'`.as('kind')])
    .where('authorId', '=', authorId)
    .where('removedAt', 'is', null);
  const board = db
    .selectFrom('boardMessages')
    .select(['id', 'text', sql<number | null>`null`.as('articleId'), sql<number | null>`null`.as('sayId')])
    .select(['createdAt', sql<'board'>`'board'`.as('kind')])
    .where('authorId', '=', authorId);
  const each = await Promise.all([
    articles.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(most).execute(),
    says.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(most).execute(),
    comments.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(most).execute(),
    board.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(most).execute(),
  ]);
  return each
    .flat()
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, most);
}
