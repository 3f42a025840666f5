import type { ChatMessage, ChatPerson, ChatPiece } from '@mojian/contract/chat/messages';
import { listBlockedIds } from '../../core/blocks/blocks.ts';
import { type SplitStickers, stickersIn } from '../../core/stickers/show-stickers.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { oneLine, splitMessage } from './message-text.ts';
import * as queries from './messages.queries.ts';

type Row = queries.Row;

/**
 * Presents messages in the order given. An emptied one keeps only its sender and time; quotes of `blocked` members in the
 * group are empty. The caller checks who may see the rows.
 */
export async function presentMessages(db: Db, rows: Row[], blocked: number[] = []): Promise<ChatMessage[]> {
  const quoted = await queries.listQuoted(db, quotedIn(rows));
  const [people, calls] = await Promise.all([
    queries.listSenders(db, numbers([...rows, ...quoted].map(({ senderId }) => senderId))),
    queries.listCalls(db, numbers(rows.filter(hasCalls).map(({ id }) => id))),
  ]);
  const personOf = new Map(people.map((person) => [person.id, present(person)]));
  const calledBy = Map.groupBy(calls, ({ messageId }) => messageId);
  const quoteOf = new Map(quoted.map((row) => [row.id, quote(row, personOf.get(row.senderId), blocked)]));
  const pictures = await picturesOf(db, rows);
  const split = await stickersIn(
    db,
    rows.map(({ text }) => text),
  );
  return rows.map((row) => {
    const { id, seq, roomId, senderId, state, place, sendKey } = row;
    const about = { id, seq, roomId, sender: personOf.get(senderId) ?? nobody(senderId), state };
    const when = { key: sendKey, createdAt: isoTime(row.createdAt) };
    if (isGone(row)) return { ...about, ...nothing, ...when };
    return {
      ...about,
      pieces: withStickers(splitMessage(row.text, calledBy.get(id)), split),
      picture: pictures.get(id) ?? null,
      quote: row.quoteId === null ? null : (quoteOf.get(row.quoteId) ?? null),
      place,
      ...when,
    };
  });
}

function withStickers(pieces: ChatPiece[], split: SplitStickers): ChatPiece[] {
  const isPlain = (piece: ChatPiece) => !('href' in piece || 'memberId' in piece);
  const runs = split(pieces.map((piece) => (isPlain(piece) ? piece.text : '')));
  return pieces.flatMap((piece, at) => (isPlain(piece) ? (runs[at] ?? [piece]) : [piece]));
}

/** Signs pictures. Their ownership was checked when the messages were sent. */
async function picturesOf(db: Db, rows: Row[]) {
  const messages = rows
    .filter((row) => row.picture !== '' && !isGone(row))
    .map(({ id, picture }) => ({ id, picture: JSON.parse(picture) as ChatMessage['picture'] }));
  return new Map((await withPictures(db, messages, 'proven')).map(({ id, picture }) => [id, picture]));
}

/** Removes the send key, which only the sender's device needs. */
export function withoutKey(message: ChatMessage): ChatMessage {
  return { ...message, key: null };
}

/** Presents messages to this viewer. */
export async function presentFor(db: Db, viewer: { id: number } | null, rows: Row[]) {
  const blocked = viewer && quotedIn(rows).length > 0 ? await listBlockedIds(db, viewer.id) : [];
  const messages = await presentMessages(db, rows, blocked);
  return messages.map((message) => (message.sender.id === viewer?.id ? message : withoutKey(message)));
}

export function isGone({ state }: Pick<Row, 'state'>) {
  return state === 'withdrawn' || state === 'removed';
}

const nothing = { pieces: [], picture: null, quote: null, place: '' };

function quote(row: queries.QuotedRow, sender: ChatPerson | undefined, blocked: number[]): ChatMessage['quote'] {
  const { id, senderId, text, picture, state, kind } = row;
  const about = { id, senderId, sender: '', text: '', isPicture: false, isGone: state !== 'shown', isBlocked: false };
  if (kind === 'group' && blocked.includes(senderId)) return { ...about, isBlocked: true };
  const named = { ...about, sender: sender?.nickname ?? '' };
  return about.isGone ? named : { ...named, text: oneLine(text), isPicture: picture !== '' };
}

function hasCalls({ text }: Row) {
  return text.includes('@');
}

function present({ role, ...person }: { id: number; nickname: string; avatar: string; role: string }): ChatPerson {
  return { ...person, badge: role === 'owner' ? 'owner' : null };
}

function nobody(id: number): ChatPerson {
  return { id, nickname: '', avatar: '', badge: null };
}

function quotedIn(rows: Row[]) {
  return numbers(rows.map(({ quoteId }) => quoteId));
}

/** Distinct ids. */
function numbers(all: (number | null)[]) {
  return [...new Set(all)].filter((one) => one !== null);
}
