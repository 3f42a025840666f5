import { social } from '@mojian/contract/members/social';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { listSocialLinks, unlink } from './links.ts';
import { startLogin } from './social-login.ts';

type Deps = { db: Db; siteUrl: string };

export function routes(serve: Serve, deps: Deps) {
  const { db } = deps;
  serve(social, {
    render: ({ params: { type } }, caller) => startLogin(deps, type, caller),
    startLinking: async ({ params: { type } }, caller) => startLogin(deps, type, caller, caller.viewer),
    list: (_input, { viewer }) => listSocialLinks(db, viewer),
    unlink: ({ query: { provider } }, { viewer }) => unlink(db, viewer, provider),
  });
}
