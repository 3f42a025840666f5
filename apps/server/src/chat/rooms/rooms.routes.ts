import { chatRooms } from '@mojian/contract/chat/rooms';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { type Live, wishesTopic } from '../../platform/stream/hub.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import { deleteRoom, muteRoom, openRoom, readRoom } from './change-room.ts';
import { listRooms } from './list-rooms.ts';
import { changePreferences } from './rooms.ts';

export function roomRoutes(serve: Serve, deps: { db: Db; live: Live; presence: Presence }) {
  const { db } = deps;
  serve(chatRooms.rooms, (_, { viewer }) => listRooms(deps, viewer));
  serve(chatRooms.addRoom, ({ query }, { viewer }) => openRoom(deps, viewer, query.userId));
  serve(chatRooms.read, async ({ query }, { viewer }) => {
    await readRoom(deps, viewer, query);
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
    await deps.live.publish([{ topic: wishesTopic, type: 'presence', id }]);
    return preferences;
  });
}
