import type { Db } from '../../platform/db/schema.ts';
import { cursorOf, readCursor } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { findRoom } from '../rooms/find-room.ts';
import { readableKinds } from './group-mode.ts';
import { presentFor } from './present-messages.ts';
import * as queries from './search-messages.queries.ts';

const pageSize = 20;
/** Looked up at once: some of what is found the viewer deleted for themselves. */
const atOnce = 100;
/** Of who deleted nearly all of what is found, no more are looked at in one call. */
const mostRounds = 10;

type Asked = { text: string; roomId?: number | undefined; after?: string | undefined };

/**
 * What was said with all words of a text, newest first, as far as the viewer sees it: in their own rooms and the group, or
 * in one of them. What is withdrawn, removed or deleted by them is not found.
 * @throws Failure not-found for another's room.
 */
export async function searchMessages(
  parts: { db: Db; search: Search },
  viewer: Viewer,
  { text, roomId, after }: Asked,
) {
  const { db, search } = parts;
  const [from] = readCursor(after, ['id']) ?? [];
  const scopes = roomId === undefined ? await roomsOf(db, viewer) : [(await findRoom(db, viewer, { roomId })).id];
  const rows: queries.Found[] = [];
  let before = from;
  let isAll = false;
  for (let round = 0; round < mostRounds && rows.length <= pageSize && !isAll; round++) {
    const ids = await search.lines.find(db, { keyword: text, scopes, before, limit: atOnce });
    rows.push(...(await queries.listVisible(db, viewer, ids)));
    before = ids.at(-1);
    isAll = ids.length < atOnce;
  }
  const shown = rows.slice(0, pageSize);
  const isLast = isAll && rows.length <= pageSize;
  const last = rows.length > pageSize ? shown.at(-1) : { id: before };
  return { records: await presentFor(db, viewer, shown), next: isLast ? null : cursorOf(last, ['id']) };
}

async function roomsOf(db: Db, viewer: Viewer) {
  return queries.listRoomIds(db, viewer.id, await readableKinds(db, viewer));
}
