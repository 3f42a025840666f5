import { aboutRoutes } from './about/about.routes.ts';
import { articleRoutes } from './articles/articles.routes.ts';
import { boardRoutes } from './board/board.routes.ts';
import { categoryRoutes } from './categories/categories.routes.ts';
import type { Db } from './db/schema.ts';
import { homeRoutes } from './home/home.routes.ts';
import { hotRoutes } from './hot/hot.routes.ts';
import { Calls } from './http/calls.ts';
import { linkRoutes } from './links/links.routes.ts';
import { navigationRoutes } from './navigation/navigation.routes.ts';
import { sayRoutes } from './says/says.routes.ts';
import type { Search } from './search/search.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { siteRoutes } from './site/site.routes.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import type { Visits } from './visits/visits.ts';

type Parts = { db: Db; search: Search; siteUrl: string; visits: Visits };

/** The whole API: every noun mounts its calls, by name. */
export function createApi(parts: Parts): Calls {
  const calls = new Calls();
  aboutRoutes(calls.serve, parts);
  articleRoutes(calls.serve, parts);
  boardRoutes(calls.serve, parts);
  categoryRoutes(calls.serve, parts);
  homeRoutes(calls.serve, parts);
  hotRoutes(calls.serve, parts);
  linkRoutes(calls.serve, parts);
  navigationRoutes(calls.serve, parts);
  sayRoutes(calls.serve, parts);
  setupRoutes(calls.serve, parts);
  siteRoutes(calls.serve, parts);
  tagRoutes(calls.serve, parts);
  return calls;
}
