import type { adminBoard, BoardRow } from '@mojian/contract/community/board-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { eachRecorded } from '../../core/audit/audit.ts';
import { presentWriting } from '../../core/moderation/present-writing.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './admin-board.queries.ts';
import { holdMessage, releaseMessage, removeMessage } from './settle-message.ts';

type Query = Input<typeof adminBoard.list>['query'];
type Body = Input<typeof adminBoard.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listMessages>>[number];

/** The board as the staff sees it. */
export function listForOffice(db: Db, query: Query) {
  return findPage(query, {
    list: (slice) => queries.listMessages(db, query, slice),
    count: () => queries.countMessages(db, query),
    present,
  });
}

/** Releases, hides or removes each of them, and writes down who did. */
export function actOnMessages(db: Db, viewer: Viewer, { ids, act }: Body) {
  return eachRecorded(db, viewer, { ids, act: `board.${act}`, kind: 'board' }, (id, record) => {
    if (act === 'release') return releaseMessage(db, id, record);
    return act === 'hold' ? holdMessage(db, id, record) : removeMessage(db, id, record);
  });
}

function present({ authorId, ...row }: Row): BoardRow {
  return { ...row, ...presentWriting(authorId, row), path: '/message' };
}
