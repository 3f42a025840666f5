import type { adminReports, ReportRow } from '@mojian/contract/community/reports';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { type Recording, recording } from '../../core/audit/audit.ts';
import { requireRankOver } from '../../core/moderation/rank.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import { each } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { concealed, isDemo, type Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import * as queries from './reports.queries.ts';
import { readExcerpt, reopenReport, settleReport } from './reports.ts';

type RemoveReported = (deps: { db: Db; search: Search }, reportId: number, record: Recording) => Promise<void>;

type RemoveWriting = (db: Db, viewer: Viewer, id: number, record: Recording) => Promise<void>;

const writings = ['comment', 'say', 'board'] as const;

/** Removing a reported text is passed in: its noun imports reports, which therefore cannot import it. */
export type Deps = {
  db: Db;
  search: Search;
  tables: Tables;
  removeWriting: Record<(typeof writings)[number], RemoveWriting>;
  removeReportedChat: RemoveReported;
};

const reportedTables = { comment: 'comments', say: 'says', board: 'boardMessages', chat: 'chatMessages' } as const;

/** Lists reports. The demo account sees neither reasons nor what was said: it may be held, private or gone. */
export async function listReportsForOffice(db: Db, viewer: Viewer, query: Input<typeof adminReports.list>['query']) {
  const [rows, total] = await Promise.all([
    queries.listReports(db, query, sliceOf(query)),
    queries.countReports(db, query),
  ]);
  const conceals = isDemo(viewer);
  const reports = await Promise.all(
    rows.map(async (row) => {
      const report = presentReport(row, { conceals });
      return { ...report, excerpt: await withProvenPictures(db, report.excerpt, 'picture') };
    }),
  );
  return inPages(reports, total, query);
}

/** Settles or reopens each of them or removes the reported text, and records it. */
export function actOnReports(deps: Deps, viewer: Viewer, { ids, act }: Input<typeof adminReports.act>['body']) {
  return each(ids, (id) => {
    if (act === 'remove') return removeReported(deps, viewer, id);
    const record = recording(viewer, { act: `reports.${act}`, subject: `report:${id}` });
    return act === 'settle' ? settleReport(deps.db, id, record) : reopenReport(deps.db, id, record);
  });
}

/** Removes the reported text and with it, or settles, all its reports. Records what it said, since nothing else does. */
async function removeReported(
  { db, search, tables, removeWriting, removeReportedChat }: Deps,
  viewer: Viewer,
  id: number,
) {
  const report = await queries.findOpen(db, id);
  if (!report) throw new Failure('not-found', '没有等待处理的这份举报', 'id');
  const record = recording(viewer, { act: 'reports.remove', subject: `report:${id}`, before: summaryOf(report) });
  for (const kind of Object.keys(queries.reportColumns) as queries.ReportKind[]) {
    const textId = report[queries.reportColumns[kind]];
    if (textId !== null) await requireRankOver(db, viewer, tables[reportedTables[kind]], textId);
  }
  for (const kind of writings) {
    const textId = report[queries.reportColumns[kind]];
    if (textId !== null) return removeWriting[kind](db, viewer, textId, record);
  }
  return removeReportedChat({ db, search }, id, record);
}

/** A private message stays out of the audit log. */
function summaryOf({ text, chatText, room, author, visitor }: queries.OpenReport) {
  return { text: room === 'private' ? '••••（私聊）' : (chatText ?? text), author: author ?? visitor ?? '' };
}

type Row = Awaited<ReturnType<typeof queries.listReports>>[number];

function presentReport(row: Row, { conceals }: { conceals: boolean }): ReportRow {
  const { kind } = row;
  const isPrivate = kind === 'chat' && row.room !== 'group';
  const lines = readExcerpt(row.excerpt).map(({ id, sender, text, picture, createdAt }) => ({
    sender,
    text,
    picture,
    createdAt,
    reported: kind !== 'chat' || id === row.chatMessageId,
  }));
  return {
    id: row.id,
    kind,
    text: conceals ? concealed : row.text,
    isPrivate,
    reason: conceals ? concealed : row.reason,
    reporter: { id: row.reporterId, nickname: row.reporter, avatar: row.reporterAvatar },
    author: authorOf(row),
    path: pathOf(row),
    excerpt: conceals ? lines.map(mask) : lines,
    isThere: isThere(row),
    createdAt: isoTime(row.createdAt),
    settledAt: row.settledAt === null ? null : isoTime(row.settledAt),
  };
}

function mask(line: ReportRow['excerpt'][number]) {
  return { ...line, sender: concealed, text: concealed, picture: '' };
}

function authorOf({ authorId, author, authorAvatar, visitor }: Row) {
  if (authorId !== null) return { id: authorId, nickname: author ?? '', avatar: authorAvatar ?? '' };
  return visitor === null ? null : { id: null, nickname: visitor, avatar: '' };
}

function pathOf({ commentId, articleId, commentedSayId, sayId, messageId, chatMessageId, room }: Row) {
  if (commentId !== null) return articleId === null ? `/say?id=${commentedSayId}` : `/article/${articleId}`;
  if (sayId !== null) return `/say?id=${sayId}`;
  if (messageId !== null) return '/message';
  return room === 'group' ? `/im?message=${chatMessageId}` : '';
}

function isThere({ commentId, chatState, removedAt, publicSayId, messageId }: Row) {
  if (commentId !== null) return removedAt === null;
  return publicSayId !== null || messageId !== null || chatState === 'shown' || chatState === 'held';
}
