import { adminSays, says } from '@mojian/contract/community/says';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { reportWriting } from '../reports/reports.ts';
import { actOnSays, likeSay, listSaysForOffice, removeOrHide, sayWriting } from './moderate-says.ts';
import { findNeighbours, listMonths } from './say-months.ts';
import { listSays, recentTopics } from './says.ts';
import { editSay, mayPost, postSay, setVisibility } from './write-say.ts';

export function routes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(says, {
    list: { tags: ['says', 'sayCounts', 'people'], handle: ({ query }, { viewer }) => listSays(db, viewer, query) },
    months: { tags: ['says'], handle: () => listMonths(db) },
    neighbours: { tags: ['says'], handle: ({ query }, { viewer }) => findNeighbours(db, viewer, query.id) },
    topics: { tags: ['says'], handle: () => recentTopics(db) },
    insert: ({ body }, { viewer }) => postSay({ db, siteUrl }, viewer, body),
    update: ({ body }, { viewer }) => editSay({ db, siteUrl }, viewer, body),
    setVisibility: ({ body }, { viewer }) => setVisibility({ db, siteUrl }, viewer, body),
    remove: ({ query }, { viewer }) => removeOrHide(db, viewer, query.id),
    like: ({ query }, { viewer }) => likeSay(db, viewer, query),
    report: ({ body }, { viewer }) => reportWriting(db, viewer, sayWriting, body),
    mayPost: (_, { viewer }) => mayPost(db, viewer),
  });
  serve(adminSays, {
    list: ({ query }, { viewer }) => listSaysForOffice(db, viewer, query),
    act: ({ body }, { viewer }) => actOnSays(db, viewer, body),
  });
}
