import { articles } from '@mojian/contract/articles';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Search } from '../search/search.ts';
import { showArchive } from './archive.ts';
import { listArticles, listArticlesOf, showArticle } from './articles.ts';
import { searchArticles } from './search-articles.ts';

export function articleRoutes(serve: Serve, { db, search }: { db: Db; search: Search }) {
  serve(
    articles.list,
    ({ query }) => listArticles(db, query),
    () => ['articles', 'people'],
  );
  serve(
    articles.byUser,
    ({ query }) => listArticlesOf(db, query),
    () => ['articles', 'people'],
  );
  // Neighbours and related articles stand on the page as well, so a change to any article is a change to it.
  serve(
    articles.info,
    ({ query }, { viewer }) => showArticle(db, viewer, query.id),
    ({ query }) => ['articles', `article:${query.id}`, 'people'],
  );
  serve(
    articles.search,
    ({ query }) => searchArticles({ db, search }, query),
    () => ['articles'],
  );
  serve(
    articles.archive,
    ({ query }) => showArchive(db, query.year),
    () => ['articles'],
  );
}
