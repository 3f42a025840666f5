import { sql } from 'kysely';
import { countRows } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** The column that says what is reported; the others are null. */
export const reportColumns = {
  comment: 'commentId',
  say: 'sayId',
  board: 'messageId',
  chat: 'chatMessageId',
} as const;

export type ReportKind = keyof typeof reportColumns;
type ReportColumn = (typeof reportColumns)[ReportKind];

/** `excerpt`: lines of a chat that the reporter handed over. */
export type Report = { kind: ReportKind; id: number; reporterId: number; reason: string; excerpt?: string };

/** False when this member reported it before. */
export async function insertReport(trx: Trx, { id, ...report }: Report) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('reports')
    .values({
      commentId: null,
      sayId: null,
      messageId: null,
      chatMessageId: null,
      settledAt: null,
      createdAt: Date.now(),
      ...report,
      [reportColumns[report.kind]]: id,
    })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Deletes this member's settled report of a text, if there is one, and returns its excerpt. */
export function deleteSettled(trx: Trx, { kind, id, reporterId }: Report) {
  return trx
    .deleteFrom('reports')
    .where(reportColumns[kind], '=', id)
    .where('reporterId', '=', reporterId)
    .where('settledAt', 'is not', null)
    .returning(['excerpt', 'kind'])
    .execute();
}

export function countOpen(trx: Trx, { kind, id }: Pick<Report, 'kind' | 'id'>) {
  return countRows(trx.selectFrom('reports').where('settledAt', 'is', null).where(reportColumns[kind], '=', id));
}

/** Settles the open reports of one text. */
export async function settleOf(trx: Trx, column: ReportColumn, id: number) {
  await trx
    .updateTable('reports')
    .set({ settledAt: Date.now() })
    .where(column, '=', id)
    .where('settledAt', 'is', null)
    .execute();
}

/** False for one that is not open. */
export async function markSettled(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ settledAt: Date.now() })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** False for one that is not settled. */
export async function reopen(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ settledAt: null })
    .where('id', '=', id)
    .where('settledAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Adds an excerpt to the open reports of a text that have none. */
export async function addExcerpt(trx: Trx, { kind, id }: Pick<Report, 'kind' | 'id'>, excerpt: string) {
  await trx
    .updateTable('reports')
    .set({ excerpt })
    .where(reportColumns[kind], '=', id)
    .where('settledAt', 'is', null)
    .where('excerpt', '=', '')
    .execute();
}

/** Settles the reports of a text that have an excerpt, and lets them stand without it. */
export async function detach(trx: Trx, { kind, id }: Pick<Report, 'kind' | 'id'>) {
  await trx
    .updateTable('reports')
    .set({ [reportColumns[kind]]: null, settledAt: sql<number>`coalesce("settledAt", ${Date.now()})` })
    .where(reportColumns[kind], '=', id)
    .where('excerpt', '<>', '')
    .execute();
}

export function listExcerpts(trx: Trx, settledUntil: number, most: number) {
  return trx
    .selectFrom('reports')
    .select(['id', 'excerpt', 'kind'])
    .where('settledAt', '<=', settledUntil)
    .where('excerpt', '<>', '')
    .limit(most)
    .execute();
}

export async function clearExcerpts(trx: Trx, ids: number[]) {
  await trx.updateTable('reports').set({ excerpt: '' }).where('id', 'in', ids).execute();
}

type ReportFilter = { state: 'open' | 'settled' | 'all'; kind: ReportKind | 'all' };

const filterReports = (db: Db, { state, kind }: ReportFilter) =>
  db
    .selectFrom('reports')
    .$if(state === 'open', (rows) => rows.where('reports.settledAt', 'is', null))
    .$if(state === 'settled', (rows) => rows.where('reports.settledAt', 'is not', null))
    .$if(kind !== 'all', (rows) => rows.where('reports.kind', '=', kind as ReportKind));

export function listReports(db: Db, filter: ReportFilter, { limit, offset }: { limit: number; offset: number }) {
  return withTargets(filterReports(db, filter))
    .orderBy('reports.createdAt', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countReports(db: Db, filter: ReportFilter) {
  return countRows(filterReports(db, filter));
}

export type OpenReport = NonNullable<Awaited<ReturnType<typeof findOpen>>>;

export function findOpen(db: Db, id: number) {
  return withTargets(filterReports(db, { state: 'open', kind: 'all' }))
    .select('chatMessages.text as chatText')
    .where('reports.id', '=', id)
    .executeTakeFirst();
}

/** Joins the reported text, its place and its author. A say that became private meanwhile is left out. */
function withTargets(reports: ReturnType<typeof filterReports>) {
  return reports
    .innerJoin('users as reporter', 'reporter.id', 'reports.reporterId')
    .leftJoin('comments', 'comments.id', 'reports.commentId')
    .leftJoin('says', (join) => join.onRef('says.id', '=', 'reports.sayId').on('says.isPublic', '=', 1))
    .leftJoin('boardMessages', 'boardMessages.id', 'reports.messageId')
    .leftJoin('chatMessages', 'chatMessages.id', 'reports.chatMessageId')
    .leftJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .leftJoin('users as author', (join) =>
      join.on(
        sql<boolean>`author.id = coalesce(comments."authorId", says."authorId", "boardMessages"."authorId", "chatMessages"."senderId")`,
      ),
    )
    .select(({ fn, val }) => [
      'reports.id',
      'reports.kind',
      'reports.reason',
      'reports.excerpt',
      'reports.createdAt',
      'reports.settledAt',
      'reports.commentId',
      'reports.sayId',
      'reports.messageId',
      'reports.chatMessageId',
      'reporter.id as reporterId',
      'reporter.nickname as reporter',
      'reporter.avatar as reporterAvatar',
      'author.id as authorId',
      'author.nickname as author',
      'author.avatar as authorAvatar',
      'boardMessages.nickname as visitor',
      'comments.articleId',
      'comments.sayId as commentedSayId',
      'comments.removedAt',
      'says.id as publicSayId',
      'chatMessages.state as chatState',
      'rooms.kind as room',
      fn.coalesce('comments.text', 'says.text', 'boardMessages.text', val('')).as('text'),
    ]);
}
