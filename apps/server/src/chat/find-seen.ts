import { Failure, isFailure } from '@mojian/contract/failures';
import type { Db } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { findRoom } from '../rooms/find-room.ts';
import { findMessage, findVisible } from './chat.queries.ts';

/**
 * A message that stands for this viewer to read, and the room it is in.
 * @throws Failure not-found, alike for another's room, for what the viewer deleted, and for what never was or is gone.
 */
export async function findSeen(db: Db, viewer: Viewer, id: number) {
  const known = await findMessage(db, id);
  const room = known && (await findRoom(db, viewer, { roomId: known.roomId }).catch(nothing));
  const said = room && (await findVisible(db, { viewer, roomId: room.id, clearedId: room.clearedId }, id));
  if (!room || said?.state !== 'shown') throw new Failure('not-found', '消息不存在或已被撤回', 'id');
  return { said, room };
}

function nothing(error: unknown) {
  if (!isFailure(error)) throw error;
  return undefined;
}
