import type { ChatPerson } from '@mojian/contract/chat/messages';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import type { Db } from '../../platform/db/schema.ts';
import { cursorOf, readCursor } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { findRoom } from '../rooms/rooms.ts';
import { mayReadGroup, readableKinds } from './access.ts';
import * as queries from './messages.queries.ts';
import { listShownAfter } from './messages.queries.ts';
import { presentFor } from './present-messages.ts';

const pageSize = 20;
/** Hits read per round; some may be deleted by the viewer. */
const idsPerRound = 100;
/** Bounds the work when the viewer deleted nearly all hits. */
const maxRounds = 10;

type SearchInput = { text: string; roomId?: number | undefined; after?: string | undefined };

/**
 * Searches the viewer's rooms and the group, or one room, for messages with all words of a text, newest first.
 * @throws Failure not-found for another's room.
 */
export async function searchMessages(
  deps: { db: Db; search: Search },
  viewer: Viewer,
  { text, roomId, after }: SearchInput,
) {
  const { db, search } = deps;
  const [from] = readCursor(after, ['id']) ?? [];
  const scopes = roomId === undefined ? await roomsOf(db, viewer) : [(await findRoom(db, viewer, { roomId })).id];
  const rows: queries.Found[] = [];
  let before = from;
  let isAll = false;
  for (let round = 0; round < maxRounds && rows.length <= pageSize && !isAll; round++) {
    const ids = await search.lines.find(db, { keyword: text, scopes, before, limit: idsPerRound });
    rows.push(...(await queries.listVisible(db, viewer, ids)));
    before = ids.at(-1);
    isAll = ids.length < idsPerRound;
  }
  const shown = rows.slice(0, pageSize);
  const isLast = isAll && rows.length <= pageSize;
  const last = rows.length > pageSize ? shown.at(-1) : { id: before };
  return { records: await presentFor(db, viewer, shown), next: isLast ? null : cursorOf(last, ['id']) };
}

async function roomsOf(db: Db, viewer: Viewer) {
  return queries.listRoomIds(db, viewer.id, await readableKinds(db, viewer));
}

const batchSize = 500;

/** Indexes all shown messages. `onDone` gets the number of each batch. */
export async function indexChat(db: Db, search: Search, onDone: (messages: number) => void) {
  for (let next: number | undefined = 0; next !== undefined; ) next = await indexChatAfter(db, search, next, onDone);
}

/** Indexes the next batch and returns its last id, or undefined after the last batch. */
export async function indexChatAfter(db: Db, search: Search, after: number, onDone?: (messages: number) => void) {
  const messages = await db.transaction().execute(async (trx) => {
    const shown = await listShownAfter(trx, after, batchSize);
    for (const { id, roomId, text } of shown) await search.lines.index(trx, { id, scope: roomId, text });
    return shown;
  });
  onDone?.(messages.length);
  return messages.length === batchSize ? messages.at(-1)?.id : undefined;
}

const maxPeople = 8;

/** Completes a name after an @: recent speakers of the group first, then other members with that prefix. */
export async function listMentionableInGroup(db: Db, viewer: Viewer, prefix: string): Promise<ChatPerson[]> {
  const key = nicknameKey(prefix);
  const speakers = (await mayReadGroup(db, viewer)) ? await queries.listSpeakers(db, viewer.id, key, maxPeople) : [];
  const others =
    speakers.length < maxPeople && key !== '' ? await queries.listNamed(db, viewer.id, key, maxPeople) : [];
  const people = new Map([...speakers, ...others].map((person) => [person.id, person]));
  return [...people.values()]
    .slice(0, maxPeople)
    .map(({ role, ...person }) => ({ ...person, badge: role === 'owner' ? 'owner' : null }));
}
