import { adminMembers } from '@mojian/contract/members/members-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnMembers } from '../accounts/act-on-members.ts';
import { changeRole } from '../accounts/change-role.ts';
import { disableMember, enableMember } from '../accounts/disable-member.ts';
import { endSessionsOf } from '../accounts/end-sessions.ts';
import { muteMember, unmuteMember } from '../accounts/mute-member.ts';
import { makeResetLink } from '../accounts/reset-link.ts';
import { showForOffice } from './admin-detail.ts';
import { listForOffice } from './admin-members.ts';
import { addNote, removeNote } from './member-notes.ts';

type Parts = { db: Db; siteUrl: string; smtpUrl?: string | undefined };

export function adminMemberRoutes(serve: Serve, { db, siteUrl, smtpUrl }: Parts) {
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
