import { adminSearches, search } from '@mojian/contract/pages/search';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import { findWritings } from './search.ts';
import { listSearches } from './searches.ts';

export function routes(serve: Serve, deps: { db: Db; search: Search }) {
  serve(search, {
    find: {
      tags: ['articles', 'says', 'comments', 'series', 'people', 'site'],
      handle: ({ query }) => findWritings(deps, query),
    },
  });
  serve(adminSearches, { list: ({ query }) => listSearches(deps.db, query) });
}
