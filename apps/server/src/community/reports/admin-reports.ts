import type { adminReports } from '@mojian/contract/community/reports-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { type Recording, recording } from '../../core/audit/audit.ts';
import { requireRankOver } from '../../core/moderation/rank.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import type { Db } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { removeMessage } from '../board/settle-message.ts';
import { removeComment } from '../comments/remove-comment.ts';
import { removeSay } from '../says/remove-say.ts';
import * as queries from './admin-reports.queries.ts';
import { presentReport } from './present-report.ts';
import { reopenReport, settleReport } from './settle-reports.ts';

type RemoveReported = (parts: { db: Db; search: Search }, reportId: number, record: Recording) => Promise<void>;

/** `removeReportedChat` takes away the chat message a report is about. */
export type Deps = { db: Db; search: Search; removeReportedChat: RemoveReported };
type Query = Input<typeof adminReports.list>['query'];
type Body = Input<typeof adminReports.act>['body'];

/** Reports as the staff sees them. Whoever is only shown around reads nothing of what was said in private. */
export async function listForOffice(db: Db, viewer: Viewer, query: Query) {
  const [rows, total] = await Promise.all([
    queries.listReports(db, query, sliceOf(query)),
    queries.countReports(db, query),
  ]);
  const hidesPrivate = viewer.role === 'demo';
  const reports = await Promise.all(
    rows.map(async (row) => {
      const report = presentReport(row, { hidesPrivate });
      return { ...report, excerpt: await withProvenPictures(db, report.excerpt, 'picture') };
    }),
  );
  return inPages(reports, total, query);
}

/** Settles, opens again, or removes what each of them is about, and writes down who did. */
export function actOnReports(parts: Deps, viewer: Viewer, { ids, act }: Body) {
  return each(ids, (id) => {
    if (act === 'remove') return removeThing(parts, viewer, id);
    const record = recording(viewer, { act: `reports.${act}`, subject: `report:${id}` });
    return act === 'settle' ? settleReport(parts.db, id, record) : reopenReport(parts.db, id, record);
  });
}

/** With the thing all reports of it go or are settled. What it said is written down: nothing else tells of it then. */
async function removeThing({ db, search, removeReportedChat }: Deps, viewer: Viewer, id: number) {
  const report = await queries.findOpen(db, id);
  if (!report) throw new Failure('not-found', '没有等待处理的这份举报', 'id');
  const record = recording(viewer, { act: 'reports.remove', subject: `report:${id}`, before: whatWent(report) });
  const { commentId, sayId, messageId, chatMessageId } = report;
  const things = { comment: commentId, say: sayId, board: messageId, chat: chatMessageId };
  for (const [kind, number] of Object.entries(things))
    if (number !== null) await requireRankOver(db, viewer, kind as keyof typeof things, number);
  if (commentId !== null) return removeComment(db, viewer, commentId, record);
  if (sayId !== null) return removeSay(db, viewer, sayId, record);
  if (messageId !== null) return removeMessage(db, messageId, record);
  return removeReportedChat({ db, search }, id, record);
}

/** What was said in private is told nowhere but in the report, and forgotten with it. */
function whatWent({ text, said, room, author, visitor }: queries.Reported) {
  return { text: room === 'private' ? '••••（私聊）' : (said ?? text), author: author ?? visitor ?? '' };
}
