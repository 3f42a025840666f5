import { readTypes } from '@mojian/contract/platform/rules';
import { sql } from 'kysely';
import { listed, shown } from '../../platform/db/conditions.ts';
import { bytesOf, textOf } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import { plainTextOfHtml } from '../text/plain-text.ts';
import { byTime } from './articles.queries.ts';

/** Public texts of published articles and pages, up to some bytes: the source, or of locked ones the opening's HTML. */
export async function listPublicTexts(db: Db, ids: number[], upTo: number) {
  const isFree = sql<boolean>`articles."readType" = ${sql.lit(readTypes.free)}`;
  const publicText = sql<string>`case when ${isFree} then articles.markdown else articles."openingHtml" end`;
  const rows = await db
    .selectFrom('articles')
    .select([
      'articles.id',
      'articles.title',
      'articles.summary',
      'articles.publishedAt',
      isFree.as('isFree'),
      bytesOf(db, publicText, upTo).as('text'),
    ])
    .where(shown)
    .where('articles.id', 'in', ids)
    .execute();
  return rows.map(({ text, isFree, ...row }) => {
    return { ...row, text: isFree ? withoutAddresses(textOf(text)) : plainTextOfHtml(textOf(text)) };
  });
}

/** Markdown without the addresses of links and pictures, which nobody sees. */
function withoutAddresses(markdown: string) {
  return markdown.replace(/\]\([^\s)]+|\n\[[^\]\n]{1,99}\]: \S+| (?:src|href)="[^"]*"/g, (hit) =>
    hit[0] === ']' ? '](' : '',
  );
}

/** Changes with each published article and each new tag. */
export async function findNewestNames(db: Db) {
  const article = await db
    .selectFrom('articles')
    .select(['articles.id', 'articles.publishedAt'])
    .where(listed)
    .orderBy(byTime)
    .limit(1)
    .executeTakeFirst();
  const tag = await db.selectFrom('tags').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return `${article?.id}-${article?.publishedAt}-${tag?.id}`;
}

export async function listNewestTitles(db: Db, limit: number) {
  const rows = await db
    .selectFrom('articles')
    .select('articles.title')
    .where(listed)
    .orderBy(byTime)
    .limit(limit)
    .execute();
  return rows.map(({ title }) => title);
}

/** Names of tags on listed articles. */
export async function listListedTagNames(db: Db, limit: number) {
  const rows = await db
    .selectFrom('tags')
    .select('tags.name')
    .innerJoin('articleLists as listed', (join) =>
      join.onRef('listed.targetId', '=', 'tags.id').on('listed.kind', '=', 'tag'),
    )
    .orderBy('tags.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

export function listArticlesAfter(db: Db, id: number, limit: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'title', 'summary', 'markdown', 'readType', 'publishedAt'])
    .where(shown)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listShownIds(db: Db) {
  return db.selectFrom('articles').select('id').where(shown).execute();
}

/** Number of published articles and pages outside the trash, as triggers keep it (`migrations/start/article-counts.ts`). */
export async function countShown(db: Db) {
  const { total } = await db
    .selectFrom('articleStates')
    .select(sql<number>`coalesce(sum(articles), 0)`.as('total'))
    .where('state', '=', 'published')
    .where('removed', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(total);
}
