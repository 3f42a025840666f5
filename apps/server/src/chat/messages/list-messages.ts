import type { ChatPage } from '@mojian/contract/chat/messages';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import type { NumberedQuery, PageQuery } from '@mojian/contract/platform/fields';
import { chatPageSize } from '@mojian/contract/platform/rules';
import { addReport, type ExcerptLine } from '../../community/reports/reports.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { cursorOf, numberedPage, numbersOf, readCursor, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { type FoundRoom, findRoom, openGroup, type RoomQuery } from '../rooms/rooms.ts';
import { currentSeq } from './feed.ts';
import * as queries from './messages.queries.ts';
import { findMessage, findVisible } from './messages.queries.ts';
import { presentFor } from './present-messages.ts';
import { insertHidden } from './writing.queries.ts';

/** A cursor before or after, a message `around` which to read, or none of them for the newest. */
type HistoryQuery = NumberedQuery & {
  before?: string | undefined;
  after?: string | undefined;
  around?: number | undefined;
};

type Place = { viewer: Viewer | null; roomId: number; clearedId: number };
type Found = { rows: queries.Row[]; hasOlder: boolean; hasNewer: boolean };

export async function listGroup(db: Db, viewer: Viewer | null, query: HistoryQuery): Promise<ChatPage> {
  const { id } = await openGroup(db, viewer);
  return showPage(db, { viewer, roomId: id, clearedId: 0 }, query);
}

/**
 * Lists messages of a room, without those the viewer deleted.
 * @throws Failure not-found for another's room, and for a message `around` that the viewer does not see here.
 */
export async function listHistory(db: Db, viewer: Viewer, { roomId, userId, ...query }: RoomQuery & HistoryQuery) {
  const room = await findRoom(db, viewer, { roomId, userId });
  return showPage(db, { viewer, roomId: room.id, clearedId: room.clearedId }, query);
}

async function showPage(db: Db, place: Place, query: HistoryQuery): Promise<ChatPage> {
  const seq = await currentSeq(db); // read before the rows: a concurrent change is repeated, not missed
  const page = numberedPage(query, chatPageSize, query.before ?? query.after ?? query.around);
  const { rows, hasOlder, hasNewer } = page ? await findNumbered(db, place, page) : await find(db, place, query);
  return {
    ...(await numbersOf(page, () => queries.countVisible(db, place))),
    records: await presentFor(db, place.viewer, rows),
    older: hasOlder ? cursorOf(rows[0], ['id']) : null,
    newer: hasNewer ? cursorOf(rows.at(-1), ['id']) : null,
    seq,
  };
}

async function find(db: Db, place: Place, { before, after, around }: HistoryQuery): Promise<Found> {
  if (around !== undefined) return findAround(db, place, around);
  const [afterId] = readCursor(after, ['id']) ?? [];
  if (afterId !== undefined) return { ...(await findAfter(db, place, afterId, chatPageSize)), hasOlder: true };
  const [beforeId] = readCursor(before, ['id'], 'before') ?? [];
  return { ...(await findBefore(db, place, beforeId, chatPageSize)), hasNewer: beforeId !== undefined };
}

/** Page 1 is the newest. */
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

/**
 * Finds a message the viewer sees, even an emptied one, and its room.
 * @throws Failure not-found for another's room, a deleted message, and one that never existed.
 */
export async function findVisibleMessage(db: Db, viewer: Viewer, id: number) {
  const known = await findMessage(db, id);
  const room = known && (await findRoom(db, viewer, { roomId: known.roomId }).catch(ignoreNotFound));
  const message = room && (await findVisible(db, { viewer, roomId: room.id, clearedId: room.clearedId }, id));
  if (!message) throw notFound();
  return { message, room };
}

/** Finds a message that is neither held nor removed. */
async function findShown(db: Db, viewer: Viewer, id: number) {
  const found = await findVisibleMessage(db, viewer, id);
  if (found.message.state !== 'shown') throw notFound();
  return found;
}

function ignoreNotFound(error: unknown) {
  if (!isFailure(error) || error.id === 'feature-off') throw error;
  return undefined;
}

function notFound() {
  return new Failure('not-found', '消息不存在或已被撤回', 'id');
}

/**
 * Deletes a message for the viewer alone.
 * @throws Failure not-found for a message the viewer does not see.
 */
export async function hideMessage(db: Db, viewer: Viewer, id: number) {
  const { room } = await findVisibleMessage(db, viewer, id);
  await db.transaction().execute((trx) => hide(trx, viewer, { id, roomId: room.id }));
}

async function hide(trx: Trx, viewer: Viewer, { id, roomId }: { id: number; roomId: number }) {
  await insertHidden(trx, viewer.id, id);
  await publishEvents(trx, { topic: `user:${viewer.id}`, type: 'room', id: roomId });
}

/** Lines before and after a reported message, few because rooms are private. */
const linesAround = 3;

/**
 * Reports a chat message with an excerpt of the lines around it, all that staff ever see of a private room. The copy stays
 * when the sender withdraws the message. Each member reports a message once.
 * @throws Failure not-found for a message the reporter does not see; invalid-input for their own.
 */
export async function reportChat(db: Db, viewer: Viewer, { id, reason }: { id: number; reason: string }) {
  const { message, room } = await findShown(db, viewer, id);
  if (message.senderId === viewer.id) throw new Failure('invalid-input', '不能举报自己的消息', 'id');
  const excerpt = JSON.stringify(await excerptOf(db, viewer, room, message));
  const notice = room.kind === 'group' ? publicNotice(message) : privateNotice;
  const report = { kind: 'chat' as const, id, reporterId: viewer.id, reason, excerpt };
  await db.transaction().execute((trx) => addReport(trx, report, notice));
  return null;
}

/** Private words stay in the excerpt, which is deleted in time; a notice would keep them. */
const privateNotice = { text: '私聊里的一条消息，到后台的「举报」里查看' };

function publicNotice({ text }: queries.Row) {
  return { text: text || '［图片］' };
}

async function excerptOf(db: Db, viewer: Viewer, room: FoundRoom, message: queries.Row): Promise<ExcerptLine[]> {
  const slice = { viewer, roomId: room.id, clearedId: room.clearedId, from: message.id, limit: linesAround };
  const [before, after] = await Promise.all([
    queries.selectBefore(db, slice).where('state', '=', 'shown').execute(),
    queries.selectAfter(db, slice).where('state', '=', 'shown').execute(),
  ]);
  const rows = [...before.reverse(), message, ...after];
  const people = await queries.listSenders(db, [...new Set(rows.map(({ senderId }) => senderId))]);
  const nameOf = new Map(people.map((person) => [person.id, person.nickname]));
  return rows.map(({ id, senderId, text, picture, createdAt }) => ({
    id,
    senderId,
    sender: nameOf.get(senderId) ?? '',
    text,
    picture: picture === '' ? '' : (JSON.parse(picture) as { url: string }).url,
    createdAt: isoTime(createdAt),
  }));
}
