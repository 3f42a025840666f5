import { articles } from '@mojian/contract/content/articles';
import type { Visits } from '../../core/visits/visits.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { memberOf } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { likeArticle, readOwnState } from './acts.ts';
import { showArchive } from './archive.ts';
import { listArticles, listArticlesOf, showArticle } from './articles.ts';
import { searchArticles } from './search-articles.ts';
import { checkCode } from './unlocks.ts';

export function articleRoutes(serve: Serve, { db, search, visits }: { db: Db; search: Search; visits: Visits }) {
  serve(
    articles.list,
    ({ query }) => listArticles(db, query),
    () => ['articles', 'people'],
  );
  serve(
    articles.byUser,
    async ({ query: { userId, ...page } }, { viewer }) =>
      listArticlesOf(db, { ...page, userId: memberOf(userId, viewer, 'userId') }),
    () => ['articles', 'people'],
  );
  // The page shows neighbours and related articles, so a change to any article changes it.
  serve(
    articles.info,
    async ({ query }, { viewer, address, agent }) => {
      const article = await showArticle(db, { viewer, key: query.key }, query.id);
      visits.recordRead({ address, agent, articleId: query.id });
      return article;
    },
    ({ query }) => ['articles', `article:${query.id}`, 'people'],
  );
  serve(
    articles.search,
    ({ query }) => searchArticles({ db, search }, query),
    () => ['articles'],
  );
  serve(
    articles.archive,
    ({ query }) => showArchive(db, query),
    () => ['articles'],
  );
  serve(articles.like, ({ query }, { viewer }) => likeArticle(db, viewer, query));
  serve(articles.mine, ({ query }, { viewer }) => readOwnState(db, viewer, query.id));
  serve(articles.checkCode, ({ query }, { viewer }) => checkCode(db, viewer, query));
}
