import { readTypes } from '@mojian/contract/rules';
import type { Db } from '../db/schema.ts';
import type { Search } from '../search/search.ts';
import { holdArticlesAfter, listArticlesAfter, listListedIds } from './index-articles.queries.ts';

const atOnce = 50;

/** Puts every listed article into the search index. `onDone` hears how many more are in. */
export async function indexArticles(db: Db, search: Search, onDone: (articles: number) => void) {
  const { searchableText, splitOpening } = await import('@mojian/markdown');
  const ready = ({ markdown, readType, ...rest }: Awaited<ReturnType<typeof listArticlesAfter>>[number]) => ({
    ...rest,
    body: searchableText(readType === readTypes.free ? markdown : splitOpening(markdown).opening),
  });
  for (let after = 0, done = atOnce; done === atOnce; ) {
    // held and read and written in one transaction: an article saved meanwhile must not be indexed as it was
    const ids = await db.transaction().execute(async (trx) => {
      await holdArticlesAfter(trx, after, atOnce);
      const articles = await listArticlesAfter(trx, after, atOnce);
      for (const article of articles) await search.index(trx, ready(article));
      return articles.map(({ id }) => id);
    });
    done = ids.length;
    after = ids.at(-1) ?? after;
    onDone(done);
  }
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
