import { adminNotices } from '@mojian/contract/core/notices-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { listBroadcasts, showAudience } from './admin-notices.ts';
import { broadcast, undoBroadcast } from './broadcast.ts';

export function adminNoticeRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminNotices.list, ({ query }) => listBroadcasts(db, query));
  serve(adminNotices.audience, ({ query }) => showAudience(db, query));
  serve(adminNotices.send, ({ body }, { viewer }) => broadcast(db, viewer, body));
  serve(adminNotices.undo, async ({ body }, { viewer }) => {
    await undoBroadcast(db, viewer, body.id);
    return null;
  });
}
