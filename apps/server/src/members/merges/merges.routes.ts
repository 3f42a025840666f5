import { adminMerges } from '@mojian/contract/members/merges';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import { mergeMembers, previewMerge } from './merges.ts';

type Deps = { db: Db; search: Search };

export function mergeRoutes(serve: Serve, { db, search }: Deps) {
  serve(adminMerges.preview, ({ query }, { viewer }) => previewMerge(db, viewer, query));
  serve(adminMerges.merge, ({ body }, { viewer }) => mergeMembers({ db, search }, viewer, body));
}
