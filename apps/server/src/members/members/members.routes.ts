import { members } from '@mojian/contract/members/members';
import { adminMembers } from '@mojian/contract/members/members-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { memberOf } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { makeResetLink } from '../accounts/password.ts';
import {
  actOnMembers,
  changeRole,
  disableMember,
  enableMember,
  endSessionsOf,
  muteMember,
  unmuteMember,
} from '../accounts/staff-acts.ts';
import { putWritingsBack, takeWritingsDown } from '../taken-down/taken-down.ts';
import { listMembersForOffice, showMemberForOffice } from './admin-members.ts';
import { addNote, removeNote } from './member-notes.ts';
import { changeProfile, countsOf, showMember } from './members.ts';

export function memberRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    members.info,
    async ({ query }, { viewer }) => showMember(db, viewer, memberOf(query.userId, viewer, 'userId')),
    ({ query }) => [`user:${query.userId}`],
  );
  // Closing an account removes a fan, which the tag 'people' announces.
  serve(
    members.counts,
    async ({ query }, { viewer }) => countsOf(db, memberOf(query.id, viewer, 'id')),
    ({ query }) => [`user:${query.id}`, 'articles', 'says', 'comments', 'people'],
  );
  serve(members.update, ({ body }, { viewer }) => changeProfile(db, viewer, body));
}

type Deps = { db: Db; search: Search; siteUrl: string; smtpUrl?: string | undefined };

export function adminMemberRoutes(serve: Serve, { db, search, siteUrl, smtpUrl }: Deps) {
  serve(adminMembers.list, ({ query }, { viewer }) => listMembersForOffice(db, viewer, query));
  serve(adminMembers.info, ({ query }, { viewer }) => showMemberForOffice({ db, smtpUrl }, viewer, query.id));
  serve(adminMembers.act, ({ body }, { viewer }) => actOnMembers(db, viewer, body));
  serve(adminMembers.disable, ({ body }, { viewer }) => disableMember(db, viewer, body));
  serve(adminMembers.enable, ({ body }, { viewer }) => enableMember(db, viewer, body.id));
  serve(adminMembers.takeDown, ({ body }, { viewer }) => takeWritingsDown({ db, search, siteUrl }, viewer, body));
  serve(adminMembers.putBack, ({ body }, { viewer }) => putWritingsBack({ db, search, siteUrl }, viewer, body.id));
  serve(adminMembers.mute, ({ body }, { viewer }) => muteMember(db, viewer, body));
  serve(adminMembers.unmute, ({ body }, { viewer }) => unmuteMember(db, viewer, body.id));
  serve(adminMembers.changeRole, ({ body }, { viewer }) => changeRole(db, viewer, body));
  serve(adminMembers.endSession, ({ query }, { viewer }) => endSessionsOf(db, viewer, query));
  serve(adminMembers.resetLink, ({ body }, { viewer }) => makeResetLink({ db, siteUrl }, viewer, body));
  serve(adminMembers.addNote, ({ body }, { viewer }) => addNote(db, viewer, body));
  serve(adminMembers.removeNote, ({ query }, { viewer }) => removeNote(db, viewer, query.id));
}
