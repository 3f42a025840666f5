import { setImmediate } from 'node:timers/promises';
import { readTypes } from '@mojian/contract/platform/rules';
import { type RawBuilder, sql } from 'kysely';
import { shown } from '../../platform/db/conditions.ts';
import { includes, isAmong } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';

/** Texts read in one statement: about 4 ms, in which nobody else is served. */
const readAtOnce = 200;

/** Text of which the index of words knows every sign. */
const onlyWords = /^[\p{L}\p{N}\s]+$/v;

/**
 * Finds a text in title, summary and Markdown. What all may read is found as by the site's search; the rest, which is not
 * in its index, is read. A text with other signs is looked for literally.
 * @returns SQL condition on `articles`
 */
export async function textCondition(
  { db, search }: { db: Db; search: Search },
  text: string,
): Promise<RawBuilder<boolean>> {
  const hits = search.select(text);
  const isInWords = hits !== undefined && onlyWords.test(text);
  const found = await read(db, text, isInWords ? await listUnindexed(db) : await listCandidates(db, hits));
  // `+`: the condition is checked while walking through the list's index, not by rows behind long texts
  const isFound = isAmong(db, sql`+articles.id`, found);
  return isInWords ? sql<boolean>`(${isFound} or +articles.id in (${hits}))` : isFound;
}

/** Ids of articles that not all may read, and of those with a title under review. */
async function listUnindexed(db: Db) {
  const isIndexed = sql<boolean>`${shown} and articles."readType" = ${sql.lit(readTypes.free)}`;
  const { rows } = await sql<{ id: number }>`select articles.id from articles where not (${isIndexed})
    union all select "articleId" from drafts where "submittedAt" is not null`.execute(db);
  return [...new Set(rows.map(({ id }) => id))]; // a union would be sorted, which SQLite does by the wide rows
}

/** Ids of those with all words of the text, which has others than letters, and of all that is not in the index. */
async function listCandidates(db: Db, hits: RawBuilder<{ id: number }> | undefined) {
  const { rows } = await sql<{ id: number }>`${hits ?? sql`select id from articles`}`.execute(db);
  return [...new Set([...rows.map(({ id }) => id), ...(await listUnindexed(db))])];
}

async function read(db: Db, text: string, ids: number[]) {
  const found: number[] = [];
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const rows = await db
      .selectFrom('articles')
      .leftJoin('drafts', 'drafts.articleId', 'articles.id')
      .select('articles.id')
      .where(isAmong(db, sql`articles.id`, ids.slice(from, from + readAtOnce)))
      .where(containing(db, text))
      .execute();
    found.push(...rows.map(({ id }) => id));
    await setImmediate();
  }
  return found;
}

function containing(db: Db, text: string) {
  const has = (part: RawBuilder<string>) => includes(db, part, text);
  const title = sql<string>`case when drafts."submittedAt" is null then articles.title else drafts.title end`;
  return sql<boolean>`(${has(title)} or ${has(sql`articles.summary`)} or ${has(sql`articles.markdown`)})`;
}
