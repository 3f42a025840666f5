import type { ChatPage } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import type { NumberedQuery, PageQuery } from '@mojian/contract/platform/fields';
import { chatPageSize } from '@mojian/contract/platform/rules';
import type { Db } from '../../platform/db/schema.ts';
import { cursorOf, numberedPage, numbersOf, readCursor, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findRoom, type Which } from '../rooms/find-room.ts';
import { openGroup } from '../rooms/group.ts';
import * as queries from './chat.queries.ts';
import { presentFor } from './present-messages.ts';
import { currentSeq } from './sequence.ts';

/** Before or after what a page before told, around a message, or, without any of them, the newest. */
export type Asked = NumberedQuery & {
  before?: string | undefined;
  after?: string | undefined;
  around?: number | undefined;
};

type Place = { viewer: Viewer | null; roomId: number; clearedId: number };
type Found = { rows: queries.Row[]; hasOlder: boolean; hasNewer: boolean };

/** What was said in the group, for whoever may read along. */
export async function listGroup(db: Db, viewer: Viewer | null, asked: Asked): Promise<ChatPage> {
  const { id } = await openGroup(db, viewer);
  return showPage(db, { viewer, roomId: id, clearedId: 0 }, asked);
}

/**
 * What was said in a room of the viewer's, but for what they deleted for themselves.
 * @throws Failure not-found for another's room, and for a message `around` that the viewer does not see here.
 */
export async function listHistory(db: Db, viewer: Viewer, { roomId, userId, ...asked }: Which & Asked) {
  const room = await findRoom(db, viewer, { roomId, userId });
  return showPage(db, { viewer, roomId: room.id, clearedId: room.clearedId }, asked);
}

async function showPage(db: Db, place: Place, asked: Asked): Promise<ChatPage> {
  const seq = await currentSeq(db); // before the rows: what changes meanwhile is heard again, not missed
  const page = numberedPage(asked, chatPageSize, asked.before ?? asked.after ?? asked.around);
  const { rows, hasOlder, hasNewer } = page ? await findNumbered(db, place, page) : await find(db, place, asked);
  return {
    ...(await numbersOf(page, () => queries.countVisible(db, place))),
    records: await presentFor(db, place.viewer, rows),
    older: hasOlder ? cursorOf(rows[0], ['id']) : null,
    newer: hasNewer ? cursorOf(rows.at(-1), ['id']) : null,
    seq,
  };
}

async function find(db: Db, place: Place, { before, after, around }: Asked): Promise<Found> {
  if (around !== undefined) return findAround(db, place, around);
  const [behind] = readCursor(after, ['id']) ?? [];
  if (behind !== undefined) return { ...(await findAfter(db, place, behind, chatPageSize)), hasOlder: true };
  const [ahead] = readCursor(before, ['id'], 'before') ?? [];
  return { ...(await findBefore(db, place, ahead, chatPageSize)), hasNewer: ahead !== undefined };
}

/** The first page is the newest. */
async function findNumbered(db: Db, place: Place, page: PageQuery): Promise<Found> {
  const { limit, offset } = sliceOf(page);
  const found = await queries.selectBefore(db, { ...place, from: undefined, limit: limit + 1, offset }).execute();
  return { rows: found.slice(0, limit).reverse(), hasOlder: found.length > limit, hasNewer: offset > 0 };
}

async function findAround(db: Db, place: Place, id: number) {
  const row = await queries.findVisible(db, place, id);
  if (!row) throw new Failure('not-found', '这条消息不在了', 'around');
  const half = chatPageSize / 2;
  const [older, newer] = await Promise.all([findBefore(db, place, id, half), findAfter(db, place, id, half - 1)]);
  return {
    rows: [...older.rows, row, ...newer.rows],
    hasOlder: older.hasOlder,
    hasNewer: newer.hasNewer,
  };
}

async function findBefore(db: Db, place: Place, from: number | undefined, most: number) {
  const found = await queries.selectBefore(db, { ...place, from, limit: most + 1 }).execute();
  return { rows: found.slice(0, most).reverse(), hasOlder: found.length > most };
}

async function findAfter(db: Db, place: Place, from: number, most: number) {
  const found = await queries.selectAfter(db, { ...place, from, limit: most + 1 }).execute();
  return { rows: found.slice(0, most), hasNewer: found.length > most };
}
