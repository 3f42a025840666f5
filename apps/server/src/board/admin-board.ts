import type { adminBoard, BoardRow } from '@mojian/contract/admin/board';
import type { Input } from '@mojian/contract/endpoint';
import { recordingText } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import { each } from '../http/batch.ts';
import { isoTime } from '../http/iso-time.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import * as queries from './admin-board.queries.ts';
import { holdMessage, releaseMessage, removeMessage } from './settle-message.ts';

type Query = Input<typeof adminBoard.list>['query'];
type Body = Input<typeof adminBoard.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listMessages>>[number];

/** The board as the staff sees it. */
export async function listForOffice(db: Db, query: Query) {
  const [rows, total] = await Promise.all([
    queries.listMessages(db, query, sliceOf(query)),
    queries.countMessages(db, query),
  ]);
  return inPages(rows.map(present), total, query);
}

/** Releases, hides or removes each of them, and writes down who did. */
export function actOnMessages(db: Db, viewer: Viewer, { ids, act }: Body) {
  return each(ids, async (id) => {
    const record = await recordingText(db, viewer, { act: `board.${act}`, subject: `board:${id}` });
    if (act === 'release') return releaseMessage(db, id, record);
    return act === 'hold' ? holdMessage(db, id, record) : removeMessage(db, id, record);
  });
}

function present({ authorId, nickname, avatar, reasons, reports, createdAt, ...row }: Row): BoardRow {
  return {
    ...row,
    author: { id: authorId, nickname, avatar },
    path: '/message',
    reasons: JSON.parse(reasons),
    reports: Number(reports ?? 0),
    createdAt: isoTime(createdAt),
  };
}
