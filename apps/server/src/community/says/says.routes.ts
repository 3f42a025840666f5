import { adminSays, says } from '@mojian/contract/community/says';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { reportWriting } from '../reports/reports.ts';
import { actOnSays, likeSay, listSaysForOffice, removeOrHide, sayWriting } from './moderate-says.ts';
import { listSays, recentTopics } from './says.ts';
import { editSay, mayPost, postSay, setVisibility } from './write-say.ts';

export function sayRoutes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(
    says.list,
    ({ query }, { viewer }) => listSays(db, viewer, query),
    () => ['says', 'sayCounts', 'people'],
  );
  serve(
    says.topics,
    () => recentTopics(db),
    () => ['says'],
  );
  serve(says.insert, ({ body }, { viewer }) => postSay({ db, siteUrl }, viewer, body));
  serve(says.update, ({ body }, { viewer }) => editSay({ db, siteUrl }, viewer, body));
  serve(says.setVisibility, ({ body }, { viewer }) => setVisibility({ db, siteUrl }, viewer, body));
  serve(says.remove, ({ query }, { viewer }) => removeOrHide(db, viewer, query.id));
  serve(says.like, ({ query }, { viewer }) => likeSay(db, viewer, query));
  serve(says.report, ({ body }, { viewer }) => reportWriting(db, viewer, sayWriting, body));
  serve(says.mayPost, (_, { viewer }) => mayPost(db, viewer));
  serve(adminSays.list, ({ query }, { viewer }) => listSaysForOffice(db, viewer, query));
  serve(adminSays.act, ({ body }, { viewer }) => actOnSays(db, viewer, body));
}
