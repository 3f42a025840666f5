import { adminTags, tags } from '@mojian/contract/content/tags';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { deleteTags, listAdminTags, mergeTags, renameTag } from './admin-tags.ts';
import { listTags } from './tags.ts';

export function tagRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    tags.list,
    () => listTags(db),
    () => ['articles'],
  );
}

export function adminTagRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminTags.list, ({ query }) => listAdminTags(db, query));
  serve(adminTags.rename, ({ body }, { viewer }) => renameTag(db, viewer, body));
  serve(adminTags.act, ({ body }, { viewer }) => deleteTags(db, viewer, body.ids));
  serve(adminTags.merge, ({ body }, { viewer }) => mergeTags(db, viewer, body));
}
