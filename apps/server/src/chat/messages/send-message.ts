import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import type { Mention } from '../../community/comments/comment-text.ts';
import { findOwnPicture } from '../../core/uploads/uploads.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { placeOf } from '../../platform/places/places.ts';
import type { Search } from '../../platform/search/search.ts';
import { type Live, tell } from '../../platform/stream/hub.ts';
import { type FoundRoom, findRoom } from '../rooms/find-room.ts';
import { appear, findCallable } from './appear.ts';
import { findMessage, findVisible } from './chat.queries.ts';
import { beginSpeaking, judgeSpoken } from './may-speak.ts';
import { presentFor } from './present-messages.ts';
import { nextSeq } from './sequence.ts';
import { checkSpoken } from './spoken-text.ts';
import * as queries from './writing.queries.ts';

type Parts = { db: Db; search: Search; live: Live };
type Writer = Caller & { viewer: Viewer };
type Draft = { roomId: number; text: string; picture?: string | undefined; quoteId?: number | undefined; key: string };

/**
 * Says something in a room, and answers it as its sender sees it. What the same member sent with the same `key` before is
 * answered again and not said twice.
 * @throws Failure not-found for another's room; not-allowed where the member may not write; blaming text, picture, quoteId.
 */
export async function sendMessage(parts: Parts, writer: Writer, draft: Draft): Promise<ChatMessage> {
  const { db, live } = parts;
  const room = await findRoom(db, writer.viewer, draft);
  const sent = await queries.findSent(db, writer.viewer.id, draft.key);
  const id = sent ?? (await write(parts, writer, room, draft));
  if (sent === undefined) live.poke();

  const row = await findMessage(db, id);
  const [message] = await presentFor(db, writer.viewer, row ? [row] : []);
  if (!message) throw new Failure('gone');
  return message;
}

async function write({ db, search }: Parts, writer: Writer, room: FoundRoom, draft: Draft) {
  const { viewer, address } = writer;
  const written = checkSpoken(draft.text, draft.picture !== undefined);
  const picture = draft.picture === undefined ? '' : JSON.stringify(await findOwnPicture(db, viewer.id, draft.picture));
  const quoteId = draft.quoteId === undefined ? null : await findQuoted(db, viewer, room, draft.quoteId);
  const judged = await judgeSpoken(db, viewer, room, { text: written, hasPicture: picture !== '' });
  const { state, text } = judged;
  const callable = await findCallable(db, room, text);
  const message = {
    ...{ roomId: room.id, senderId: viewer.id, text, picture, quoteId, state },
    place: await placeOf(address),
    reasons: JSON.stringify(judged.reasons),
    sendKey: draft.key,
    createdAt: Date.now(),
  };
  return db.transaction().execute((trx) => keep(trx, { search, viewer, room, message, callable }));
}

type Message = Omit<queries.NewMessage, 'seq'>;
type Kept = { search: Search; viewer: Viewer; room: FoundRoom; message: Message; callable: Mention[] };

/** Of two with one key the second finds the first here: both stand in line for the number. */
async function keep(trx: Trx, { search, viewer, room, message, callable }: Kept) {
  const { senderId, sendKey, text = '' } = message;
  const seq = await nextSeq(trx);
  const sent = await queries.findSent(trx, senderId, sendKey);
  if (sent !== undefined) return sent;
  await beginSpeaking(trx, viewer, room);
  const id = await queries.insertMessage(trx, { ...message, seq });
  if (room.kind === 'group') await queries.joinGroup(trx, room.id, senderId, id);
  else await showRoom(trx, room.id);
  if (message.state === 'shown') await appear(trx, search, { id, roomId: room.id, senderId, text }, callable);
  return id;
}

/** It stands in both lists again. */
async function showRoom(trx: Trx, id: number) {
  const people = await queries.listAgain(trx, id);
  if (people.length > 0) await tell(trx, ...people.map((userId) => ({ topic: `user:${userId}`, type: 'room', id })));
}

/** What is held is not for all to see yet, and what is gone says nothing. */
async function findQuoted(db: Db, viewer: Viewer, room: FoundRoom, id: number) {
  const place = { viewer, roomId: room.id, clearedId: room.clearedId };
  const quoted = await findVisible(db, place, id);
  if (quoted?.state !== 'shown') throw new Failure('not-found', '引用的消息不在了', 'quoteId');
  return id;
}
