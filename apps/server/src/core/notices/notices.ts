import type { Notice, NoticeReason, UnreadNotices } from '@mojian/contract/core/notices';
import { Failure } from '@mojian/contract/platform/failures';
import type { NumberedQuery } from '@mojian/contract/platform/fields';
import { noticeKinds } from '@mojian/contract/platform/rules';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { cursorOf, readCursor } from '../../platform/http/cursor.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { numberedPage, numbersOf, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { tell } from '../../platform/stream/hub.ts';
import { hasFeature } from '../settings/features.ts';
import * as queries from './notices.queries.ts';

const pageSize = 20;
const actorsShown = 3;
const newestFirst = ['createdAt', 'id'];
const subjects = ['article', 'say', 'comment', 'chat'] as const;

/** How much of each kind the member has not read. */
export async function countUnread(db: Db, viewer: Viewer): Promise<UnreadNotices> {
  const [rows, hasComments] = await Promise.all([queries.countUnread(db, viewer.id), hasFeature(db, 'comments')]);
  const of = (kind: number) => rows.find((row) => row.kind === kind)?.count ?? 0;
  const { system, comment, follow, like, collect } = noticeKinds;
  return {
    system: of(system),
    comment: hasComments ? of(comment) : 0,
    follow: of(follow),
    like: of(like),
    collect: of(collect),
  };
}

/** The member's notices of one kind, newest first, from where `after` of the page before says. Reads none of them. */
export async function listNotices(
  db: Db,
  viewer: Viewer,
  { type, after, ...asked }: NumberedQuery & { type: number; after?: string | undefined },
) {
  const page = numberedPage(asked, pageSize, after);
  const before = readCursor(after, newestFirst);
  const { limit, offset } = sliceOf(page ?? { pageNo: 1, pageSize });
  const found = await queries
    .selectNotices(db, { userId: viewer.id, kind: type, before, limit: limit + 1, offset })
    .execute();
  const rows = found.slice(0, limit);
  const next = found.length > limit ? cursorOf(rows.at(-1), newestFirst) : null;
  const numbers = await numbersOf(page, () => queries.countNotices(db, viewer.id, type));
  return { ...numbers, records: await present(db, rows), next };
}

type Which = { id?: number | undefined; type?: number | undefined };

/**
 * Marks one notice, those of a kind, or all as read.
 * @throws Failure not-found for one that is not the member's.
 */
export async function readNotices(db: Db, viewer: Viewer, { id, type }: Which) {
  await db.transaction().execute((trx) => read(trx, viewer.id, { id, kind: type }));
}

/**
 * Removes one notice, or those of a kind.
 * @throws Failure not-found for one that is not the member's.
 */
export async function removeNotices(db: Db, viewer: Viewer, { id, type }: Which) {
  if (id === undefined && type === undefined) throw new Failure('invalid-input', '须给出一条或一种通知', 'id');
  await db.transaction().execute((trx) => remove(trx, viewer.id, { id, kind: type }));
}

async function read(trx: Trx, userId: number, which: queries.Which) {
  if ((await queries.markRead(trx, userId, which)) > 0) await tellOthers(trx, userId, which);
  else if (which.id !== undefined && !(await queries.hasNotice(trx, userId, which.id)))
    throw new Failure('not-found', '通知不存在', 'id');
}

async function remove(trx: Trx, userId: number, which: queries.Which) {
  if ((await queries.deleteNotices(trx, userId, which)) > 0) await tellOthers(trx, userId, which);
  else if (which.id !== undefined) throw new Failure('not-found', '通知不存在', 'id');
}

/** The member's other windows count anew. */
function tellOthers(trx: Trx, userId: number, { id = 0 }: queries.Which) {
  return tell(trx, { topic: `user:${userId}`, type: 'notice', id });
}

type Row = Awaited<ReturnType<ReturnType<typeof queries.selectNotices>['execute']>>[number];

async function present(db: Db, rows: Row[]): Promise<Notice[]> {
  const ids = rows.map(({ id }) => id);
  const actors = Map.groupBy(await queries.listActors(db, ids, actorsShown), ({ noticeId }) => noticeId);
  return rows.map(({ readAt, createdAt, subject, reason, ...row }) => ({
    ...row,
    reason: reason as NoticeReason,
    subject: subjects.find((one) => subject.startsWith(`${one}:`)) ?? '',
    actors: actors.get(row.id) ?? [],
    read: readAt !== null,
    createdAt: isoTime(createdAt),
  }));
}
