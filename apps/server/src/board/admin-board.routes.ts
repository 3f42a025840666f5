import { adminBoard } from '@mojian/contract/admin/board';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { actOnMessages, listForOffice } from './admin-board.ts';

export function adminBoardRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminBoard.list, ({ query }) => listForOffice(db, query));
  serve(adminBoard.act, ({ body }, { viewer }) => actOnMessages(db, viewer, body));
}
