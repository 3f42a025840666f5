import { adminBoard, board } from '@mojian/contract/community/board';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { reportWriting } from '../reports/reports.ts';
import { listBoardMessages, listHeldMessages, postBoardMessage } from './board.ts';
import { actOnMessages, boardWriting, listBoardForOffice } from './moderate-board.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(board, {
    list: { tags: ['board', 'people'], handle: ({ query }) => listBoardMessages(db, query) },
    post: ({ body }, caller) => postBoardMessage(db, body.text, caller),
    held: (_input, { viewer }) => listHeldMessages(db, viewer.id),
    report: ({ body }, { viewer }) => reportWriting(db, viewer, boardWriting, body),
  });
  serve(adminBoard, {
    list: ({ query }, { viewer }) => listBoardForOffice(db, viewer, query),
    act: ({ body }, { viewer }) => actOnMessages(db, viewer, body),
  });
}
