import type { Pigment } from '@mojian/contract/core/pigments';
import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Place in the order of publication. */
export type Position = { id: number; publishedAt: number };

/** List of articles in which neighbours are looked for; the whole site's is 0 of `all`. */
export type CoverList = { kind: 'all' | 'category'; targetId: number };

const order = {
  before: sql`listed."publishedAt" desc, listed."articleId" desc`,
  after: sql`listed."publishedAt", listed."articleId"`,
};
const compared = { before: sql`<`, after: sql`>` };

/** Drawn covers of the nearest articles of a list before or after a position, the nearest first. */
export async function listDrawnNear(
  trx: Trx,
  { kind, targetId }: CoverList,
  side: 'before' | 'after',
  { id, publishedAt }: Position,
  limit: number,
) {
  const nearest = (pinned: 0 | 1) => sql`select * from (
    select "articleId", "publishedAt" from "articleListings" as listed
    where kind = ${sql.lit(kind)} and "targetId" = ${targetId} and pinned = ${sql.lit(pinned)}
      and ("publishedAt", "articleId") ${compared[side]} (${publishedAt}, ${id})
    order by ${order[side]} limit ${sql.lit(limit)}) as side`;
  const { rows } = await sql<{ drawn: number | null }>`
    select "articleCovers".drawn from (${nearest(0)} union all ${nearest(1)}) as listed
    left join "articleCovers" on "articleCovers"."articleId" = listed."articleId"
    order by ${order[side]} limit ${sql.lit(limit)}`.execute(trx);
  return rows.flatMap(({ drawn }) => (drawn === null ? [] : [drawn]));
}

/** Fields that decide on an article's cover. */
export function findCover(trx: Trx, id: number) {
  return selectCovered(trx).where('articles.id', '=', id).executeTakeFirst();
}

/** Listed articles after a position in the order of publication. */
export function listCoveredAfter(trx: Trx, after: Position | null, limit: number) {
  return selectCovered(trx)
    .where(listed)
    .$if(after !== null, (articles) =>
      articles.where(
        sql<boolean>`(articles."publishedAt", articles.id) > (${after?.publishedAt ?? 0}, ${after?.id ?? 0})`,
      ),
    )
    .orderBy('articles.publishedAt')
    .orderBy('articles.id')
    .limit(limit)
    .execute();
}

/** The newest listed articles, of a category or of all. */
export function listNewestCovered(db: Db, limit: number) {
  return selectCovered(db)
    .where(listed)
    .orderBy('articles.publishedAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .execute();
}

function selectCovered(db: Db | Trx) {
  return db
    .selectFrom('articles')
    .leftJoin('articleCovers', 'articleCovers.articleId', 'articles.id')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .select([
      'articles.id',
      'articles.title',
      'articles.categoryId',
      'articles.cover',
      'articles.coverNumber',
      'articles.publishedAt',
      'articleCovers.drawn',
      sql<Pigment | null>`categories.pigment`.as('pigment'),
      'categories.coverStyle',
    ]);
}

/** Keeps the first: of two concurrent choices one stands. */
export async function insertCovers(trx: Trx, covers: { articleId: number; drawn: number }[]) {
  if (covers.length === 0) return;
  await trx
    .insertInto('articleCovers')
    .values(covers)
    .onConflict((known) => known.column('articleId').doNothing())
    .execute();
}

export async function listNewestMembers(db: Db, limit: number) {
  const rows = await db.selectFrom('users').select('id').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Whether an article has this cover. */
export async function hasDrawn(db: Db, drawn: number) {
  const row = await db.selectFrom('articleCovers').select('articleId').where('drawn', '=', drawn).limit(1).execute();
  return row.length > 0;
}
