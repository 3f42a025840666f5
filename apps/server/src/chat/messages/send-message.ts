import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import type { Mention } from '../../community/comments/comment-text.ts';
import { findMentioned } from '../../community/comments/mentions.ts';
import { notify } from '../../core/notices/notify.ts';
import { findOwnPicture } from '../../core/uploads/uploads.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { placeOf } from '../../platform/places/places.ts';
import type { Search } from '../../platform/search/search.ts';
import { type Live, publishEvents } from '../../platform/stream/event-bus.ts';
import { isEitherBlocked, withoutBlocking } from '../blocks/blocks.ts';
import { type FoundRoom, findRoom, readPreferences } from '../rooms/rooms.ts';
import { nextSeq } from './feed.ts';
import { confirmSpeaking, judgeMessage, whyNotSpeak } from './may-speak.ts';
import { checkMessageText, mentionedIds, oneLine } from './message-text.ts';
import { findMessage, findVisible } from './messages.queries.ts';
import { presentFor } from './present-messages.ts';
import * as queries from './writing.queries.ts';

type Deps = { db: Db; search: Search; live: Live };
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
 * @throws Failure not-found for another's room; not-allowed where the member may not write; naming text, picture, quoteId.
 */
export async function sendMessage(deps: Deps, writer: Writer, draft: MessageDraft): Promise<ChatMessage> {
  const { db, live } = deps;
  const room = await findRoom(db, writer.viewer, draft);
  const sent = await queries.findSentMessage(db, writer.viewer.id, draft.key);
  const id = sent ?? (await create(deps, writer, room, draft));
  if (sent === undefined) live.notifyFeed();

  const row = await findMessage(db, id);
  const [message] = await presentFor(db, writer.viewer, row ? [row] : []);
  if (!message) throw new Failure('gone');
  return message;
}

async function create({ db, search }: Deps, writer: Writer, room: FoundRoom, draft: MessageDraft) {
  const { viewer, address } = writer;
  const written = checkMessageText(draft.text, draft.picture !== undefined);
  const picture = draft.picture === undefined ? '' : JSON.stringify(await findOwnPicture(db, viewer.id, draft.picture));
  const quoteId = draft.quoteId === undefined ? null : await findQuoted(db, viewer, room, draft.quoteId);
  const judged = await judgeMessage(db, viewer, room, { text: written, hasPicture: picture !== '' });
  const { state, text } = judged;
  const mentionable = await findMentionable(db, room, text);
  const message = {
    roomId: room.id,
    senderId: viewer.id,
    text,
    picture,
    quoteId,
    state,
    place: await placeOf(address),
    reasons: JSON.stringify(judged.reasons),
    sendKey: draft.key,
    createdAt: Date.now(),
  };
  return db.transaction().execute((trx) => insert(trx, { search, viewer, room, message, mentionable }));
}

type MessageRow = Omit<queries.NewMessage, 'seq'>;
type NewMessage = { search: Search; viewer: Viewer; room: FoundRoom; message: MessageRow; mentionable: Mention[] };

/** Under the lock of the sequence number the second of two messages with one key finds the first. */
async function insert(trx: Trx, { search, viewer, room, message, mentionable }: NewMessage) {
  const { senderId, sendKey, text = '' } = message;
  const seq = await nextSeq(trx);
  const sent = await queries.findSentMessage(trx, senderId, sendKey);
  if (sent !== undefined) return sent;
  await confirmSpeaking(trx, viewer, room);
  const id = await queries.insertChatMessage(trx, { ...message, seq });
  if (room.kind === 'group') await queries.joinGroup(trx, room.id, senderId, id);
  else await listRoom(trx, room.id);
  if (message.state === 'shown')
    await publishMessage(trx, search, { id, roomId: room.id, senderId, text }, mentionable);
  return id;
}

/** Puts the room back into both lists. */
async function listRoom(trx: Trx, id: number) {
  const people = await queries.listAgain(trx, id);
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

type Published = { id: number; roomId: number; senderId: number; text: string };
type RoomKind = { kind: 'group' | 'private' };

/** Finds members a group message may mention, outside a transaction. */
export function findMentionable(db: Db, { kind }: RoomKind, text: string): Promise<Mention[]> {
  return kind === 'group' && text.includes('@') ? findMentioned(db, text) : Promise.resolve([]);
}

/** Makes a message visible to its room: newest in the list, searchable, and notifying the members it mentions. */
export async function publishMessage(trx: Trx, search: Search, message: Published, mentionable: Mention[]) {
  const { id, roomId, senderId, text } = message;
  await queries.raiseLast(trx, roomId, id);
  await search.lines.index(trx, { id, scope: roomId, text });
  const mentioned = [...mentionedIds(text, mentionable)].filter((one) => one !== senderId);
  await queries.insertCalls(trx, id, mentioned);
  const about = {
    kind: noticeKinds.comment,
    actorId: senderId,
    subject: messageSubject(id),
    reason: 'mention',
  } as const;
  const content = { title: '', text: oneLine(text), link: `/im?message=${id}` };
  for (const userId of await withoutBlocking(trx, mentioned, senderId))
    await notify(trx, { ...about, ...content, userId });
}

/** Subject of its notices. */
export function messageSubject(id: number) {
  return `chat:${id}`;
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
