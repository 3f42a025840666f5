import type { Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { joinGroup, listAgain } from '../rooms/room-rows.ts';
import { nextSeq } from './feed.ts';
import { publishMessages } from './publish-messages.ts';
import { insertChatMessages } from './writing.queries.ts';

type ForeignMessage = { senderId: number; text: string; createdAt: number; key: string };
type Room = { id: number; kind: 'group' | 'private' };

/** Stores messages of a room that were not sent here, oldest first: they are listed and found, and nobody is notified. */
export async function storeForeignMessages(trx: Trx, search: Search, room: Room, messages: ForeignMessage[]) {
  const last = await nextSeq(trx, messages.length);
  const rows = messages.map(({ key, ...message }, at) => ({
    ...message,
    roomId: room.id,
    quoteId: null,
    sendKey: key,
    seq: last - messages.length + 1 + at,
  }));
  const stored = await insertChatMessages(trx, rows);
  if (room.kind === 'group') await joinGroup(trx, stored);
  else await listAgain(trx, room.id);
  const published = stored.map((message) => ({ message, mentionable: [] }));
  await publishMessages(trx, search, published);
}
