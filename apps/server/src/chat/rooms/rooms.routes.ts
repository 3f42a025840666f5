import { chatRooms } from '@mojian/contract/chat/rooms';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { type Live, preferencesTopic } from '../../platform/stream/event-bus.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import { deleteRoom, muteRoom, openRoom, readRoom } from './change-room.ts';
import { listRooms } from './list-rooms.ts';
import { changePreferences } from './rooms.ts';

export function routes(serve: Serve, deps: { db: Db; live: Live; presence: Presence }) {
  const { db } = deps;
  serve(chatRooms, {
    rooms: (_, { viewer }) => listRooms(deps, viewer),
    addRoom: ({ query }, { viewer }) => openRoom(deps, viewer, query.userId),
    read: ({ query }, { viewer }) => readRoom(deps, viewer, query),
    deleteRoom: ({ query }, { viewer }) => deleteRoom(db, viewer, query.roomId),
    mute: ({ body }, { viewer }) => muteRoom(db, viewer, body),
    preferences: async ({ body }, { viewer: { id } }) => {
      const preferences = await changePreferences(db, id, body);
      await deps.live.publish([{ topic: preferencesTopic, type: 'presence', id }]);
      return preferences;
    },
  });
}
