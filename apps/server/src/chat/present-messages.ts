import type { ChatMessage, ChatPerson } from '@mojian/contract/chat';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import * as queries from './chat.queries.ts';
import { openingOf } from './line.ts';
import { piecesOf } from './pieces.ts';

type Row = queries.Row;

/**
 * Messages as they are told, in the order given; `key` is for who sent them. Of one that is gone nothing is left but who
 * said it and when. What was said may be told to whoever may see the rows: that is the caller's to know.
 */
export async function presentMessages(db: Db, rows: Row[]): Promise<ChatMessage[]> {
  const quoted = await queries.listMessages(db, numbers(rows.map(({ quoteId }) => quoteId)));
  const [people, calls] = await Promise.all([
    queries.listPeople(db, numbers([...rows, ...quoted].map(({ senderId }) => senderId))),
    queries.listCalled(db, numbers(rows.filter(hasCalls).map(({ id }) => id))),
  ]);
  const personOf = new Map(people.map((person) => [person.id, present(person)]));
  const calledBy = Map.groupBy(calls, ({ messageId }) => messageId);
  const quoteOf = new Map(quoted.map((row) => [row.id, quote(row, personOf.get(row.senderId))]));
  return rows.map((row) => {
    const { id, seq, roomId, senderId, state, place, sendKey } = row;
    const about = { id, seq, roomId, sender: personOf.get(senderId) ?? nobody(senderId), state };
    const when = { key: sendKey, createdAt: isoTime(row.createdAt) };
    if (isGone(row)) return { ...about, ...nothing, ...when };
    return {
      ...about,
      pieces: piecesOf(row.text, calledBy.get(id)),
      picture: row.picture === '' ? null : (JSON.parse(row.picture) as ChatMessage['picture']),
      quote: row.quoteId === null ? null : (quoteOf.get(row.quoteId) ?? null),
      place,
      ...when,
    };
  });
}

/** The same for others than who sent it. */
export function withoutKey(message: ChatMessage): ChatMessage {
  return { ...message, key: null };
}

/** As this viewer hears them. */
export async function presentFor(db: Db, viewer: { id: number } | null, rows: Row[]) {
  const told = await presentMessages(db, rows);
  return told.map((message) => (message.sender.id === viewer?.id ? message : withoutKey(message)));
}

export function isGone({ state }: Pick<Row, 'state'>) {
  return state === 'withdrawn' || state === 'removed';
}

const nothing = { pieces: [], picture: null, quote: null, place: '' };

function quote({ id, text, picture, state }: Row, sender: ChatPerson | undefined): ChatMessage['quote'] {
  const isHere = state === 'shown';
  const told = { text: isHere ? openingOf(text) : '', isPicture: isHere && picture !== '', isGone: !isHere };
  return { id, sender: sender?.nickname ?? '', ...told };
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

/** Each once. */
function numbers(all: (number | null)[]) {
  return [...new Set(all)].filter((one) => one !== null);
}
