import { articleRoutes } from './articles/articles.routes.ts';
import { categoryRoutes } from './categories/categories.routes.ts';
import type { Db } from './db/schema.ts';
import { homeRoutes } from './home/home.routes.ts';
import { Calls } from './http/calls.ts';
import type { Search } from './search/search.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { siteRoutes } from './site/site.routes.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import type { Visits } from './visits/visits.ts';

type Parts = { db: Db; search: Search; siteUrl: string; visits: Visits };

/** The whole API: every noun mounts its calls, by name. */
export function createApi(parts: Parts): Calls {
  const calls = new Calls();
  articleRoutes(calls.serve, parts);
  categoryRoutes(calls.serve, parts);
  homeRoutes(calls.serve, parts);
  setupRoutes(calls.serve, parts);
  siteRoutes(calls.serve, parts);
  tagRoutes(calls.serve, parts);
  return calls;
}
