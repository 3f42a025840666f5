import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { tell } from '../../platform/stream/hub.ts';
import { findRoom } from './find-room.ts';
import * as queries from './keep-room.queries.ts';

/**
 * Deletes a private room and what was said in it, for the viewer alone. The next message brings it back, without the rest.
 * @throws Failure not-found for another's room, not-allowed for the group.
 */
export async function deleteRoom(db: Db, viewer: Viewer, roomId: number) {
  const room = await findRoom(db, viewer, { roomId });
  if (room.kind === 'group') throw new Failure('not-allowed', '公共聊天室不能删除', 'roomId');
  await db.transaction().execute((trx) => clear(trx, viewer.id, roomId));
}

/**
 * Whether the viewer is to be told of what is new in a room.
 * @throws Failure not-found for another's room.
 */
export async function muteRoom(db: Db, viewer: Viewer, { roomId, muted }: { roomId: number; muted: boolean }) {
  await findRoom(db, viewer, { roomId });
  await db.transaction().execute((trx) => mute(trx, { roomId, userId: viewer.id, muted: Number(muted) }));
}

/** Whoever says something meanwhile waits for the room, and brings it back. */
async function clear(trx: Trx, userId: number, roomId: number) {
  const lastId = await queries.lockRoom(trx, roomId);
  await queries.clearFor(trx, userId, { roomId, lastId });
  await tell(trx, { topic: `user:${userId}`, type: 'room', id: roomId });
}

async function mute(trx: Trx, change: { roomId: number; userId: number; muted: number }) {
  await queries.putMuted(trx, change);
  await tell(trx, { topic: `user:${change.userId}`, type: 'room', id: change.roomId });
}
