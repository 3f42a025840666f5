import { sql } from 'kysely';
import { boardMessages } from '../../community/board/board.table.ts';
import { comments } from '../../community/comments/comments.table.ts';
import { says } from '../../community/says/says.table.ts';
import { articles } from '../../content/articles/articles.table.ts';
import { listTagNames } from '../../content/tags/tags.ts';
import { users } from '../../core/identity/users.table.ts';
import { files } from '../../core/uploads/files.table.ts';
import { chosenReadType, publicTitle } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { archivedColumns, type Table } from '../../platform/db/table.ts';

export function findProfile(db: Db, userId: number) {
  return db.selectFrom('users').select(archivedColumns(users)).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Archived columns of the rows in which a column names the member. */
export async function listRowsOfMember(
  db: Db,
  { name, key = 'id', columns = {} }: Table,
  { by, order = [key] }: { by: string; order?: readonly string[] },
  userId: number,
) {
  if (typeof columns === 'string') return [];
  const { rows } = await sql<object>`select ${refs(archivedColumns({ name, columns }))} from ${sql.table(name)}
    where ${sql.ref(by)} = ${userId} order by ${refs(order)}`.execute(db);
  return rows;
}

function refs(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

export function listUploads(db: Db, userId: number) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select([...archivedColumns(files), 'fileOwners.createdAt', 'fileOwners.camera', 'fileOwners.name'])
    .where('userId', '=', userId)
    .orderBy('fileOwners.createdAt')
    .orderBy('files.key')
    .execute();
}

/** Ids only, oldest first; rows are read in batches. */
export async function listWritings(db: Db, authorId: number) {
  const ofAuthor = (table: 'articles' | 'says' | 'comments' | 'boardMessages') => listIds(db, table, authorId);
  return {
    articles: await ofAuthor('articles'),
    says: await ofAuthor('says'),
    comments: await ofAuthor('comments'),
    board: await ofAuthor('boardMessages'),
  };
}

async function listIds(db: Db, table: 'articles' | 'says' | 'comments' | 'boardMessages', authorId: number) {
  const rows = await db
    .selectFrom(table as 'articles')
    .select('id')
    .where('authorId', '=', authorId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function listArticlesOfMember(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('articles')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .leftJoin('albums', 'albums.articleId', 'articles.id')
    .select([
      ...archivedColumns(articles),
      chosenReadType.as('chosen'),
      'categories.name as category',
      'drafts.content as draft',
      'drafts.savedAt',
      'albums.articleId as albumId',
      'albums.place as albumPlace',
      'albums.time as albumTime',
    ])
    .where('articles.id', 'in', ids)
    .orderBy('articles.id')
    .execute();
  const tags = await listTagNames(db, ids);
  return rows.map(({ chosen, ...article }) => ({ ...article, readType: chosen, tags: tags.get(article.id) ?? [] }));
}

export function listSaysOfMember(db: Db, ids: number[]) {
  return db.selectFrom('says').select(archivedColumns(says)).where('id', 'in', ids).orderBy('id').execute();
}

export function listCommentsOfMember(db: Db, ids: number[]) {
  return db
    .selectFrom('comments')
    .leftJoin('articles', 'articles.id', 'comments.articleId')
    .select([...archivedColumns(comments), publicTitle.as('articleTitle')])
    .where('comments.id', 'in', ids)
    .orderBy('comments.id')
    .execute();
}

export function listBoardMessagesOfMember(db: Db, ids: number[]) {
  return db
    .selectFrom('boardMessages')
    .select(archivedColumns(boardMessages))
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}
