import type { BoardMessage } from '@mojian/contract/board';
import type { Page, PageQuery } from '@mojian/contract/fields';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import { countBoardMessages, selectNewest } from './board.queries.ts';

/** A page of the board, newest first. */
export async function listBoardMessages(db: Db, page: PageQuery): Promise<Page<BoardMessage>> {
  const [rows, total] = await Promise.all([selectNewest(db, sliceOf(page)).execute(), countBoardMessages(db)]);
  const records = rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) }));
  return inPages(records, total, page);
}
