import { type adminMembers, type MemberDetail, type MemberRow, masked } from '@mojian/contract/members/members-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { may } from '@mojian/contract/platform/permissions';
import { isMuted } from '../../core/identity/mutes.ts';
import { isAbove, rolesUpTo } from '../../core/identity/roles.ts';
import { listSessions } from '../../core/sessions/sessions.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { isDemo, type Viewer } from '../../platform/http/viewer.ts';
import { chosenServer } from '../../platform/mail/smtp-url.ts';
import { isDisabled } from '../accounts/staff-acts.ts';
import { showTakenDown } from '../taken-down/taken-down.ts';
import * as queries from './admin-members.queries.ts';
import { listRecent } from './admin-members.queries.ts';
import { notesFor } from './member-notes.ts';

type Query = Input<typeof adminMembers.list>['query'];
type Row = Awaited<ReturnType<typeof queries.listMembers>>[number];

/**
 * Lists members for the staff. Viewers who may not manage members neither see nor can filter by e-mail and last visit.
 */
export async function listMembersForOffice(db: Db, viewer: Viewer, query: Query) {
  const now = Date.now();
  const knows = seesPrivate(viewer);
  const { seen, order } = knows ? query : { seen: 'all' as const, order: 'joined' as const };
  const filtered = { filter: { ...query, seen }, byEmail: knows, now };
  const [rows, total] = await Promise.all([
    queries.listMembers(db, filtered, { ...sliceOf(query), order }),
    queries.countFilteredMembers(db, filtered),
  ]);
  return inPages(
    rows.map((row) => presentRow(row, viewer, now)),
    total,
    query,
  );
}

function seesPrivate(viewer: Viewer) {
  return may(viewer.role, 'users.manage');
}

function presentRow(row: Row, viewer: Viewer, now: number): MemberRow {
  const { id, nickname, avatar, email, role, disabledUntil, seenAt } = row;
  const state = stateOf(row, now);
  const isManager = seesPrivate(viewer);
  return {
    id,
    nickname,
    avatar,
    role,
    state,
    email: email === null || isManager ? (email ?? '') : masked,
    disabledUntil: state === 'disabled' && disabledUntil !== null ? isoTime(disabledUntil) : null,
    mute: state === 'gone' ? null : muteOf(row, now),
    isMe: id === viewer.id,
    manageable: isManager && !isAbove(role, viewer.role) && !['gone', 'guest'].includes(state),
    mergeable: isManager && state === 'guest',
    articles: Number(row.articles),
    comments: Number(row.comments),
    joinedAt: isoTime(row.createdAt),
    seenAt: seenAt === null || !isManager ? null : isoTime(seenAt),
  };
}

function muteOf(row: Row, now: number) {
  if (!isMuted(row, now)) return null;
  return { until: row.mutedUntil === null ? null : isoTime(row.mutedUntil) };
}

function stateOf(row: Row, now: number): MemberRow['state'] {
  if (row.isGuest) return 'guest';
  if (row.closesAt !== null && row.closesAt <= now) return 'gone';
  if (isDisabled(row, now)) return 'disabled';
  return row.closesAt === null ? 'active' : 'closing';
}

type Deps = { db: Db; smtpUrl?: string | undefined };
type Member = NonNullable<Awaited<ReturnType<typeof queries.findForOffice>>>;

/** @throws Failure not-found. */
export async function showMemberForOffice({ db, smtpUrl }: Deps, viewer: Viewer, id: number): Promise<MemberDetail> {
  const member = await queries.findForOffice(db, id);
  if (!member) throw new Failure('not-found', '用户不存在', 'id');
  const [counts, personal, notes, recent, takenDown] = await Promise.all([
    queries.countAllOf(db, id),
    seesPrivate(viewer) ? personalOf(db, viewer, member) : null,
    notesFor(db, viewer, id),
    listRecent(db, id, isDemo(viewer)),
    showTakenDown(db, id),
  ]);
  const { articles, comments } = counts;
  const { intro, website, place, disabledReason, mutedReason, closesAt } = member;
  const row = presentRow({ ...member, articles, comments }, viewer, Date.now());
  return {
    ...row,
    intro,
    website,
    place,
    disabledReason,
    mutedReason,
    counts,
    personal: member.isGuest ? null : personal,
    notes: member.isGuest ? null : notes,
    closesAt: closesAt === null || closesAt === 0 ? null : isoTime(closesAt),
    recent: recent.map(presentText),
    takenDown,
    may: {
      roles: row.manageable ? rolesUpTo(viewer.role) : [],
      note: may(viewer.role, 'users.note') && !member.isGuest,
      mail: await mailGoesOut(db, smtpUrl),
      copy: viewer.role === 'owner' && row.role !== 'owner',
    },
  };
}

async function mailGoesOut(db: Db, smtpUrl: string | undefined) {
  const { mail } = await readSettings(db);
  return (chosenServer(mail) ?? smtpUrl) !== undefined;
}

async function personalOf(db: Db, viewer: Viewer, { id, passwordHash }: Member) {
  const { social, passkeys } = await queries.findWaysIn(db, id);
  return {
    password: passwordHash !== null,
    passkeys,
    social: social.map(({ createdAt, ...link }) => ({ ...link, createdAt: isoTime(createdAt) })),
    sessions: await listSessions(db, { ...viewer, id }),
  };
}

type Text = Awaited<ReturnType<typeof listRecent>>[number];

function presentText({ kind, id, text, articleId, sayId, createdAt }: Text): MemberDetail['recent'][number] {
  const paths = {
    article: `/article/${id}`,
    say: `/say?id=${id}`,
    comment: articleId === null ? `/say?id=${sayId}` : `/article/${articleId}`,
    board: '/message',
  };
  return { kind, id, text: [...text].slice(0, 120).join(''), path: paths[kind], createdAt: isoTime(createdAt) };
}
