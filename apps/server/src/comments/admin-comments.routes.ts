import { adminComments } from '@mojian/contract/admin/comments';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { actOnComments, listForOffice } from './admin-comments.ts';

export function adminCommentRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminComments.list, ({ query }) => listForOffice(db, query));
  serve(adminComments.act, ({ body }, { viewer }) => actOnComments(db, viewer, body));
}
