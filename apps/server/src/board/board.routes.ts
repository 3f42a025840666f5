import { board } from '@mojian/contract/board';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { listBoardMessages } from './board.ts';

export function boardRoutes(serve: Serve, { db }: { db: Db }) {
  serve(
    board.list,
    ({ query }) => listBoardMessages(db, query),
    () => ['board', 'people'],
  );
}
