import { adminMerges } from '@mojian/contract/members/merges';
import type { Db } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { mergeMembers, previewMerge } from './merges.ts';

export function routes(serve: Serve, deps: { db: Db; tables: Tables }) {
  serve(adminMerges, {
    preview: ({ query }, { viewer }) => previewMerge(deps, viewer, query),
    merge: ({ body }, { viewer }) => mergeMembers(deps, viewer, body),
  });
}
