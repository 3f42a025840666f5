import { Failure } from '@mojian/contract/platform/failures';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { countLinks, judge, judgeWords } from '../../core/moderation/judge.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { countTries, countTry, takeBackTry } from '../../platform/limits/limits.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { clearAsker, setAsker } from '../rooms/room-rows.ts';
import { findRoom, type RoomRef } from '../rooms/rooms.ts';
import { whyNotInGroup } from './access.ts';

export type PrivateRoom = RoomRef & { peerId: number };

/** Limit over all devices of a member. */
const sendLimit = { most: 240, seconds: 60 };
const sendKey = ({ id }: { id: number }) => `chat ${id}`;

/** Reason why this member may not write in this room, in Chinese for the screen, or ''. */
export async function whyNotSpeak(db: Db | Trx, viewer: Viewer, room: RoomRef): Promise<string> {
  if (viewer.role === 'demo') return noDemo;
  return isPrivate(room)
    ? whyNotInPrivate(viewer, room, await relationIn(db, viewer, room))
    : whyNotInGroup(db, viewer);
}

/** Looks up `whyNotSpeak` for many private rooms in one query, by room id. */
export async function whyNotSpeakIn(db: Db, viewer: Viewer, rooms: Pick<RoomRef, 'id' | 'askedBy'>[]) {
  const relations =
    rooms.length > 0
      ? await selectRelations(
          db,
          viewer.id,
          rooms.map(({ id }) => id),
        ).execute()
      : [];
  const relationIn = new Map(relations.map((relation) => [relation.roomId, relation]));
  return (room: Pick<RoomRef, 'id' | 'askedBy'>) => {
    const relation = relationIn.get(room.id);
    if (viewer.role === 'demo') return noDemo;
    return relation ? whyNotInPrivate(viewer, room, relation) : peerLeft;
  };
}

const noDemo = '演示账号只能查看';
const peerLeft = '对方已注销';

type MessageInput = { text: string; hasPicture: boolean };

/**
 * Masks and judges a text, outside a transaction.
 * @throws Failure where this member may not send it here, naming the field.
 */
export async function judgeMessage(db: Db, viewer: Viewer, room: RoomRef, input: MessageInput) {
  const why = await whyNotSpeak(db, viewer, room);
  if (why) throw new Failure('not-allowed', why);
  const said = { text: input.text, authorId: viewer.id, role: viewer.role };
  if (!isPrivate(room)) return judge(db, { ...said, isChat: true });

  if (startsRequest(viewer, await relationIn(db, viewer, room), room.askedBy)) checkRequest(input);
  const { text, held } = await judgeWords(db, said);
  if (held.length > 0) throw new Failure('invalid-input', `含有不能发送的词「${held[0]}」`, 'text');
  return { state: 'shown' as const, text, reasons: [] };
}

/** Counts a message of each of these members, all different. Returns the failures of those who sent too many, by member. */
export async function countSent(trx: Trx, messages: { senderId: number }[]) {
  const ids = new Map(messages.map(({ senderId }) => [sendKey({ id: senderId }), senderId]));
  const refused = ids.size > 0 ? await countTries(trx, [...ids.keys()], sendLimit) : new Map<string, Failure>();
  return [...refused].map(([key, failure]) => [ids.get(key) ?? 0, failure] as const);
}

/**
 * Counts a message to a private room and checks again what may have changed since judging, under the lock of the sequence
 * number, and updates the chat request.
 * @throws Failure too-many-requests; not-allowed where the member may no longer send.
 */
export async function confirmSpeaking(trx: Trx, viewer: Viewer, room: PrivateRoom) {
  await countTry(trx, sendKey(viewer), sendLimit);
  const relation = await relationIn(trx, viewer, room);
  const why = whyNotToPeer(relation);
  if (why) throw new Failure('not-allowed', why);
  await decideRequest(trx, viewer, room, relation);
}

export const isPrivate = <Room extends RoomRef>(room: Room): room is Room & PrivateRoom => room.peerId !== null;

async function relationIn(db: Db | Trx, viewer: Viewer, room: PrivateRoom) {
  const relation = await selectRelations(db, viewer.id, [room.id]).executeTakeFirst();
  if (!relation) throw new Failure('not-found', '用户不存在');
  return relation;
}

type Relation = Awaited<ReturnType<typeof relationIn>>;

function whyNotInPrivate(viewer: Viewer, { askedBy }: Pick<RoomRef, 'askedBy'>, relation: Relation) {
  return whyNotToPeer(relation) || (askedBy === viewer.id && isStranger(viewer, relation) ? awaitsAnswer : '');
}

function whyNotToPeer({ isBlocked, isBlocking, closesAt }: Relation) {
  if (isBlocked) return '你已拉黑对方，解除后才能说话';
  if (closesAt !== null && closesAt <= Date.now()) return peerLeft;
  return isBlocking ? '对方暂时不接收你的消息' : '';
}

type PeerRoom = { id: number; peerId: number };

/** Strangers a member may write to per day without an answer. */
const requestLimit = { most: 20, seconds: 24 * 3600 };
const requestKey = (userId: number) => `chat request ${userId}`;

/** True unless the peer follows the viewer, has answered, or one of them is staff. */
function isStranger(viewer: Viewer, relation: Relation) {
  return !relation.isFollowed && !relation.peerSpoke && !isStaff(viewer) && !isStaff(relation);
}

/** True for the first message to a stranger. Whoever wrote before was accepted. */
function startsRequest(viewer: Viewer, relation: Relation, askedBy: number | null) {
  return askedBy === null && !relation.spoke && isStranger(viewer, relation);
}

/** @throws Failure for a picture or link sent before the request is accepted. */
function checkRequest({ text, hasPicture }: MessageInput) {
  if (hasPicture) throw new Failure('not-allowed', '对方接受之前，还不能发图片', 'picture');
  if (countLinks(text) > 0) throw new Failure('not-allowed', '对方接受之前，还不能发链接', 'text');
}

/**
 * Starts a request with the first message to a stranger, or ends one with an answer. Runs under the lock of the sequence
 * number, so that two windows cannot both start one.
 * @throws Failure not-allowed for a second message before the answer; too-many-requests.
 */
async function decideRequest(trx: Trx, viewer: Viewer, room: PeerRoom, relation: Relation) {
  const askedBy = await findAsker(trx, room.id);
  if (startsRequest(viewer, relation, askedBy)) {
    await countTry(trx, requestKey(viewer.id), requestLimit);
    await setAsker(trx, room.id, viewer.id);
    return refreshRoom(trx, viewer.id, room);
  }
  if (askedBy === viewer.id && isStranger(viewer, relation)) throw new Failure('not-allowed', awaitsAnswer);
  if (askedBy !== null) await endRequest(trx, viewer.id, room, askedBy);
}

const awaitsAnswer = '对方接受之前，只能说这一句';

/** Ends a request, once. */
async function endRequest(trx: Trx, viewerId: number, room: PeerRoom, askedBy: number) {
  if (!(await clearAsker(trx, room.id, askedBy))) return;
  await takeBackTry(trx, requestKey(askedBy));
  await refreshRoom(trx, viewerId, room);
}

function refreshRoom(trx: Trx, viewerId: number, { id, peerId }: PeerRoom) {
  return publishEvents(trx, ...[viewerId, peerId].map((userId) => ({ topic: `user:${userId}`, type: 'room', id })));
}

/**
 * Accepts a chat request. Nothing happens if there is none any more.
 * @throws Failure not-found for a room the viewer is not in; not-allowed for whoever sent the request.
 */
export async function acceptRequest(db: Db, viewer: Viewer, roomId: number) {
  const { id, askedBy, peerId } = await findRoom(db, viewer, { roomId });
  if (askedBy === viewer.id) throw new Failure('not-allowed', '要等对方接受');
  if (askedBy === null || peerId === null) return null;
  await db.transaction().execute((trx) => endRequest(trx, viewer.id, { id, peerId }, askedBy));
  return null;
}

/** Blocks, follows and earlier messages between a member and the peer of each private room. */
function selectRelations(db: Db | Trx, viewerId: number, roomIds: number[]) {
  const theirs = sql.ref('users.id');
  const own = sql`${viewerId}`;
  return db
    .selectFrom('roomMembers')
    .innerJoin('users', 'users.id', 'roomMembers.userId')
    .select([
      'roomMembers.roomId',
      'role',
      'closesAt',
      blocks(own, theirs).as('isBlocked'),
      blocks(theirs, own).as('isBlocking'),
      spoke(own).as('spoke'),
      spoke(theirs).as('peerSpoke'),
      follows(theirs, own).as('isFollowed'),
    ])
    .where('roomMembers.roomId', 'in', roomIds)
    .where('roomMembers.userId', '<>', viewerId);
}

type Who = RawBuilder<unknown>;

const blocks = (one: Who, other: Who) =>
  sql<SqlBool>`exists (select 1 from blocks where blocks."userId" = ${one} and blocks."blockedId" = ${other})`;

const spoke = (who: Who) =>
  sql<SqlBool>`exists (select 1 from "chatMessages" where "chatMessages"."roomId" = "roomMembers"."roomId"
    and "chatMessages"."senderId" = ${who})`;

const follows = (one: Who, other: Who) =>
  sql<SqlBool>`exists (select 1 from follows where follows."followerId" = ${one} and follows."followedId" = ${other})`;

async function findAsker(trx: Trx, roomId: number) {
  const room = await trx.selectFrom('rooms').select('askedBy').where('id', '=', roomId).executeTakeFirstOrThrow();
  return room.askedBy;
}
