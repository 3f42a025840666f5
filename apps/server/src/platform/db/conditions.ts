import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { likePattern } from './dialect.ts';

const maxWords = 10;

/**
 * SQL condition: the column contains every word of a text, in any case and order.
 * `column` as `comments.text`, or an expression.
 */
export function contains(column: string | Expression<string>, text: string): RawBuilder<boolean> {
  const held = typeof column === 'string' ? sql.ref(column) : column;
  const words = text.split(/\s+/u).filter(Boolean).slice(0, maxWords);
  const each = words.map((word) => sql`lower(${held}) like lower(${likePattern(word)}) escape '!'`);
  return sql<boolean>`(${each.length > 0 ? sql.join(each, sql` and `) : sql`1 = 1`})`;
}

/** SQL condition: the article is not private, so others may know of it. */
export const notPrivate = sql<boolean>`articles.state <> 'private'`;

/** Title of an article for readers other than its author; null for a private one. */
export const publicTitle = sql<string | null>`case when ${notPrivate} then articles.title end`;

/**
 * SQL condition: published and not removed, an article or a page. Written out rather than bound, since only then do the
 * databases use the partial indexes.
 */
export const shown = sql<boolean>`articles.state = 'published' and articles."removedAt" is null`;

/**
 * SQL conditions on the kind. They read the index of the few pages instead of the column, which lies behind the long
 * texts of the row: SQLite would walk through those of every row.
 */
export const isPage = sql<boolean>`articles.id in (select page.id from articles as page where page.kind = 'page')`;
export const isArticle = sql<boolean>`articles.id not in (select page.id from articles as page where page.kind = 'page')`;

/** SQL condition: what lists, feeds and counts contain; pages are in none of them. */
export const listed = sql<boolean>`${shown} and ${isArticle}`;

/**
 * SQL expression: HTML that all may read. That of a free article (`readType` 0) is its whole text, which is stored once;
 * of any other it is the opening, however short.
 */
export const publicHtml = sql<string>`case when articles."readType" = 0 and articles."openingHtml" = ''
  then articles.html else articles."openingHtml" end`;

/**
 * SQL expression: the read type chosen for an article that is not private. One opened by a password is stored as one that
 * a code opens (3), with a row in `articlePasswords`.
 */
export const chosenReadType = sql<number>`case when articles."readType" = 3 and exists (
  select 1 from "articlePasswords" where "articlePasswords"."articleId" = articles.id
) then 6 else articles."readType" end`;

/** Counts the rows of a query that selects no columns. */
export async function countRows<Tables, Table extends keyof Tables, Row>(rows: SelectQueryBuilder<Tables, Table, Row>) {
  const { total } = await rows
    .select(({ fn }) => fn.countAll().as('total'))
    .$castTo<{ total: number | bigint | string }>()
    .executeTakeFirstOrThrow();
  return Number(total);
}
