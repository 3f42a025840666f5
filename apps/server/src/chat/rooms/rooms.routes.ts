import { chatRooms } from '@mojian/contract/chat/chat-rooms';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { type Live, wishesTopic } from '../../platform/stream/hub.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import { deleteRoom, muteRoom } from './keep-room.ts';
import { listRooms } from './list-rooms.ts';
import { openRoom } from './open-room.ts';
import { changePreferences } from './preferences.ts';
import { readRoom } from './read-room.ts';

/** Who talks with whom, and how far they have read. */
export function roomRoutes(serve: Serve, parts: { db: Db; live: Live; presence: Presence }) {
  const { db } = parts;
  serve(chatRooms.rooms, (_, { viewer }) => listRooms(parts, viewer));
  serve(chatRooms.addRoom, ({ query }, { viewer }) => openRoom(parts, viewer, query.userId));
  serve(chatRooms.read, async ({ query }, { viewer }) => {
    await readRoom(parts, viewer, query);
    return null;
  });
  serve(chatRooms.deleteRoom, async ({ query }, { viewer }) => {
    await deleteRoom(db, viewer, query.roomId);
    return null;
  });
  serve(chatRooms.mute, async ({ body }, { viewer }) => {
    await muteRoom(db, viewer, body);
    return null;
  });
  serve(chatRooms.preferences, async ({ body }, { viewer: { id } }) => {
    const preferences = await changePreferences(db, id, body);
    await parts.live.publish([{ topic: wishesTopic, type: 'presence', id }]);
    return preferences;
  });
}
