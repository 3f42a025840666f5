import { sql } from 'kysely';
import { compiledOnce } from '../../platform/db/compiled.ts';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

export type Scored = { id: number; score: number };

const relatedOf = compiledOnce((db, { id }: { id: number }) =>
  db
    .selectFrom('relatedArticles')
    .innerJoin('articles', 'articles.id', 'relatedArticles.relatedId')
    .select(['articles.id', 'articles.publishedAt', 'relatedArticles.score'])
    .where('relatedArticles.articleId', '=', id)
    .where(listed),
);

/** Kept related articles that are listed now, best first. */
export async function listRelated(db: Db, id: number) {
  const rows = await relatedOf(db, { id });
  return rows.sort((a, b) => b.score - a.score || Number(b.publishedAt) - Number(a.publishedAt) || b.id - a.id);
}

/** Newest articles of a category, at most `limit` each of pinned and others. */
export async function listNewestOfCategory(db: Db, categoryId: number, limit: number) {
  const newest = (pinned: 0 | 1) =>
    db
      .selectFrom('articleListings')
      .select(['articleId', 'publishedAt'])
      .where('kind', '=', 'category')
      .where('targetId', '=', categoryId)
      .where('pinned', '=', pinned)
      .orderBy('publishedAt', 'desc')
      .orderBy('articleId', 'desc')
      .limit(limit)
      .execute();
  const rows = (await Promise.all([newest(0), newest(1)])).flat();
  return rows
    .sort((a, b) => b.publishedAt - a.publishedAt || b.articleId - a.articleId)
    .map(({ articleId }) => articleId);
}

/** Bound of articles per tag: the newest of those that have it. */
const ofTag = 300;
const candidates = 50;

/** Listed articles that share tags with this one: most shared first, then newest. */
export async function listSharingTags(db: Db, id: number) {
  const tags = await db.selectFrom('articleTags').select('tagId').where('articleId', '=', id).execute();
  if (tags.length === 0) return [];
  const ofTags = tags.map(
    ({ tagId }) => sql`select * from (select "articleId", "publishedAt" from "articleListings"
      where kind = 'tag' and "targetId" = ${tagId}
      order by pinned desc, "publishedAt" desc, "articleId" desc limit ${sql.lit(ofTag)}) as newest`,
  );
  const { rows } = await sql<{ id: number; shared: number }>`
    select "articleId" as id, count(*) as shared from (${sql.join(ofTags, sql` union all `)}) as sharing
    where "articleId" <> ${id} group by "articleId", "publishedAt"
    order by shared desc, "publishedAt" desc, "articleId" desc limit ${sql.lit(candidates)}`.execute(db);
  return rows.map((row) => ({ id: row.id, shared: Number(row.shared) }));
}

/** Selects what is compared of a listed article: public text only. */
export async function findCompared(db: Db, id: number) {
  const article = await db
    .selectFrom('articles')
    .select(['id', 'title', 'summary'])
    .where('id', '=', id)
    .where(listed)
    .executeTakeFirst();
  const tags = await db
    .selectFrom('articleTags')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select('tags.name')
    .where('articleId', '=', id)
    .orderBy('tags.id')
    .execute();
  return article && { ...article, tags: tags.map(({ name }) => name) };
}

/** Articles to choose for, newest ids first. */
export function listDue(db: Db, limit: number) {
  return db.selectFrom('relatedDue').select('articleId as id').orderBy('articleId', 'desc').limit(limit).execute();
}

export function findDue(db: Db, articleId: number) {
  return db.selectFrom('relatedDue').select('changes').where('articleId', '=', articleId).executeTakeFirst();
}

/** Keeps the row if the article changed since `changes` was read. */
export async function dropDue(trx: Trx, articleId: number, changes: number) {
  await trx.deleteFrom('relatedDue').where('articleId', '=', articleId).where('changes', '=', changes).execute();
}

/** An article kept beside another. */
type Pair = { articleId: number; relatedId: number; score: number };

/** Articles kept beside these. */
export function listBeside(trx: Trx, articleIds: number[]) {
  if (articleIds.length === 0) return Promise.resolve([]);
  return trx
    .selectFrom('relatedArticles')
    .select(['articleId', 'relatedId', 'score'])
    .where('articleId', 'in', articleIds)
    .execute();
}

/** Articles that this one is kept beside, at most `most` of them. */
export function listHaving(trx: Trx, relatedId: number, most: number) {
  return trx
    .selectFrom('relatedArticles')
    .select(['articleId as id', 'score'])
    .where('relatedId', '=', relatedId)
    .limit(most)
    .execute();
}

export async function listExisting(trx: Trx, ids: number[]) {
  if (ids.length === 0) return new Set<number>();
  const rows = await trx.selectFrom('articles').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function setPairs(trx: Trx, pairs: Pair[]) {
  if (pairs.length === 0) return;
  await trx
    .insertInto('relatedArticles')
    .values(pairs)
    .onConflict((known) =>
      known.columns(['articleId', 'relatedId']).doUpdateSet(({ ref }) => ({ score: ref('excluded.score') })),
    )
    .execute();
}

export async function dropPairs(trx: Trx, pairs: Pick<Pair, 'articleId' | 'relatedId'>[]) {
  if (pairs.length === 0) return;
  await trx
    .deleteFrom('relatedArticles')
    .where(({ or, and }) => or(pairs.map(({ articleId, relatedId }) => and({ articleId, relatedId }))))
    .execute();
}
