import { pairOf } from '../../chat/rooms/rooms.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Pair } from './moves.queries.ts';
import * as queries from './rooms.queries.ts';

/**
 * Private rooms of the one become the other's; where both talked with somebody, the two rooms become one. What the two
 * accounts said to each other goes: nobody talks with themselves.
 */
export async function mergeRooms(trx: Trx, search: Search, { from, into }: Pair) {
  for (const { id, other } of await queries.listPrivate(trx, from)) {
    const pair = pairOf(into, other);
    const known = other === into ? undefined : await queries.findByPair(trx, pair);
    if (other === into) await erase(trx, search, id);
    else if (known) await pour(trx, search, id, known.id);
    else await queries.renamePair(trx, id, pair);
  }
}

async function erase(trx: Trx, search: Search, roomId: number) {
  for (const { id } of await queries.listLines(trx, roomId)) await search.lines.remove(trx, id);
  await queries.deleteRoom(trx, roomId);
}

/** The index of lines knows the room of each. */
async function pour(trx: Trx, search: Search, roomId: number, into: number) {
  for (const { id, text, state } of await queries.listLines(trx, roomId))
    if (state === 'shown') await search.lines.index(trx, { id, scope: into, text });
  await queries.pourInto(trx, roomId, into);
}
