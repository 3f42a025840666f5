import { isFailure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { lockArticlesAfter } from '../article-rows/article-rows.ts';
import { askText } from '../text/ask-text.ts';
import { countShown, listArticlesAfter, listShownIds } from './search.queries.ts';

const atOnce = 50;

/** Indexes every published article and page for search; `onDone` receives the size of each batch. */
export async function indexArticles(db: Db, search: Search, onDone: (articles: number) => void) {
  for (let next: number | undefined = 0; next !== undefined; )
    next = await indexArticlesAfter(db, search, next, onDone);
}

/**
 * Indexes the next batch of published articles and pages.
 * @returns the last id of the batch, undefined at the end
 */
export async function indexArticlesAfter(db: Db, search: Search, after: number, onDone?: (articles: number) => void) {
  const unlocked = await listArticlesAfter(db, after, atOnce);
  const bodies = new Map<number, Body>();
  for (const article of unlocked) bodies.set(article.id, await bodyOf(article));
  // A single transaction locks, reads and writes, so that a concurrent save is not overwritten by an older text.
  const ids = await db.transaction().execute(async (trx) => {
    await lockArticlesAfter(trx, after, atOnce);
    const articles = await listArticlesAfter(trx, after, atOnce);
    for (const article of articles) {
      const body = bodies.get(article.id);
      // An article saved meanwhile has indexed itself.
      if (body && isOf(body, article)) await search.index(trx, { ...documentOf(article), body: body.text });
    }
    return articles.map(({ id }) => id);
  });
  onDone?.(ids.length);
  return ids.length === atOnce ? ids.at(-1) : undefined;
}

type Article = Awaited<ReturnType<typeof listArticlesAfter>>[number];
type Body = Pick<Article, 'markdown' | 'readType'> & { text: string };

/** Extracts the searchable text; empty for a text that cannot be parsed. */
async function bodyOf({ markdown, readType }: Article): Promise<Body> {
  const text = await askText('searchText', { markdown, readType }).catch((error: unknown) => {
    if (!isFailure(error) || error.id !== 'invalid-input') throw error;
    return '';
  });
  return { markdown, readType, text };
}

function isOf(body: Body, { markdown, readType }: Article) {
  return body.markdown === markdown && body.readType === readType;
}

type Shown = { id: number; title: string; summary: string; publishedAt: number | null };

/** Document of an article for the index, without its body. */
export function documentOf({ id, title, summary, publishedAt }: Shown) {
  return { id, date: publishedAt ?? 0, title, summary };
}

/**
 * Rebuilds the index while searches go on.
 * @returns the number of indexed articles
 */
export async function rebuildIndex(db: Db, search: Search) {
  let indexed = 0;
  await indexArticles(db, search, (articles) => {
    indexed += articles;
  });
  await db.transaction().execute(async (trx) => {
    const numbers = await search.numbers(trx); // read first: a concurrent publication must not count as removed
    const shown = new Set((await listShownIds(trx)).map(({ id }) => id));
    for (const id of numbers) if (!shown.has(id)) await search.remove(trx, id);
  });
  return indexed;
}

/** Number of articles and pages that belong into the index. */
export function countIndexed(db: Db) {
  return countShown(db);
}
