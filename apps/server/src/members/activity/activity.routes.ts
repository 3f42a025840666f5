import { activity } from '@mojian/contract/members/activity';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { showAbout } from './about-member.ts';
import { listActivity } from './activity.ts';
import { showYear } from './year.ts';

/** Tags of what changes when the member, or anybody, writes. */
const tags = ({ query }: { query: { userId: number } }) => [`user:${query.userId}`, 'articles', 'says', 'people'];

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(activity, {
    list: { tags, handle: ({ query }, { viewer }) => listActivity(db, viewer, query) },
    year: { tags, handle: ({ query }) => showYear(db, query.userId) },
    about: { tags, handle: ({ query }) => showAbout(db, query.userId) },
  });
}
