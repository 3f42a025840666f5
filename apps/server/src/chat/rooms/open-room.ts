import type { Room } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { tell } from '../../platform/stream/hub.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import { pairOf } from './find-room.ts';
import { showRoom } from './list-rooms.ts';
import * as queries from './open-room.queries.ts';

/**
 * The private room of the viewer and another member, made if there is none, in the viewer's list again if they had deleted
 * it. The other one hears of it with the first message.
 * @throws Failure blaming `userId` for oneself, for who never was, and for who left.
 */
export async function openRoom(parts: { db: Db; presence: Presence }, viewer: Viewer, userId: number): Promise<Room> {
  const { db } = parts;
  if (userId === viewer.id) throw new Failure('invalid-input', '不能和自己私聊', 'userId');
  const known = await queries.findByPair(db, pairOf(viewer.id, userId));
  if (known === undefined) await requirePeer(db, userId);
  const id = await db.transaction().execute((trx) => open(trx, viewer, userId));
  const room = await showRoom(parts, viewer, id);
  if (!room) throw new Failure('gone');
  return room;
}

/** A room with somebody who left can still be read, but none begins. The demo account is everybody's. */
async function requirePeer(db: Db, userId: number) {
  const peer = await queries.findPeer(db, userId);
  if (!peer) throw new Failure('not-found', '用户不存在', 'userId');
  if (peer.closesAt !== null) throw new Failure('gone', '对方已注销账号', 'userId');
  if (peer.role === 'demo') throw new Failure('not-allowed', '演示账号不能私聊', 'userId');
}

async function open(trx: Trx, viewer: Viewer, userId: number) {
  const pair = pairOf(viewer.id, userId);
  await queries.insertRoom(trx, { kind: 'private', pair, askedBy: null, createdAt: Date.now() });
  const id = await queries.findByPair(trx, pair);
  if (id === undefined) throw new Failure('gone');
  await queries.insertMembers(trx, id, [viewer.id, userId]);
  if (await queries.markListed(trx, id, viewer.id)) await tell(trx, { topic: `user:${viewer.id}`, type: 'room', id });
  return id;
}
