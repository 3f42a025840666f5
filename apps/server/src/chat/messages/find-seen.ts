import { Failure, isFailure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findRoom } from '../rooms/find-room.ts';
import { findMessage, findVisible } from './chat.queries.ts';

/**
 * A message that this viewer sees, if only its place, and the room it is in.
 * @throws Failure not-found, alike for another's room, for what the viewer deleted, and for what never was.
 */
export async function findSeen(db: Db, viewer: Viewer, id: number) {
  const known = await findMessage(db, id);
  const room = known && (await findRoom(db, viewer, { roomId: known.roomId }).catch(nothing));
  const said = room && (await findVisible(db, { viewer, roomId: room.id, clearedId: room.clearedId }, id));
  if (!said) throw notThere();
  return { said, room };
}

/** The same for what stands for all to see. */
export async function findSaid(db: Db, viewer: Viewer, id: number) {
  const seen = await findSeen(db, viewer, id);
  if (seen.said.state !== 'shown') throw notThere();
  return seen;
}

function nothing(error: unknown) {
  if (!isFailure(error) || error.id === 'feature-off') throw error;
  return undefined;
}

function notThere() {
  return new Failure('not-found', '消息不存在或已被撤回', 'id');
}
