import { isFailure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { askText } from '../text/ask-text.ts';
import { holdArticlesAfter, listArticlesAfter, listListedIds } from './search.queries.ts';

const atOnce = 50;

/** Puts every listed article into the search index. `onDone` hears how many more are in. */
export async function indexArticles(db: Db, search: Search, onDone: (articles: number) => void) {
  for (let next: number | undefined = 0; next !== undefined; )
    next = await indexArticlesAfter(db, search, next, onDone);
}

/** Puts the next listed articles into the search index. Returns the last of them, undefined when there are no more. */
export async function indexArticlesAfter(db: Db, search: Search, after: number, onDone?: (articles: number) => void) {
  const before = await listArticlesAfter(db, after, atOnce);
  const bodies = new Map<number, Body>();
  for (const article of before) bodies.set(article.id, await bodyOf(article));
  // held and read and written in one transaction: an article saved meanwhile must not be indexed as it was
  const ids = await db.transaction().execute(async (trx) => {
    await holdArticlesAfter(trx, after, atOnce);
    const articles = await listArticlesAfter(trx, after, atOnce);
    for (const article of articles) {
      const body = bodies.get(article.id);
      // what was saved meanwhile has put itself into the index
      if (body && isOf(body, article)) await search.index(trx, { ...shownOf(article), body: body.text });
    }
    return articles.map(({ id }) => id);
  });
  onDone?.(ids.length);
  return ids.length === atOnce ? ids.at(-1) : undefined;
}

type Article = Awaited<ReturnType<typeof listArticlesAfter>>[number];
type Body = Pick<Article, 'markdown' | 'readType'> & { text: string };

/** What of an article is searched; nothing of a text that cannot be parsed. */
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

function shownOf({ id, title, summary }: Article) {
  return { id, title, summary };
}

/** Makes the index anew while the site runs and searches go on. Returns how many articles are in. */
export async function rebuildIndex(db: Db, search: Search) {
  let indexed = 0;
  await indexArticles(db, search, (articles) => {
    indexed += articles;
  });
  await db.transaction().execute(async (trx) => {
    const numbers = await search.numbers(trx); // before the articles: what is published meanwhile is not taken for gone
    const listed = new Set((await listListedIds(trx)).map(({ id }) => id));
    for (const id of numbers) if (!listed.has(id)) await search.remove(trx, id);
  });
  return indexed;
}

/** How many articles should be in the index. */
export async function countIndexed(db: Db) {
  return (await listListedIds(db)).length;
}
