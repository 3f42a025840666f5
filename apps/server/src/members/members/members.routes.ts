import { members } from '@mojian/contract/members/members';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { memberOf } from '../../platform/http/viewer.ts';
import { changeProfile } from './change-profile.ts';
import { countsOf, showMember } from './members.ts';

export function memberRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    members.info,
    async ({ query }, { viewer }) => showMember(db, viewer, memberOf(query.userId, viewer, 'userId')),
    ({ query }) => [`user:${query.userId}`],
  );
  // Whoever closes their account is nobody's fan any longer, which 'people' tells.
  serve(
    members.counts,
    async ({ query }, { viewer }) => countsOf(db, memberOf(query.id, viewer, 'id')),
    ({ query }) => [`user:${query.id}`, 'articles', 'says', 'comments', 'people'],
  );
  serve(members.update, ({ body }, { viewer }) => changeProfile(db, viewer, body));
}
