import { guests } from '@mojian/contract/members/guests';
import type { Db } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import { claimTexts, listClaimable } from './claim.ts';

type Deps = { db: Db; tables: Tables; search: Search; smtpUrl?: string | undefined };

export function routes(serve: Serve, deps: Deps) {
  serve(guests, {
    claimable: (_, { viewer }) => listClaimable(deps, viewer),
    claim: ({ body }, { viewer }) => claimTexts(deps, viewer, body.code),
  });
}
