import type { adminBoard, BoardRow } from '@mojian/contract/community/board';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { sql } from 'kysely';
import type { Recording } from '../../core/audit/audit.ts';
import { eachRecorded } from '../../core/moderation/each-recorded.ts';
import {
  concealHeld,
  hold,
  type ModeratedWriting,
  moderate,
  presentWriting,
  release,
} from '../../core/moderation/moderated-writing.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './board.queries.ts';
import { boardMessages } from './board.table.ts';
import { publishMessage } from './board.ts';

export const boardWriting: ModeratedWriting<{ id: number }> = {
  kind: 'board',
  table: 'boardMessages',
  isThere: sql`1 = 1`,
  refusals: {
    notHeld: '没有等待审核的这条留言',
    notShown: '没有正在显示的这条留言',
    own: '这是你自己的留言',
  },
  onShown: (trx, { id }) => publishMessage(trx, id, 'message'),
  onHidden: (trx, { id }) => publishMessage(trx, id, 'message-gone'),
  find: async (trx, _viewer, id) => {
    const message = await queries.selectMessage(trx, id).executeTakeFirst();
    if (message?.state !== 'shown') throw notFound();
    return { authorId: message.authorId, text: message.text };
  },
};

export function releaseMessage(db: Db, id: number, record?: Recording) {
  return release(db, boardWriting, id, record);
}

export function holdMessage(db: Db, id: number, record?: Recording) {
  return hold(db, boardWriting, id, record);
}

/** Deletes a message and the reports of it. @throws Failure not-found for one that is not there. */
export function removeMessage(db: Db, id: number, record?: Recording) {
  return moderate(db, record, async (trx) => {
    const message = await queries.deleteMessage(trx, id);
    if (!message) throw notFound();
    if (message.state === 'shown') await publishMessage(trx, id, 'message-gone');
  });
}

function notFound() {
  return new Failure('not-found', '留言不存在或已被删除', 'id');
}

export async function listBoardForOffice(db: Db, viewer: Viewer, query: Input<typeof adminBoard.list>['query']) {
  const page = await findPage(query, {
    list: (slice) => queries.listBoardForStaff(db, query, slice),
    count: () => queries.countBoardForStaff(db, query),
    present: ({ authorId, isGuest, ...row }): BoardRow => ({
      ...row,
      ...presentWriting(authorId, { ...row, isGuest }),
      path: '/message',
    }),
  });
  return { ...page, records: concealHeld(viewer, page.records) };
}

/** Applies an act to each of them and records it. */
export function actOnMessages(db: Db, viewer: Viewer, { ids, act }: Input<typeof adminBoard.act>['body']) {
  return eachRecorded(db, viewer, { ids, act: `board.${act}`, table: boardMessages }, (id, record) => {
    if (act === 'release') return releaseMessage(db, id, record);
    return act === 'hold' ? holdMessage(db, id, record) : removeMessage(db, id, record);
  });
}
