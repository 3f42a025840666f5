import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findRoom } from '../rooms/find-room.ts';
import { endRequest } from './requests.ts';

/**
 * Lets whoever asked the viewer go on talking. One who does not ask any more is no error.
 * @throws Failure not-found for a room the viewer is not in; not-allowed for the one who asks.
 */
export async function acceptRequest(db: Db, viewer: Viewer, roomId: number) {
  const { id, askedBy, peerId } = await findRoom(db, viewer, { roomId });
  if (askedBy === viewer.id) throw new Failure('not-allowed', '要等对方接受');
  if (askedBy === null || peerId === null) return null;
  await db.transaction().execute((trx) => endRequest(trx, viewer.id, { id, peerId }, askedBy));
  return null;
}
