import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

export type ReportKind = 'comment' | 'say' | 'board' | 'chat';
export type ReportFilter = { state: 'open' | 'settled' | 'all'; kind: ReportKind | 'all' };

const columns = {
  comment: 'reports.commentId',
  say: 'reports.sayId',
  board: 'reports.messageId',
  chat: 'reports.chatMessageId',
} as const;

/** A report of the chat stays one when its message goes: it has an excerpt. */
const filtered = (db: Db, { state, kind }: ReportFilter) =>
  db
    .selectFrom('reports')
    .$if(state === 'open', (rows) => rows.where('reports.settledAt', 'is', null))
    .$if(state === 'settled', (rows) => rows.where('reports.settledAt', 'is not', null))
    .$if(kind !== 'all', (rows) => rows.where(columns[kind as ReportKind], 'is not', null));

export function listReports(db: Db, filter: ReportFilter, { limit, offset }: { limit: number; offset: number }) {
  return withThings(filtered(db, filter))
    .orderBy('reports.createdAt', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countReports(db: Db, filter: ReportFilter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export type Reported = NonNullable<Awaited<ReturnType<typeof findOpen>>>;

/** What an open report is about. */
export function findOpen(db: Db, id: number) {
  return withThings(filtered(db, { state: 'open', kind: 'all' }))
    .select('chatMessages.text as said')
    .where('reports.id', '=', id)
    .executeTakeFirst();
}

/** With what is reported, where it stands and who wrote it. A say its author made their own meanwhile is not shown. */
function withThings(reports: ReturnType<typeof filtered>) {
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
    .select(['reports.id', 'reports.reason', 'reports.excerpt', 'reports.createdAt', 'reports.settledAt'])
    .select(['reports.commentId', 'reports.sayId', 'reports.messageId', 'reports.chatMessageId'])
    .select(['reporter.id as reporterId', 'reporter.nickname as reporter', 'reporter.avatar as reporterAvatar'])
    .select(['author.id as authorId', 'author.nickname as author', 'author.avatar as authorAvatar'])
    .select(['boardMessages.nickname as visitor', 'comments.articleId', 'comments.sayId as commentedSayId'])
    .select(['comments.removedAt', 'says.id as publicSayId', 'chatMessages.state as chatState', 'rooms.kind as room'])
    .select(({ fn, val }) => fn.coalesce('comments.text', 'says.text', 'boardMessages.text', val('')).as('text'));
}
