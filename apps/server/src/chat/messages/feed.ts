import type { ChatMessage } from '@mojian/contract/chat/messages';
import { generationOf, generationSize } from '@mojian/contract/platform/feed-generation';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Feed, FeedEntry } from '../../platform/stream/feed.ts';
import { peopleIn } from '../rooms/rooms.ts';
import { isUnpublished, readableKinds } from './access.ts';
import * as queries from './messages.queries.ts';
import { presentFor, presentMessages, withoutKey } from './present-messages.ts';

/** Rooms per statement. */
const roomsAtOnce = 100;

/** Feeds streams with new and changed messages and the topics they go to. */
export function chatFeed(db: Db): Feed {
  return {
    latest: () => currentSeq(db),
    after: async (seq, limit) => {
      const rows = await queries.listChanged(db, seq, limit);
      const messages = await presentMessages(db, rows);
      return rows.map((row, index) => entryOf(row, messages[index] as ChatMessage));
    },
    afterFor: async (viewer, seq, limit) =>
      (await listChangesFor(db, viewer, seq, limit)).map((data) => ({ seq: data.seq, data })),
  };
}

/**
 * The first messages after a sequence number that this member may see, in order. Complete only up to a `currentSeq` read
 * before it: a room may get its first message between the statements, and another room the next.
 */
async function listChangesFor(db: Db, viewer: Viewer, seq: number, limit: number): Promise<ChatMessage[]> {
  const kinds = await readableKinds(db, viewer);
  const rooms = kinds.length > 0 ? await queries.listChangedRooms(db, viewer.id, seq, kinds) : [];
  const rows: queries.Row[] = [];
  for (let from = 0; from < rooms.length; from += roomsAtOnce)
    rows.push(...(await queries.listChangedIn(db, rooms.slice(from, from + roomsAtOnce), { viewer, seq, limit })));
  const first = rows.sort((a, b) => a.seq - b.seq).slice(0, limit);
  return presentFor(db, viewer, first);
}

type Changed = Awaited<ReturnType<typeof queries.listChanged>>[number];

/** Held messages, and those emptied while they were held, go to their sender and the staff only. */
function entryOf(row: Changed, message: ChatMessage): FeedEntry {
  const { seq, senderId, kind, pair } = row;
  const others = withoutKey(message);
  const own = { topic: `user:${senderId}`, data: message };
  if (isUnpublished(row)) return { seq, deliveries: [own, { topic: 'staff', data: others }] };
  if (kind === 'group') return { seq, deliveries: [own, { topic: 'group', data: others }] };
  const peers = peopleIn(pair).filter((id) => id !== senderId);
  return { seq, deliveries: [own, ...peers.map((id) => ({ topic: `user:${id}`, data: others }))] };
}

const changesPerPage = 200;

/** Lists messages of the viewer's rooms after a sequence number, and the number they are complete up to. */
export async function listChanges(db: Db, viewer: Viewer, since: number) {
  const latest = await currentSeq(db); // read before the rows: a concurrent change comes with the next page
  const found = (await listChangesFor(db, viewer, since, changesPerPage + 1)).filter(({ seq }) => seq <= latest);
  const records = found.slice(0, changesPerPage);
  const more = found.length > changesPerPage;
  return { records, more, seq: more ? (records.at(-1)?.seq ?? since) : Math.max(latest, since) };
}

/**
 * Takes the next sequence number, or the last of the next `count`, for new or changed messages. Runs first in its transaction: the row stays locked until
 * the commit, so numbers and message ids become visible in order and a reader misses nothing above the last one it saw.
 */
export async function nextSeq(trx: Trx, count = 1) {
  const { seq } = await trx
    .updateTable('chatSequence')
    .set(({ eb }) => ({ seq: eb('seq', '+', count) }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

/** Continues above both these numbers and the present ones, in a generation that no stream has seen. */
export async function beginGeneration(db: Db, former: number) {
  const last = Math.max(former, await currentSeq(db));
  const seq = (generationOf(last) + 1) * generationSize;
  await db.updateTable('chatSequence').set({ seq }).execute();
}

/** The newest committed sequence number. */
export async function currentSeq(db: Db) {
  return (await db.selectFrom('chatSequence').select('seq').executeTakeFirst())?.seq ?? 0;
}
