import { notices } from '@mojian/contract/notices';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { countUnread, listNotices, readNotices, removeNotices } from './notices.ts';

export function noticeRoutes(serve: Serve, { db }: { db: Db }) {
  serve(notices.counters, async (_, { viewer }) => {
    const extra = await countUnread(db, viewer);
    return { data: { system: extra.system, comment: extra.comment, private: 0 }, extra };
  });
  serve(notices.list, ({ query }, { viewer }) => listNotices(db, viewer, query));
  serve(notices.read, async ({ body }, { viewer }) => {
    await readNotices(db, viewer, body);
    return null;
  });
  serve(notices.remove, async ({ query }, { viewer }) => {
    await removeNotices(db, viewer, query);
    return null;
  });
}
