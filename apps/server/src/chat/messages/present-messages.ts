import type { ChatMessage, ChatPerson } from '@mojian/contract/chat/messages';
import { withPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { blockedBy } from '../blocks/blocked.ts';
import * as queries from './chat.queries.ts';
import { openingOf } from './line.ts';
import { piecesOf } from './pieces.ts';

type Row = queries.Row;

/**
 * Messages as they are told, in the order given; `key` is for who sent them. Of one that is gone nothing is left but who
 * said it and when. What was said may be told to whoever may see the rows: that is the caller's to know. Nothing is told of
 * what the `unheard` said where it is quoted in the group.
 */
export async function presentMessages(db: Db, rows: Row[], unheard: number[] = []): Promise<ChatMessage[]> {
  const quoted = await queries.listQuoted(db, quotedIn(rows));
  const [people, calls] = await Promise.all([
    queries.listPeople(db, numbers([...rows, ...quoted].map(({ senderId }) => senderId))),
    queries.listCalled(db, numbers(rows.filter(hasCalls).map(({ id }) => id))),
  ]);
  const personOf = new Map(people.map((person) => [person.id, present(person)]));
  const calledBy = Map.groupBy(calls, ({ messageId }) => messageId);
  const quoteOf = new Map(quoted.map((row) => [row.id, quote(row, personOf.get(row.senderId), unheard)]));
  const pictures = await picturesOf(db, rows);
  return rows.map((row) => {
    const { id, seq, roomId, senderId, state, place, sendKey } = row;
    const about = { id, seq, roomId, sender: personOf.get(senderId) ?? nobody(senderId), state };
    const when = { key: sendKey, createdAt: isoTime(row.createdAt) };
    if (isGone(row)) return { ...about, ...nothing, ...when };
    return {
      ...about,
      pieces: piecesOf(row.text, calledBy.get(id)),
      picture: pictures.get(id) ?? null,
      quote: row.quoteId === null ? null : (quoteOf.get(row.quoteId) ?? null),
      place,
      ...when,
    };
  });
}

/** Signed, of those that are not gone: that the sender had uploaded them was proven when they were sent. */
async function picturesOf(db: Db, rows: Row[]) {
  const told = rows
    .filter((row) => row.picture !== '' && !isGone(row))
    .map(({ id, picture }) => ({ id, picture: JSON.parse(picture) as ChatMessage['picture'] }));
  return new Map((await withPictures(db, told, 'proven')).map(({ id, picture }) => [id, picture]));
}

/** The same for others than who sent it. */
export function withoutKey(message: ChatMessage): ChatMessage {
  return { ...message, key: null };
}

/** As this viewer hears them. */
export async function presentFor(db: Db, viewer: { id: number } | null, rows: Row[]) {
  const unheard = viewer && quotedIn(rows).length > 0 ? await blockedBy(db, viewer.id) : [];
  const told = await presentMessages(db, rows, unheard);
  return told.map((message) => (message.sender.id === viewer?.id ? message : withoutKey(message)));
}

export function isGone({ state }: Pick<Row, 'state'>) {
  return state === 'withdrawn' || state === 'removed';
}

const nothing = { pieces: [], picture: null, quote: null, place: '' };

function quote(row: queries.QuotedRow, sender: ChatPerson | undefined, unheard: number[]): ChatMessage['quote'] {
  const { id, senderId, text, picture, state, kind } = row;
  const about = { id, senderId, sender: '', text: '', isPicture: false, isGone: state !== 'shown', isBlocked: false };
  if (kind === 'group' && unheard.includes(senderId)) return { ...about, isBlocked: true };
  const named = { ...about, sender: sender?.nickname ?? '' };
  return about.isGone ? named : { ...named, text: openingOf(text), isPicture: picture !== '' };
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

/** Each once. */
function numbers(all: (number | null)[]) {
  return [...new Set(all)].filter((one) => one !== null);
}
