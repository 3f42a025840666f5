import { Failure } from '@mojian/contract/failures';
import type { Db } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { findRoom } from '../rooms/find-room.ts';
import { findMessage, findVisible } from './chat.queries.ts';

/**
 * A message that the viewer sees, with its room.
 * @throws Failure not-found, alike for what never was and for what is not theirs to see.
 */
export async function findSeen(db: Db, viewer: Viewer, id: number) {
  const roomId = (await findMessage(db, id))?.roomId ?? 0;
  const room = await findRoom(db, viewer, { roomId }).catch((error: unknown) => {
    throw error instanceof Failure ? notThere() : error;
  });
  const row = await findVisible(db, { viewer, roomId, clearedId: room.clearedId }, id);
  if (!row) throw notThere();
  return { row, room };
}

function notThere() {
  return new Failure('not-found', '没有这条消息', 'id');
}
