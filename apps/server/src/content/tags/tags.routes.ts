import { adminTags, tags } from '@mojian/contract/content/tags';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { deleteTags, listAdminTags, mergeTags, renameTag } from './admin-tags.ts';
import { listTagsWithInitials } from './tag-initials.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(tags, {
    list: { tags: ['articles'], handle: () => listTagsWithInitials(db) },
  });
  serve(adminTags, {
    list: ({ query }) => listAdminTags(db, query),
    rename: ({ body }, { viewer }) => renameTag(db, viewer, body),
    act: ({ body }, { viewer }) => deleteTags(db, viewer, body.ids),
    merge: ({ body }, { viewer }) => mergeTags(db, viewer, body),
  });
}
