import { may } from '@mojian/contract/core/permissions';
import type { MemberRow } from '@mojian/contract/members/member-detail';
import { masked } from '@mojian/contract/members/member-detail';
import type { adminMembers } from '@mojian/contract/members/members-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { isAbove } from '../../core/identity/roles.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isDisabled } from '../accounts/disable-member.ts';
import { isMuted } from '../accounts/mute-member.ts';
import * as queries from './admin-members.queries.ts';

type Query = Input<typeof adminMembers.list>['query'];
type Row = Awaited<ReturnType<typeof queries.listMembers>>[number];

/**
 * Members as the staff sees them. Who may not manage them is told neither their e-mail nor when they came last, and does
 * not find it out by asking for it either.
 */
export async function listForOffice(db: Db, viewer: Viewer, query: Query) {
  const now = Date.now();
  const knows = mayKnow(viewer);
  const { seen, order } = knows ? query : { seen: 'all' as const, order: 'joined' as const };
  const asked = { filter: { ...query, seen }, byEmail: knows, now };
  const [rows, total] = await Promise.all([
    queries.listMembers(db, asked, { ...sliceOf(query), order }),
    queries.countMembers(db, asked),
  ]);
  return inPages(
    rows.map((row) => presentRow(row, viewer, now)),
    total,
    query,
  );
}

/** Whether they are told what is a member's own business. */
export function mayKnow(viewer: Viewer) {
  return may(viewer.role, 'users.manage');
}

export function presentRow(row: Row, viewer: Viewer, now: number): MemberRow {
  const { id, nickname, avatar, email, role, disabledUntil, mutedUntil, seenAt } = row;
  const state = stateOf(row, now);
  return {
    ...{ id, nickname, avatar, role, state },
    email: email === null || mayKnow(viewer) ? (email ?? '') : masked,
    disabledUntil: state === 'disabled' && disabledUntil !== null ? isoTime(disabledUntil) : null,
    mute: state !== 'gone' && isMuted(row, now) ? { until: mutedUntil === null ? null : isoTime(mutedUntil) } : null,
    isMe: id === viewer.id,
    manageable: mayKnow(viewer) && !isAbove(role, viewer.role) && state !== 'gone',
    articles: Number(row.articles),
    comments: Number(row.comments),
    joinedAt: isoTime(row.createdAt),
    seenAt: seenAt === null || !mayKnow(viewer) ? null : isoTime(seenAt),
  };
}

function stateOf(row: Row, now: number): MemberRow['state'] {
  if (row.closesAt !== null && row.closesAt <= now) return 'gone';
  if (isDisabled(row, now)) return 'disabled';
  return row.closesAt === null ? 'active' : 'closing';
}
