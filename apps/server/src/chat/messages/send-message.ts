import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { isEitherBlocked } from '../../core/blocks/blocks.ts';
import { findOwnPicture } from '../../core/uploads/uploads.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { placeOf } from '../../platform/places/places.ts';
import type { Search } from '../../platform/search/search.ts';
import { type Live, publishEvents } from '../../platform/stream/event-bus.ts';
import { listAgain } from '../rooms/room-rows.ts';
import { type FoundRoom, findRoom, readPreferences } from '../rooms/rooms.ts';
import { nextSeq } from './feed.ts';
import type { GroupPosts, Post } from './group-posts.ts';
import { confirmSpeaking, isPrivate, judgeMessage, type PrivateRoom, whyNotSpeak } from './may-speak.ts';
import { checkMessageText } from './message-text.ts';
import { findVisible, type Row } from './messages.queries.ts';
import { presentFor } from './present-messages.ts';
import { findMentionable, publishMessages } from './publish-messages.ts';
import * as queries from './writing.queries.ts';

type Deps = { db: Db; search: Search; live: Live; posts: GroupPosts };
type Writer = Caller & { viewer: Viewer };
type MessageDraft = {
  roomId: number;
  text: string;
  picture?: string | undefined;
  quoteId?: number | undefined;
  key: string;
};

/**
 * Sends a message and returns it as its sender sees it. A repeated `key` returns the first message again.
 * @throws Failure not-found for another's room; not-allowed where the member may not write; naming text, picture, `quoteId`.
 */
export async function sendMessage(deps: Deps, writer: Writer, draft: MessageDraft): Promise<ChatMessage> {
  const { db, live, posts } = deps;
  const { viewer } = writer;
  const room = await findRoom(db, viewer, draft);
  const sent = await queries.findSentMessage(db, viewer.id, draft.key);
  if (sent) return presentOwn(db, viewer, sent);
  const post = await judgePost(db, writer, room, draft);
  const message = isPrivate(room) ? await sendPrivately(deps, viewer, room, post.message) : await posts.post(post);
  live.notifyFeed();
  return message;
}

async function presentOwn(db: Db, viewer: Viewer, row: Row) {
  const [message] = await presentFor(db, viewer, [row]);
  if (!message) throw new Failure('gone');
  return message;
}

async function judgePost(db: Db, { viewer, address }: Writer, room: FoundRoom, draft: MessageDraft): Promise<Post> {
  const written = checkMessageText(draft.text, draft.picture !== undefined);
  const picture = draft.picture === undefined ? '' : JSON.stringify(await findOwnPicture(db, viewer.id, draft.picture));
  const quoteId = draft.quoteId === undefined ? null : await findQuoted(db, viewer, room, draft.quoteId);
  const { state, text, reasons } = await judgeMessage(db, viewer, room, { text: written, hasPicture: picture !== '' });
  const message = {
    roomId: room.id,
    senderId: viewer.id,
    text,
    picture,
    quoteId,
    state,
    place: await placeOf(address),
    reasons: JSON.stringify(reasons),
    sendKey: draft.key,
    createdAt: Date.now(),
  };
  return { message, mentionable: await findMentionable(db, room, text) };
}

async function sendPrivately({ db, search }: Deps, viewer: Viewer, room: PrivateRoom, message: Post['message']) {
  const row = await db.transaction().execute((trx) => insert(trx, { search, viewer, room, message }));
  return presentOwn(db, viewer, row);
}

type NewMessage = { search: Search; viewer: Viewer; room: PrivateRoom; message: Post['message'] };

/** Under the lock of the sequence number the second of two messages with one key finds the first. */
async function insert(trx: Trx, { search, viewer, room, message }: NewMessage) {
  const seq = await nextSeq(trx);
  const sent = await queries.findSentMessage(trx, message.senderId, message.sendKey);
  if (sent) return sent;
  await confirmSpeaking(trx, viewer, room);
  const [row] = await queries.insertChatMessages(trx, [{ ...message, seq }]);
  if (!row) throw new Failure('gone');
  await listRoom(trx, room.id);
  await publishMessages(trx, search, [{ message: row, mentionable: [] }]);
  return row;
}

/** Puts the room back into both lists. */
async function listRoom(trx: Trx, id: number) {
  const people = await listAgain(trx, id);
  if (people.length > 0)
    await publishEvents(trx, ...people.map((userId) => ({ topic: `user:${userId}`, type: 'room', id })));
}

/** @throws Failure for a held, withdrawn or removed message. */
async function findQuoted(db: Db, viewer: Viewer, room: FoundRoom, id: number) {
  const place = { viewer, roomId: room.id, clearedId: room.clearedId };
  const quoted = await findVisible(db, place, id);
  if (quoted?.state !== 'shown') throw new Failure('not-found', '引用的消息不在了', 'quoteId');
  return id;
}

/**
 * Tells others in the room that the viewer is typing, if both sides show it and neither blocked the other.
 * @throws Failure not-found for another's room.
 */
export async function publishTyping({ db, live }: { db: Db; live: Live }, viewer: Viewer, roomId: number) {
  const room = await findRoom(db, viewer, { roomId });
  if (!(await readPreferences(db, viewer.id)).typing || (await whyNotSpeak(db, viewer, room)) !== '') return;
  const event = { type: 'typing', id: viewer.id, of: room.id };
  if (room.peerId === null) return live.publish([{ topic: 'group', ...event }]);
  const showsTyping = room.askedBy === null && (await readPreferences(db, room.peerId)).typing;
  if (showsTyping && !(await isEitherBlocked(db, viewer.id, room.peerId)))
    await live.publish([{ topic: `user:${room.peerId}`, ...event }]);
}
