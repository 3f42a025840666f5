import type { Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import * as queries from './erase-chat.queries.ts';
import { takeAway } from './take-away.ts';

/**
 * Takes back some of what a member said who closed their account, in every room: all of it, or what waits to be reviewed
 * and so was read by nobody. Returns how many; 0 when nothing is left to do.
 */
export async function eraseSpoken(trx: Trx, search: Search, senderId: number, which: 'all' | 'unseen', most: number) {
  const ids = await queries.listSpoken(trx, senderId, which, most);
  for (const id of ids) await takeAway(trx, search, id, 'withdrawn');
  return ids.length;
}

/** Takes a member out of their rooms. A private room stays with the other one. */
export async function leaveRooms(trx: Trx, userId: number) {
  await queries.leaveGroup(trx, userId);
  await queries.unlistRooms(trx, userId);
  for (const table of ['chatHidden', 'chatCalls'] as const) await queries.deleteMarks(trx, table, userId);
}

/** Deletes some of what stands in private rooms both of whose people are gone, then the rooms. Returns as above. */
export async function eraseDeserted(trx: Trx, search: Search, userId: number, most: number) {
  const ids = await queries.listDeserted(trx, userId, most);
  for (const id of ids) await search.lines.remove(trx, id);
  if (ids.length > 0) await queries.deleteMessages(trx, ids);
  else await queries.deleteDeserted(trx, userId);
  return ids.length;
}
