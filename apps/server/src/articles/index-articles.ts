import { readTypes } from '@mojian/contract/rules';
import type { Db } from '../db/schema.ts';
import type { Search } from '../search/search.ts';
import { listArticlesAfter } from './index-articles.queries.ts';

const atOnce = 50;

/** Puts every listed article into an empty search index. `onDone` hears how many more are in. */
export async function indexArticles(db: Db, search: Search, onDone: (articles: number) => void) {
  const { searchableText, splitOpening } = await import('@mojian/markdown');
  for (let after = 0, done = atOnce; done === atOnce; ) {
    const articles = await listArticlesAfter(db, after, atOnce);
    const documents = articles.map(({ id, title, summary, markdown, readType }) => {
      const shown = readType === readTypes.free ? markdown : splitOpening(markdown).opening;
      return { id, title, summary, body: searchableText(shown) };
    });
    await db.transaction().execute(async (trx) => {
      for (const document of documents) await search.index(trx, document);
    });
    done = articles.length;
    after = articles.at(-1)?.id ?? after;
    onDone(done);
  }
}
