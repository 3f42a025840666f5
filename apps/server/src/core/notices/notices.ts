import type { Notice, NoticeReason, UnreadNotices } from '@mojian/contract/core/notices';
import { Failure } from '@mojian/contract/platform/failures';
import type { NumberedQuery } from '@mojian/contract/platform/fields';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { yearLength } from '@mojian/contract/platform/time';
import { type SelectQueryBuilder, sql } from 'kysely';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { cursorOf, numberedPage, numbersOf, readCursor, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';

const pageSize = 20;
const actorsShown = 3;
const newestFirst = ['createdAt', 'id'];
const subjects = ['article', 'say', 'comment', 'chat'] as const;

export async function countUnread(db: Db, viewer: Viewer, hasComments: boolean): Promise<UnreadNotices> {
  const rows = await countUnreadRows(db, viewer.id);
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

/** Lists the member's notices of one kind, newest first, after the cursor. Marks none as read. */
export async function listNotices(
  db: Db,
  viewer: Viewer,
  { type, after, ...pageInput }: NumberedQuery & { type: number; after?: string | undefined },
) {
  const page = numberedPage(pageInput, pageSize, after);
  const before = readCursor(after, newestFirst);
  const { limit, offset } = sliceOf(page ?? { pageNo: 1, pageSize });
  const found = await selectNotices(db, { userId: viewer.id, kind: type, before, limit: limit + 1, offset }).execute();
  const rows = found.slice(0, limit);
  const next = found.length > limit ? cursorOf(rows.at(-1), newestFirst) : null;
  const numbers = await numbersOf(page, () => countNotices(db, viewer.id, type));
  return { ...numbers, records: await present(db, rows), next };
}

type NoticeChoice = { id?: number | undefined; type?: number | undefined };

/**
 * Marks one notice, those of a kind, or all as read.
 * @throws Failure not-found for one that is not the member's
 */
export async function readNotices(db: Db, viewer: Viewer, { id, type }: NoticeChoice) {
  await db.transaction().execute((trx) => read(trx, viewer.id, { id, kind: type }));
}

/**
 * Removes one notice, or those of a kind.
 * @throws Failure not-found for one that is not the member's
 */
export async function removeNotices(db: Db, viewer: Viewer, { id, type }: NoticeChoice) {
  if (id === undefined && type === undefined) throw new Failure('invalid-input', '须给出一条或一种通知', 'id');
  await db.transaction().execute((trx) => remove(trx, viewer.id, { id, kind: type }));
}

async function read(trx: Trx, userId: number, which: NoticeFilter) {
  if ((await markRead(trx, userId, which)) > 0) await refreshOtherWindows(trx, userId, which);
  else if (which.id !== undefined && !(await hasNotice(trx, userId, which.id)))
    throw new Failure('not-found', '通知不存在', 'id');
}

async function remove(trx: Trx, userId: number, which: NoticeFilter) {
  if ((await deleteNotices(trx, userId, which)) > 0) await refreshOtherWindows(trx, userId, which);
  else if (which.id !== undefined) throw new Failure('not-found', '通知不存在', 'id');
}

/** Makes the member's other windows refresh their counts. */
function refreshOtherWindows(trx: Trx, userId: number, { id = 0 }: NoticeFilter) {
  return publishEvents(trx, { topic: `user:${userId}`, type: 'notice', id });
}

type Row = Awaited<ReturnType<ReturnType<typeof selectNotices>['execute']>>[number];

async function present(db: Db, rows: Row[]): Promise<Notice[]> {
  const ids = rows.map(({ id }) => id);
  const actors = Map.groupBy(await listActors(db, ids, actorsShown), ({ noticeId }) => noticeId);
  return rows.map(({ readAt, createdAt, subject, reason, ...row }) => ({
    ...row,
    reason: reason as NoticeReason,
    subject: subjects.find((one) => subject.startsWith(`${one}:`)) ?? '',
    actors: actors.get(row.id) ?? [],
    read: readAt !== null,
    createdAt: isoTime(createdAt),
  }));
}

/** Selects one notice of a member, all of a kind, or all. */
type NoticeFilter = { id?: number | undefined; kind?: number | undefined };

async function countUnreadRows(db: Db, userId: number) {
  return selectUnread(db, userId).execute();
}

/** Counts in the partial index of unread notices, however many were read. */
export function selectUnread(db: Db, userId: number) {
  return db
    .selectFrom('notices')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('userId', '=', userId)
    .where(sql<boolean>`"readAt" is null`)
    .groupBy('kind');
}

/** Newest first, after `before`. */
type NoticePage = {
  userId: number;
  kind: number;
  before: number[] | undefined;
  limit: number;
  offset?: number | undefined;
};

export function selectNotices(db: Db, { userId, kind, before, limit, offset = 0 }: NoticePage) {
  return db
    .selectFrom('notices')
    .select(['id', 'kind', 'subject', 'reason', 'count', 'text', 'title', 'link', 'readAt', 'createdAt'])
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .$if(before !== undefined, (older) => older.where(sql<boolean>`("createdAt", id) < (${sql.join(before ?? [])})`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
}

async function countNotices(db: Db, userId: number, kind: number) {
  const { total } = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Newest actors of each notice, reading only a few even for thousands. */
async function listActors(db: Db, noticeIds: number[], ofEach: number) {
  const [first, ...others] = noticeIds.map((id) =>
    db
      .selectFrom(
        db
          .selectFrom('noticeActors')
          .select(['noticeId', 'actorId', 'createdAt'])
          .where('noticeId', '=', id)
          .orderBy('createdAt', 'desc')
          .orderBy('actorId', 'desc')
          .limit(ofEach)
          .as('newest'),
      )
      .selectAll(),
  );
  if (!first) return [];
  const newest = others.reduce((all, one) => all.unionAll(one), first).as('actors');
  return db
    .selectFrom(newest)
    .innerJoin('users', 'users.id', 'actors.actorId')
    .select(['actors.noticeId', 'users.id', 'users.nickname', 'users.avatar'])
    .orderBy('actors.createdAt', 'desc')
    .orderBy('actors.actorId', 'desc')
    .execute();
}

/** Returns how many were unread. */
async function markRead(trx: Trx, userId: number, { id, kind }: NoticeFilter) {
  const { numUpdatedRows } = await trx
    .updateTable('notices')
    .set({ readAt: Date.now() })
    .where('userId', '=', userId)
    .where(sql<boolean>`"readAt" is null`)
    .$if(id !== undefined, (notices) => notices.where('id', '=', id ?? 0))
    .$if(kind !== undefined, (notices) => notices.where('kind', '=', kind ?? 0))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function deleteNotices(trx: Trx, userId: number, { id, kind }: NoticeFilter) {
  const { numDeletedRows } = await trx
    .deleteFrom('notices')
    .where('userId', '=', userId)
    .$if(id !== undefined, (notices) => notices.where('id', '=', id ?? 0))
    .$if(kind !== undefined, (notices) => notices.where('kind', '=', kind ?? 0))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function hasNotice(trx: Trx, userId: number, id: number) {
  const own = trx.selectFrom('notices').select('id').where('userId', '=', userId).where('id', '=', id);
  return (await own.executeTakeFirst()) !== undefined;
}

const maxNotices = 2000;
/** Rows per transaction, to keep concurrent writes waiting only briefly. */
const batch = 500;

/** Deletes notices read over a year ago, and all but the newest 2,000 of each member. */
export async function dropOldNotices(db: Db, stopping?: AbortSignal, now = Date.now()) {
  const dropAll = async (drop: (trx: Trx) => Promise<number>) => {
    while (!stopping?.aborted && (await db.transaction().execute(drop)) === batch);
  };
  await dropAll((trx) => deleteReadBefore(trx, now - yearLength, batch));
  for (const userId of await listHoarders(db, maxNotices)) {
    const oldest = await findNth(db, userId, maxNotices);
    if (!oldest) continue;
    await dropAll((trx) => deleteOlderThan(trx, userId, oldest, batch));
    // open pages refresh their counts: unread ones may be gone
    await db.transaction().execute((trx) => publishEvents(trx, { topic: `user:${userId}`, type: 'notice', id: 0 }));
  }
}

type Place = { createdAt: number; id: number };
type Notices = SelectQueryBuilder<Schema, 'notices', unknown>;

/** Returns the number deleted. */
function deleteReadBefore(trx: Trx, time: number, most: number) {
  return deleteSome(trx, most, (notices) => notices.where('readAt', '<', time));
}

/** Returns the number deleted. */
function deleteOlderThan(trx: Trx, userId: number, { createdAt, id }: Place, most: number) {
  return deleteSome(trx, most, (notices) =>
    notices.where('userId', '=', userId).where(sql<boolean>`("createdAt", id) < (${createdAt}, ${id})`),
  );
}

/** Members with more than `most` notices. */
async function listHoarders(db: Db, most: number) {
  const rows = await db
    .selectFrom('notices')
    .select('userId')
    .groupBy('userId')
    .having(({ fn }) => fn.countAll(), '>', most)
    .execute();
  return rows.map(({ userId }) => userId);
}

function findNth(db: Db, userId: number, n: number): Promise<Place | undefined> {
  return db
    .selectFrom('notices')
    .select(['createdAt', 'id'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst();
}

async function deleteSome(trx: Trx, most: number, which: (notices: Notices) => Notices) {
  const { numDeletedRows } = await trx
    .deleteFrom('notices')
    .where('id', 'in', which(trx.selectFrom('notices')).select('id').limit(most))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
