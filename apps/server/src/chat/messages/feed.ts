import type { ChatMessage } from '@mojian/contract/chat/messages';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Feed, FeedEntry } from '../../platform/stream/feed.ts';
import { peopleIn } from '../rooms/find-room.ts';
import * as queries from './chat.queries.ts';
import { readableKinds } from './group-mode.ts';
import { presentFor, presentMessages, withoutKey } from './present-messages.ts';
import { currentSeq } from './sequence.ts';

/** Rooms asked about in one statement. */
const roomsAtOnce = 100;

/** What is said and what becomes of it, for the streams: who hears of each message, and what. */
export function chatFeed(db: Db): Feed {
  return {
    latest: () => currentSeq(db),
    after: async (seq, limit) => {
      const rows = await queries.listChanged(db, seq, limit);
      const told = await presentMessages(db, rows);
      return rows.map((row, index) => tell(row, told[index] as ChatMessage));
    },
    afterFor: async (viewer, seq, limit) =>
      (await listChangesFor(db, viewer, seq, limit)).map((data) => ({ seq: data.seq, data })),
  };
}

/** Of what is new or changed since, what this member may see: the first so many, in order. */
export async function listChangesFor(db: Db, viewer: Viewer, seq: number, limit: number): Promise<ChatMessage[]> {
  const kinds = await readableKinds(db, viewer);
  const rooms = kinds.length > 0 ? await queries.listChangedRooms(db, viewer.id, seq, kinds) : [];
  const rows: queries.Row[] = [];
  for (let from = 0; from < rooms.length; from += roomsAtOnce)
    rows.push(...(await queries.listChangedIn(db, rooms.slice(from, from + roomsAtOnce), { viewer, seq, limit })));
  const first = rows.sort((a, b) => a.seq - b.seq).slice(0, limit);
  return presentFor(db, viewer, first);
}

type Changed = Awaited<ReturnType<typeof queries.listChanged>>[number];

/** What is held concerns who said it and the staff; of what is gone the text is not told to anybody. */
function tell({ seq, senderId, state, kind, pair }: Changed, message: ChatMessage): FeedEntry {
  const others = withoutKey(message);
  const own = { topic: `user:${senderId}`, data: message };
  if (state === 'held') return { seq, told: [own, { topic: 'staff', data: others }] };
  if (kind === 'group') return { seq, told: [own, { topic: 'group', data: others }] };
  const peers = peopleIn(pair).filter((id) => id !== senderId);
  return { seq, told: [own, ...peers.map((id) => ({ topic: `user:${id}`, data: others }))] };
}
