import type { BoardMessage, board } from '@mojian/contract/community/board';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page } from '@mojian/contract/platform/fields';
import { boardPause } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/text';
import { announceWriting } from '../../core/alerts/announce.ts';
import { findAccount } from '../../core/identity/accounts.ts';
import { type Judgement, judge } from '../../core/moderation/judge.ts';
import { publishChange } from '../../core/moderation/moderated-writing.ts';
import { type SplitStickers, stickersIn } from '../../core/stickers/show-stickers.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { cursorOf, inPages, readCursor, sliceOf } from '../../platform/http/paging.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { addressKey, countTry, triesSoFar } from '../../platform/limits/limits.ts';
import { placeOf } from '../../platform/places/places.ts';
import * as queries from './board.queries.ts';

const mostHeld = 50;

type Board = Page<BoardMessage> & { next: string | null };

/**
 * Lists a page of the board, newest first. `after` is the `next` of the page before, so deep pages cost no more.
 * @throws Failure naming `after` when it is no cursor.
 */
export async function listBoardMessages(db: Db, { after, ...page }: Input<typeof board.list>['query']): Promise<Board> {
  const before = readCursor(after, newestFirst);
  const [rows, total] = await Promise.all([
    queries.selectNewest(db, { ...sliceOf(page), before }).execute(),
    queries.countBoardMessages(db),
  ]);
  const next = rows.length === page.pageSize ? cursorOf(rows.at(-1), newestFirst) : null;
  return { ...inPages(await presentAll(db, rows), total, page), next };
}

const newestFirst = ['createdAt', 'id'];

/** A member's own held messages, newest first. */
export async function listHeldMessages(db: Db, authorId: number): Promise<BoardMessage[]> {
  return presentAll(db, await queries.selectHeld(db, authorId, mostHeld).execute());
}

type Row = Awaited<ReturnType<ReturnType<typeof queries.selectMessage>['execute']>>[number];

async function presentAll(db: Db, rows: Row[]) {
  const split = await stickersIn(
    db,
    rows.map(({ text }) => text),
  );
  return rows.map((row) => present(row, split));
}

function present({ state, createdAt, authorId, isGuest, website, ...row }: Row, split: SplitStickers): BoardMessage {
  const author = isGuest ? { authorId: null, website } : { authorId, website: null };
  const pieces = split([row.text])[0] ?? [];
  return { ...row, ...author, pieces, held: state === 'held', createdAt: isoTime(createdAt) };
}

type Author = Pick<Caller, 'viewer' | 'address'>;

/** Messages from one address within the pause, since many people may share it. */
const mostFromAddress = 6;

/**
 * Posts a message. A held one is returned to its author; a visitor's held one is null.
 * @throws Failure too-many-requests within half a minute of the last one by the same member, or visitor of an address.
 */
export async function postBoardMessage(db: Db, text: string, by: Author): Promise<BoardMessage | null> {
  const pause = pauseKey(by);
  await withPauseText(triesSoFar(db, pause, { most: 1, seconds: boardPause }));
  const { viewer, address } = by;
  const judged = await judge(db, {
    text: cleanText(text).replaceAll(/\s+/g, ' '),
    authorId: viewer?.id ?? null,
    visitor: addressKey(address),
  });
  const author = {
    authorId: viewer?.id ?? null,
    nickname: viewer ? ((await findAccount(db, viewer.id))?.nickname ?? '') : '游客',
    place: await placeOf(address),
  };
  const perAddress = `board at ${addressKey(address)}`;
  const id = await db.transaction().execute((trx) => insert(trx, { author, judged, pause, perAddress }));
  if (judged.state === 'held' && !viewer) return null;
  const [message = null] = await presentAll(db, await queries.selectMessage(db, id).execute());
  return message;
}

type Message = {
  author: { authorId: number | null; nickname: string; place: string };
  judged: Judgement;
  pause: string;
  perAddress: string;
};

/** Counts the pause in the same transaction, so that a message that fails does not start it. */
async function insert(trx: Trx, { author, judged: { text, state, reasons }, pause, perAddress }: Message) {
  await withPauseText(countTry(trx, pause, { most: 1, seconds: boardPause }));
  await withPauseText(countTry(trx, perAddress, { most: mostFromAddress, seconds: boardPause }));
  const message = { ...author, text, state, reasons: JSON.stringify(reasons), createdAt: Date.now() };
  const id = await queries.insertBoardMessage(trx, message);
  if (state === 'shown') await publishMessage(trx, id, 'message');
  await announceWriting(trx, { ...author, kind: 'board', state, text, link: '/message' });
  return id;
}

function pauseKey({ viewer, address }: Author) {
  return viewer ? `board user:${viewer.id}` : `board ${addressKey(address)}`;
}

async function withPauseText(counting: Promise<unknown>) {
  try {
    await counting;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('too-many-requests', `${boardPause}秒后才能再次留言`, undefined, error.retryAfter);
  }
}

/** Tells open screens that a message came or went, and drops the board's pages. */
export function publishMessage(trx: Trx, id: number, type: 'message' | 'message-gone') {
  const events = [{ topic: 'board', type, id }];
  return publishChange(trx, { events, tags: ['board'], onlyAdds: type === 'message' });
}

/** Stores a message written on another site; open screens are not told. */
export function insertForeignMessage(trx: Trx, message: Parameters<typeof queries.insertBoardMessage>[1]) {
  return queries.insertBoardMessage(trx, message);
}

/** Deletes a message, unknown ones being no error. */
export async function eraseMessage(trx: Trx, id: number) {
  await queries.deleteMessage(trx, id);
}

/** Board messages store the name they were written under. */
export async function renameOnBoard(trx: Trx, authorId: number, nickname: string) {
  await trx.updateTable('boardMessages').set({ nickname }).where('authorId', '=', authorId).execute();
}
