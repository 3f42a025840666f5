import { members } from '@mojian/contract/members/members';
import { adminMembers } from '@mojian/contract/members/members-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { memberOf } from '../../platform/http/viewer.ts';
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
import { listForOffice, showForOffice } from './admin-members.ts';
import { addNote, removeNote } from './member-notes.ts';
import { changeProfile, countsOf, showMember } from './members.ts';

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

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined };

export function adminMemberRoutes(serve: Serve, { db, siteUrl, smtpUrl }: Deps) {
  serve(adminMembers.list, ({ query }, { viewer }) => listForOffice(db, viewer, query));
  serve(adminMembers.info, ({ query }, { viewer }) => showForOffice({ db, smtpUrl }, viewer, query.id));
  serve(adminMembers.act, ({ body }, { viewer }) => actOnMembers(db, viewer, body));
  serve(adminMembers.disable, async ({ body }, { viewer }) => {
    await disableMember(db, viewer, body);
    return null;
  });
  serve(adminMembers.enable, async ({ body }, { viewer }) => {
    await enableMember(db, viewer, body.id);
    return null;
  });
  serve(adminMembers.mute, async ({ body }, { viewer }) => {
    await muteMember(db, viewer, body);
    return null;
  });
  serve(adminMembers.unmute, async ({ body }, { viewer }) => {
    await unmuteMember(db, viewer, body.id);
    return null;
  });
  serve(adminMembers.changeRole, async ({ body }, { viewer }) => {
    await changeRole(db, viewer, body);
    return null;
  });
  serve(adminMembers.endSession, async ({ query }, { viewer }) => {
    await endSessionsOf(db, viewer, query);
    return null;
  });
  serve(adminMembers.resetLink, ({ body }, { viewer }) => makeResetLink({ db, siteUrl }, viewer, body));
  serve(adminMembers.addNote, ({ body }, { viewer }) => addNote(db, viewer, body));
  serve(adminMembers.removeNote, async ({ query }, { viewer }) => {
    await removeNote(db, viewer, query.id);
    return null;
  });
}
