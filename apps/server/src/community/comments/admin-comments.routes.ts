import { adminComments } from '@mojian/contract/community/comments-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnComments, listForOffice } from './admin-comments.ts';

export function adminCommentRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminComments.list, ({ query }) => listForOffice(db, query));
  serve(adminComments.act, ({ body }, { viewer }) => actOnComments(db, viewer, body));
}
