import { aboutRoutes } from './about/about.routes.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { articleRoutes } from './articles/articles.routes.ts';
import { boardRoutes } from './board/board.routes.ts';
import { captchaRoutes } from './captcha/captcha.routes.ts';
import { categoryRoutes } from './categories/categories.routes.ts';
import type { Db } from './db/schema.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { followRoutes } from './follows/follows.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { hotRoutes } from './hot/hot.routes.ts';
import { Calls } from './http/calls.ts';
import { linkRoutes } from './links/links.routes.ts';
import { memberRoutes } from './members/members.routes.ts';
import { navigationRoutes } from './navigation/navigation.routes.ts';
import { passkeyRoutes } from './passkeys/passkeys.routes.ts';
import { sayRoutes } from './says/says.routes.ts';
import type { Search } from './search/search.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { signInRoutes } from './sign-ins/sign-ins.routes.ts';
import { siteRoutes } from './site/site.routes.ts';
import { socialRoutes } from './social/social.routes.ts';
import type { Storage } from './storage/storage.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import { uploadRoutes } from './uploads/uploads.routes.ts';
import type { Visits } from './visits/visits.ts';
import { wechatRoutes } from './wechat/wechat.routes.ts';

type Parts = { db: Db; search: Search; siteUrl: string; storage: Storage; visits: Visits };

/** The whole API: every noun mounts its calls, by name. */
export function createApi(parts: Parts): Calls {
  const calls = new Calls();
  aboutRoutes(calls.serve, parts);
  accountRoutes(calls.serve, parts);
  articleRoutes(calls.serve, parts);
  boardRoutes(calls.serve, parts);
  captchaRoutes(calls.serve, parts);
  categoryRoutes(calls.serve, parts);
  exportRoutes(calls.serve, parts);
  followRoutes(calls.serve, parts);
  homeRoutes(calls.serve, parts);
  hotRoutes(calls.serve, parts);
  linkRoutes(calls.serve, parts);
  memberRoutes(calls.serve, parts);
  navigationRoutes(calls.serve, parts);
  passkeyRoutes(calls.serve, parts);
  sayRoutes(calls.serve, parts);
  sessionRoutes(calls.serve, parts);
  setupRoutes(calls.serve, parts);
  signInRoutes(calls.serve, parts);
  siteRoutes(calls.serve, parts);
  socialRoutes(calls.serve, parts);
  tagRoutes(calls.serve, parts);
  uploadRoutes(calls.serve, parts);
  wechatRoutes(calls.serve, parts);
  return calls;
}
