import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type PassageRow = Selectable<Schema['passages']>;

/** Passages of an article that are looked for in its text. */
const candidates = 40;

/** Passages of an article that most members highlight. */
export function listMostHighlighted(db: Db, articleId: number) {
  return db
    .selectFrom('passages')
    .selectAll()
    .where('articleId', '=', articleId)
    .where('highlights', '>', sql.lit(0))
    .orderBy('highlights', 'desc')
    .orderBy('id')
    .limit(candidates)
    .execute();
}

/** Listed articles of an author with the passages that most members, and at least so many, highlight. */
export async function listArticlesMostHighlighted(db: Db, authorId: number, fewest: number, limit: number) {
  const rows = await db
    .selectFrom('articleListings as own')
    .innerJoin('passages', 'passages.articleId', 'own.articleId')
    .select('own.articleId')
    .where(sql<SqlBool>`own.kind = 'author' and passages.highlights > 0`)
    .where('own.targetId', '=', authorId)
    .where('passages.highlights', '>=', fewest)
    .groupBy('own.articleId')
    .orderBy(({ fn }) => fn.max('passages.highlights'), 'desc')
    .orderBy('own.articleId')
    .limit(limit)
    .execute();
  return rows.map(({ articleId }) => articleId);
}

export async function findAuthor(trx: Trx, articleId: number) {
  const row = await trx.selectFrom('articles').select('authorId').where('id', '=', articleId).executeTakeFirst();
  return row?.authorId;
}

/** Passages of an article with the most public thoughts, and of these others, by their number. */
export async function countThoughts(db: Db, articleId: number, others: number[]) {
  const counted = publicThoughts(db, articleId)
    .select(({ fn }) => ['comments.passageId', fn.countAll<number>().as('count')])
    .groupBy('comments.passageId');
  const most = await counted.orderBy('count', 'desc').orderBy('comments.passageId').limit(candidates).execute();
  const rest = others.filter((id) => most.every(({ passageId }) => passageId !== id));
  const more = rest.length === 0 ? [] : await counted.where('comments.passageId', 'in', rest).execute();
  return new Map([...most, ...more].map(({ passageId, count }) => [passageId ?? 0, Number(count)]));
}

function publicThoughts(db: Db, articleId: number) {
  return db
    .selectFrom('comments')
    .where('comments.articleId', '=', articleId)
    .where('comments.passageId', 'is not', null)
    .where('comments.parentId', 'is', null)
    .where('comments.state', '=', 'shown')
    .where('comments.removedAt', 'is', null);
}

export async function listPassagesById(db: Db | Trx, ids: number[]): Promise<PassageRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('passages').selectAll().where('id', 'in', ids).execute();
}

/** Counts the members who highlight one of these passages. */
export async function countPeople(db: Db, ids: number[]) {
  const { people } = await db
    .selectFrom('highlights')
    .select(({ fn }) => fn.count<number>('userId').distinct().as('people'))
    .where('passageId', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(people);
}

export function listOwnPassages(db: Db, userId: number, articleId: number) {
  return db
    .selectFrom('highlights')
    .innerJoin('passages', 'passages.id', 'highlights.passageId')
    .selectAll('passages')
    .where('highlights.userId', '=', userId)
    .where('highlights.articleId', '=', articleId)
    .orderBy('highlights.createdAt')
    .execute();
}

export async function hasPassages(db: Db | Trx, articleId: number) {
  const found = db.selectFrom('passages').select('id').where('articleId', '=', articleId).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

type PassageText = Pick<PassageRow, 'articleId' | 'words' | 'wordsBefore' | 'wordsAfter' | 'position'>;

/** Finds the stored passage of these words, or stores it. */
export async function storePassageRow(trx: Trx, passage: PassageText) {
  const { articleId, words, wordsBefore, wordsAfter, position } = passage;
  const { id } = await trx
    .insertInto('passages')
    .values({ ...passage, createdAt: Date.now() })
    // an update, so that the row is returned and locked
    .onConflict((known) => known.columns(['articleId', 'words', 'wordsBefore', 'wordsAfter']).doUpdateSet({ position }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, articleId, words, wordsBefore, wordsAfter, position };
}

export async function countOwnHighlights(trx: Trx, userId: number, articleId: number) {
  const { count } = await trx
    .selectFrom('highlights')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('articleId', '=', articleId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertHighlight(trx: Trx, highlight: { userId: number; articleId: number; passageId: number }) {
  await trx
    .insertInto('highlights')
    .values({ ...highlight, createdAt: Date.now() })
    .onConflict((known) => known.doNothing())
    .execute();
}

/** Returns the article of the highlight that was deleted. */
export async function deleteHighlight(trx: Trx, userId: number, passageId: number) {
  const found = await trx
    .selectFrom('highlights')
    .select('articleId')
    .where('passageId', '=', passageId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!found) return undefined;
  await trx
    .deleteFrom('highlights')
    .where('userId', '=', userId)
    .where('articleId', '=', found.articleId)
    .where('passageId', '=', passageId)
    .execute();
  return found.articleId;
}

/** Deletes a passage that nobody highlights or wrote about. */
export async function deleteUnusedPassage(trx: Trx, id: number) {
  await trx
    .deleteFrom('passages')
    .where('id', '=', id)
    .where('highlights', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('comments').select('comments.id').where('comments.passageId', '=', id))),
    )
    .execute();
}
