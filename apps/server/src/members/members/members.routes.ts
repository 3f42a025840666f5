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
import { putGuestsBack, putWritingsBack, takeGuestsDown, takeWritingsDown } from '../taken-down/taken-down.ts';
import { listMembersForOffice, showMemberForOffice } from './admin-members.ts';
import { addNote, removeNote } from './member-notes.ts';
import { changeProfile, countsOf, showMember } from './members.ts';

type Deps = { db: Db; search: Search; siteUrl: string; smtpUrl?: string | undefined };

export function routes(serve: Serve, { db, search, siteUrl, smtpUrl }: Deps) {
  serve(members, {
    info: {
      tags: ({ query }) => [`user:${query.userId}`],
      handle: async ({ query }, { viewer }) => showMember(db, viewer, memberOf(query.userId, viewer, 'userId')),
    },
    // Closing an account removes a fan, which the tag 'people' announces.
    counts: {
      tags: ({ query }) => [`user:${query.id}`, 'articles', 'says', 'comments', 'people'],
      handle: async ({ query }, { viewer }) => countsOf(db, viewer, memberOf(query.id, viewer, 'id')),
    },
    update: ({ body }, { viewer }) => changeProfile(db, viewer, body),
  });
  serve(adminMembers, {
    list: ({ query }, { viewer }) => listMembersForOffice(db, viewer, query),
    info: ({ query }, { viewer }) => showMemberForOffice({ db, smtpUrl }, viewer, query.id),
    act: ({ body }, { viewer }) => actOnMembers(db, viewer, body),
    disable: ({ body }, { viewer }) => disableMember(db, viewer, body),
    enable: ({ body }, { viewer }) => enableMember(db, viewer, body.id),
    takeDown: ({ body }, { viewer }) => takeWritingsDown({ db, search, siteUrl }, viewer, body),
    takeGuestsDown: ({ body }, { viewer }) => takeGuestsDown({ db, search, siteUrl }, viewer, body),
    putGuestsBack: ({ body }, { viewer }) => putGuestsBack({ db, search, siteUrl }, viewer, body),
    putBack: ({ body }, { viewer }) => putWritingsBack({ db, search, siteUrl }, viewer, body),
    mute: ({ body }, { viewer }) => muteMember(db, viewer, body),
    unmute: ({ body }, { viewer }) => unmuteMember(db, viewer, body.id),
    changeRole: ({ body }, { viewer }) => changeRole(db, viewer, body),
    endSession: ({ query }, { viewer }) => endSessionsOf(db, viewer, query),
    resetLink: ({ body }, { viewer }) => makeResetLink({ db, siteUrl }, viewer, body),
    addNote: ({ body }, { viewer }) => addNote(db, viewer, body),
    removeNote: ({ query }, { viewer }) => removeNote(db, viewer, query.id),
  });
}
