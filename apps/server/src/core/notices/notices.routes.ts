import { adminNotices, notices } from '@mojian/contract/core/notices';
import type { Feature } from '@mojian/contract/platform/features';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { broadcast, listBroadcasts, showAudience, undoBroadcast } from './broadcast.ts';
import { countUnread, listNotices, readNotices, removeNotices } from './notices.ts';

/** `hasFeature`: of the settings, which know notices. */
type Deps = {
  db: Db;
  hasFeature: (db: Db, feature: Feature) => Promise<boolean>;
  countUnreadChat: (db: Db, viewer: Viewer) => Promise<number>;
};

export function routes(serve: Serve, { db, hasFeature, countUnreadChat }: Deps) {
  serve(notices, {
    counters: async (_, { viewer }) => {
      const [hasComments, unread] = await Promise.all([hasFeature(db, 'comments'), countUnreadChat(db, viewer)]);
      const extra = await countUnread(db, viewer, hasComments);
      return { data: { system: extra.system, comment: extra.comment, private: unread }, extra };
    },
    list: ({ query }, { viewer }) => listNotices(db, viewer, query),
    read: ({ body }, { viewer }) => readNotices(db, viewer, body),
    remove: ({ query }, { viewer }) => removeNotices(db, viewer, query),
  });
  serve(adminNotices, {
    list: ({ query }, { viewer }) => listBroadcasts(db, viewer, query),
    audience: ({ query }) => showAudience(db, query),
    send: ({ body }, { viewer }) => broadcast(db, viewer, body),
    undo: ({ body }, { viewer }) => undoBroadcast(db, viewer, body.id),
  });
}
