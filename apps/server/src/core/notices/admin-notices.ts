import type { BroadcastRow } from '@mojian/contract/core/notices-admin';
import type { Role } from '@mojian/contract/core/permissions';
import { Failure } from '@mojian/contract/platform/failures';
import type { PageQuery } from '@mojian/contract/platform/fields';
import type { Db } from '../../platform/db/schema.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import * as queries from './broadcast.queries.ts';

type Row = Awaited<ReturnType<typeof queries.listBroadcasts>>[number];

/** What the staff told all or one, the newest first. */
export async function listBroadcasts(db: Db, page: PageQuery) {
  const [rows, total] = await Promise.all([queries.listBroadcasts(db, sliceOf(page)), queries.countBroadcasts(db)]);
  return inPages(rows.map(present), total, page);
}

/**
 * Whom a notice would be told: the member of this name, or all of a role, or all.
 * @throws Failure not-found where nobody is called so.
 */
export async function showAudience(db: Db, { nickname, role }: { nickname: string; role: Role | '' }) {
  if (nickname === '') return { count: await queries.countMembers(db, role), to: null };
  const to = await queries.findMember(db, { nickname });
  if (!to) throw new Failure('not-found', '没有叫这个名字的用户', 'nickname');
  return { count: 1, to };
}

function present({ userId, nickname, dueAt, createdAt, ...row }: Row): BroadcastRow {
  return {
    ...row,
    to: userId === null ? null : { id: userId, nickname: nickname ?? '' },
    dueAt: isoTime(dueAt),
    createdAt: isoTime(createdAt),
  };
}
