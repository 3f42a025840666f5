import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Live } from '../../platform/stream/hub.ts';
import { areApart } from '../blocks/blocked.ts';
import { findRoom } from '../rooms/find-room.ts';
import { readPreferences } from '../rooms/preferences.ts';
import { whyNotSpeak } from './may-speak.ts';

/**
 * The viewer is typing in a room. Whoever is there may see it, if both show such things and may talk to one another.
 * Nothing is kept of it, and who is not told is not said.
 * @throws Failure not-found for another's room.
 */
export async function typeIn({ db, live }: { db: Db; live: Live }, viewer: Viewer, roomId: number) {
  const room = await findRoom(db, viewer, { roomId });
  if (!(await readPreferences(db, viewer.id)).typing || (await whyNotSpeak(db, viewer, room)) !== '') return;
  const event = { type: 'typing', id: viewer.id, of: room.id };
  if (room.peerId === null) return live.publish([{ topic: 'group', ...event }]);
  const isTold = room.askedBy === null && (await readPreferences(db, room.peerId)).typing;
  if (isTold && !(await areApart(db, viewer.id, room.peerId)))
    await live.publish([{ topic: `user:${room.peerId}`, ...event }]);
}
