import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

type Extent = { upTo: number; free: number };

/** What anyone may read of some listed articles, from the beginning: the text as written, or else the opening as HTML. */
export function listTexts(db: Db, ids: number[], { upTo, free }: Extent) {
  const isFree = sql<boolean>`articles."readType" = ${sql.lit(free)}`;
  return db
    .selectFrom('articles')
    .select(['articles.id', 'articles.title', 'articles.summary', 'articles.publishedAt'])
    .select([
      sql<string | null>`case when ${isFree} then substr(articles.markdown, 1, ${sql.lit(upTo)}) end`.as('markdown'),
      sql<string | null>`case when ${isFree} then null else substr(articles."openingHtml", 1, ${sql.lit(upTo)}) end`.as(
        'openingHtml',
      ),
    ])
    .where(listed)
    .where('articles.id', 'in', ids)
    .execute();
}
