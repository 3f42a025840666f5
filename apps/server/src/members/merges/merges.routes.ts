import { adminMerges } from '@mojian/contract/members/merges';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { mergeMembers, previewMerge } from './merges.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(adminMerges, {
    preview: ({ query }, { viewer }) => previewMerge(db, viewer, query),
    merge: ({ body }, { viewer }) => mergeMembers(db, viewer, body),
  });
}
