import type { BoardMessage } from '@mojian/contract/community/board';
import type { Page, PageQuery } from '@mojian/contract/platform/fields';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { cursorOf, inPages, readCursor, sliceOf } from '../../platform/http/paging.ts';
import * as queries from './board.queries.ts';

/** More than one person has waiting. */
const mostHeld = 50;

type Asked = PageQuery & { after?: string | undefined };
type Board = Page<BoardMessage> & { next: string | null };

/**
 * A page of the board, newest first. `after` is the `next` of the page before: however deep, it is found at once.
 * @throws Failure blaming `after` for what no page told.
 */
export async function listBoardMessages(db: Db, { after, ...page }: Asked): Promise<Board> {
  const before = readCursor(after, newestFirst);
  const [rows, total] = await Promise.all([
    queries.selectNewest(db, { ...sliceOf(page), before }).execute(),
    queries.countBoardMessages(db),
  ]);
  const next = rows.length === page.pageSize ? cursorOf(rows.at(-1), newestFirst) : null;
  return { ...inPages(rows.map(present), total, page), next };
}

const newestFirst = ['createdAt', 'id'];

/** A member's own that wait for moderation, newest first. */
export async function listHeldMessages(db: Db, authorId: number): Promise<BoardMessage[]> {
  return (await queries.selectHeld(db, authorId, mostHeld).execute()).map(present);
}

type Row = Awaited<ReturnType<ReturnType<typeof queries.selectMessage>['execute']>>[number];

export function present({ state, createdAt, ...row }: Row): BoardMessage {
  return { ...row, held: state === 'held', createdAt: isoTime(createdAt) };
}
