import { adminBoard } from '@mojian/contract/community/board-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnMessages, listForOffice } from './admin-board.ts';

export function adminBoardRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminBoard.list, ({ query }) => listForOffice(db, query));
  serve(adminBoard.act, ({ body }, { viewer }) => actOnMessages(db, viewer, body));
}
