import { adminBoard, board } from '@mojian/contract/community/board';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { reportWriting } from '../reports/reports.ts';
import { listBoardMessages, listHeldMessages, postBoardMessage } from './board.ts';
import { actOnMessages, boardWriting, listBoardForOffice } from './moderate-board.ts';

export function boardRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    board.list,
    ({ query }) => listBoardMessages(db, query),
    () => ['board', 'people'],
  );
  serve(board.post, ({ body }, caller) => postBoardMessage(db, body.text, caller));
  serve(board.held, (_input, { viewer }) => listHeldMessages(db, viewer.id));
  serve(board.report, ({ body }, { viewer }) => reportWriting(db, viewer, boardWriting, body));
  serve(adminBoard.list, ({ query }, { viewer }) => listBoardForOffice(db, viewer, query));
  serve(adminBoard.act, ({ body }, { viewer }) => actOnMessages(db, viewer, body));
}
