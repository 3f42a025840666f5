import { board } from '@mojian/contract/community/board';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { listBoardMessages, listHeldMessages } from './board.ts';
import { postBoardMessage } from './post-message.ts';
import { reportMessage } from './report-message.ts';

export function boardRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    board.list,
    ({ query }) => listBoardMessages(db, query),
    () => ['board', 'people'],
  );
  serve(board.post, ({ body }, caller) => postBoardMessage(db, body.text, caller));
  serve(board.held, (_input, { viewer }) => listHeldMessages(db, viewer.id));
  serve(board.report, async ({ body }, { viewer }) => {
    await reportMessage(db, viewer, body);
    return null;
  });
}
