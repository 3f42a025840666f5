import type { Room } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { isEitherBlocked } from '../../core/blocks/blocks.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type Live, publishEvents } from '../../platform/stream/event-bus.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import { showRoom } from './list-rooms.ts';
import { clearFor, insertMembers, insertRoom, lockRoom, markListed, putMuted, raiseRead } from './room-rows.ts';
import { type FoundRoom, findRoom, pairOf, type RoomQuery, readPreferences } from './rooms.ts';

/**
 * Opens the private room with a member, creating it or listing it again. The other member sees it with the first message.
 * @throws Failure naming `userId` for oneself, an unknown member, and one who left.
 */
export async function openRoom(deps: { db: Db; presence: Presence }, viewer: Viewer, userId: number): Promise<Room> {
  const { db } = deps;
  if (userId === viewer.id) throw new Failure('invalid-input', '不能和自己私聊', 'userId');
  const known = await findByPair(db, pairOf(viewer.id, userId));
  if (known === undefined) await requirePeer(db, userId);
  const id = await db.transaction().execute((trx) => openPair(trx, viewer, userId));
  const room = await showRoom(deps, viewer, id);
  if (!room) throw new Failure('gone');
  return room;
}

/** An existing room with a closed account can be read, but no new one is created; nor with the demo account. */
async function requirePeer(db: Db, userId: number) {
  const peer = await findPeer(db, userId);
  if (!peer) throw new Failure('not-found', '用户不存在', 'userId');
  if (peer.closesAt !== null) throw new Failure('gone', '对方已注销账号', 'userId');
  if (peer.role === 'demo') throw new Failure('not-allowed', '演示账号不能私聊', 'userId');
}

/** Opens the private room with a member who may be written to. Returns its id. */
export async function openPair(trx: Trx, viewer: Viewer, userId: number) {
  const pair = pairOf(viewer.id, userId);
  await insertRoom(trx, { kind: 'private', pair, askedBy: null, createdAt: Date.now() });
  const id = await findByPair(trx, pair);
  if (id === undefined) throw new Failure('gone');
  await insertMembers(trx, id, [viewer.id, userId]);
  if (await markListed(trx, id, viewer.id)) await publishEvents(trx, { topic: `user:${viewer.id}`, type: 'room', id });
  return id;
}

/**
 * Deletes a private room and its messages for the viewer alone; the next message brings it back without the old ones.
 * @throws Failure not-found for another's room; not-allowed for the group.
 */
export async function deleteRoom(db: Db, viewer: Viewer, roomId: number) {
  const room = await findRoom(db, viewer, { roomId });
  if (room.kind === 'group') throw new Failure('not-allowed', '公共聊天室不能删除', 'roomId');
  await db.transaction().execute((trx) => clear(trx, viewer.id, roomId));
}

/**
 * Mutes or unmutes a room for the viewer.
 * @throws Failure not-found for another's room.
 */
export async function muteRoom(db: Db, viewer: Viewer, { roomId, muted }: { roomId: number; muted: boolean }) {
  await findRoom(db, viewer, { roomId });
  await db.transaction().execute((trx) => mute(trx, { roomId, userId: viewer.id, muted: Number(muted) }));
}

/** Locks the room: a concurrent message waits and then lists it again. */
async function clear(trx: Trx, userId: number, roomId: number) {
  const lastId = await lockRoom(trx, roomId);
  await clearFor(trx, userId, { roomId, lastId });
  await publishEvents(trx, { topic: `user:${userId}`, type: 'room', id: roomId });
}

async function mute(trx: Trx, change: { roomId: number; userId: number; muted: number }) {
  await putMuted(trx, change);
  await publishEvents(trx, { topic: `user:${change.userId}`, type: 'room', id: change.roomId });
}

type Deps = { db: Db; live: Live };

/**
 * Marks a room read up to a message, or all of it; never goes back. Tells the member's other screens, and the peer if both show
 * read receipts.
 * @throws Failure not-found for another's room, and for a message that is not in this one.
 */
export async function readRoom(
  { db, live }: Deps,
  viewer: Viewer,
  { id, ...query }: RoomQuery & { id?: number | undefined },
) {
  const room = await findRoom(db, viewer, query);
  if (id !== undefined && !(await hasMessage(db, room.id, id))) throw new Failure('not-found', '没有这条消息', 'id');
  const upTo = id ?? room.lastId;
  if (!(await raiseRead(db, room.id, viewer.id, upTo))) return;
  const event = { id: upTo, of: room.id };
  await live.publish([
    { topic: `user:${viewer.id}`, type: 'read-own', ...event },
    ...((await mayShowRead(db, viewer, room)) ? [{ topic: `user:${room.peerId}`, type: 'read', ...event }] : []),
  ]);
}

/** No receipts while a request is open or when either member blocked the other. */
async function mayShowRead(db: Db, viewer: Viewer, { peerId, askedBy }: FoundRoom) {
  if (peerId === null || askedBy !== null || (await isEitherBlocked(db, viewer.id, peerId))) return false;
  const [own, theirs] = await Promise.all([readPreferences(db, viewer.id), readPreferences(db, peerId)]);
  return own.receipts && theirs.receipts;
}

async function findByPair(db: Db | Trx, pair: string) {
  const room = await db.selectFrom('rooms').select('id').where('pair', '=', pair).executeTakeFirst();
  return room?.id;
}

function findPeer(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['closesAt', 'role'])
    .where('id', '=', id)
    .where('isGuest', '=', 0)
    .executeTakeFirst();
}

async function hasMessage(db: Db, roomId: number, id: number) {
  const found = db.selectFrom('chatMessages').select('id').where('id', '=', id).where('roomId', '=', roomId);
  return (await found.executeTakeFirst()) !== undefined;
}
