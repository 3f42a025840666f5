import type { Db, Trx } from '../../platform/db/schema.ts';

export function findSay(db: Db | Trx, id: number) {
  return db
    .selectFrom('says')
    .select(['id', 'authorId', 'text', 'isPublic', 'state', 'comments'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findArticle(db: Db | Trx, id: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'authorId', 'title', 'comments'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Adds in the database, so that of many at once none is lost. */
export async function addToTarget(trx: Trx, { kind, id }: { kind: 'article' | 'say'; id: number }, change: 1 | -1) {
  await trx
    .updateTable(kind === 'article' ? 'articles' : ('says' as 'articles'))
    .set((row) => ({ comments: row('comments', '+', change) }))
    .where('id', '=', id)
    .execute();
}

/** Articles among these that everyone may see, with their titles. */
export function listTitles(db: Db, ids: number[]) {
  return db
    .selectFrom('articles')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .execute();
}

/** Says among these that everyone may see, or that are the reader's own. */
export function listSays(db: Db, ids: number[], readerId: number) {
  return db
    .selectFrom('says')
    .select(['id', 'text'])
    .where('id', 'in', ids)
    .where(({ or, eb }) => or([eb('isPublic', '=', 1), eb('authorId', '=', readerId)]))
    .execute();
}
