import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { orders, selectCards } from './cards.queries.ts';

/** One article whatever its state: the caller decides who may see it. */
export function findArticle(db: Db, id: number) {
  return selectCards(db)
    .select(['articles.removedAt', 'articles.html', 'articles.openingHtml', 'articles.headings'])
    .select(['articles.openingHeadings', 'articles.hasDiagram', 'articles.keywords', 'articles.sourceUrl'])
    .select(['articles.description', 'articles.sourceAuthor', 'articles.collects', 'articles.seriesId'])
    .select('articles.commenting')
    .where('articles.id', '=', id)
    .executeTakeFirst();
}

/** The listed article published just before, or just after. */
export function findNeighbour(db: Db, side: 'before' | 'after', of: { id: number; publishedAt: number }) {
  const [operator, direction] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'title'])
    .where(listed)
    .where(sql<boolean>`("publishedAt", id) ${operator} (${of.publishedAt}, ${of.id})`)
    .orderBy(sql`"publishedAt" ${direction}, id ${direction}`)
    .limit(1)
    .executeTakeFirst();
}

/** Enough to choose from. A much used tag has thousands of articles, and each costs a look at its row. */
const candidates = 50;

/** Listed articles that share tags with this one: most shared first, then newest. */
export function listSharingTags(db: Db, id: number) {
  return db
    .with('sharing', (cte) =>
      cte
        .selectFrom('articleTags')
        .select(({ fn }) => ['articleId', fn.countAll<number>().as('shared')])
        .where('articleId', '<>', id)
        .where('tagId', 'in', (own) => own.selectFrom('articleTags').select('tagId').where('articleId', '=', id))
        .groupBy('articleId')
        .orderBy('shared', 'desc')
        .orderBy('articleId', 'desc')
        .limit(candidates),
    )
    .selectFrom('sharing')
    .innerJoin('articles', 'articles.id', 'sharing.articleId')
    .select(['articles.id', 'shared'])
    .where(listed)
    .orderBy('shared', 'desc')
    .orderBy(orders.time)
    .execute();
}

export async function listNewestIdsOf(db: Db, categoryId: number, except: number[], limit: number) {
  const rows = await db
    .selectFrom('articles')
    .select('articles.id')
    .where(listed)
    .where('categoryId', '=', categoryId)
    .where('articles.id', 'not in', except)
    .orderBy(orders.time)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** What a search result shows. The opening is what anyone may read, and never more than that. */
export function listResults(db: Db, ids: number[]) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'summary', 'openingHtml'])
    .where(listed)
    .where('id', 'in', ids)
    .execute();
}
