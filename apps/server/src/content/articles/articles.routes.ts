import { articles } from '@mojian/contract/content/articles';
import type { Visits } from '../../core/visits/visits.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { memberOf } from '../../platform/http/viewer.ts';
import { dayTag } from '../../platform/render/page-cache.ts';
import type { Search } from '../../platform/search/search.ts';
import { likeArticle, readOwnState } from './acts.ts';
import { showArchive } from './archive.ts';
import { openByPassword } from './article-password.ts';
import { listArticles, listArticlesOf, showArticle } from './articles.ts';
import { showCategory, showCategoryIndex } from './category-index.ts';
import { searchArticles } from './search-articles.ts';
import { checkCode } from './unlocks.ts';

export function routes(serve: Serve, { db, search, visits }: { db: Db; search: Search; visits: Visits }) {
  serve(articles, {
    list: { tags: ['articles', 'people'], handle: ({ query }) => listArticles(db, query) },
    byUser: {
      tags: ['articles', 'people'],
      handle: async ({ query: { userId, ...page } }, { viewer }) =>
        listArticlesOf(db, { ...page, userId: memberOf(userId, viewer, 'userId') }),
    },
    // The page shows neighbours and related articles, so a change to any article changes it.
    info: {
      tags: ({ query }) => ['articles', `article:${query.id}`, 'people'],
      handle: async ({ query }, { viewer, address, agent }) => {
        const article = await showArticle(db, { viewer, key: query.key }, query.id);
        visits.recordRead({ address, agent, articleId: query.id });
        return article;
      },
    },
    search: { tags: ['articles'], handle: ({ query }) => searchArticles({ db, search }, query) },
    categoryIndex: { tags: ['articles', 'people', dayTag], handle: () => showCategoryIndex(db) },
    category: { tags: ['articles', 'people'], handle: ({ query }) => showCategory(db, query.id) },
    archive: { tags: ['articles'], handle: ({ query }) => showArchive(db, query) },
    like: ({ query }, { viewer }) => likeArticle(db, viewer, query),
    mine: ({ query }, { viewer }) => readOwnState(db, viewer, query.id),
    unlock: ({ body }, { viewer, address }) => openByPassword(db, { viewer, address }, body),
    checkCode: ({ query }, { viewer }) => checkCode(db, viewer, query),
  });
}
