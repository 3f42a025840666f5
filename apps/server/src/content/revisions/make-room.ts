import type { Trx } from '../../platform/db/schema.ts';
import { shown } from './revisions.policy.ts';
import * as queries from './revisions.queries.ts';

/** Drops so many bytes of an author's histories, the oldest of what readers never saw. Gives the bytes there were to drop. */
export async function makeRoom(trx: Trx, authorId: number, bytes: number) {
  let freed = 0;
  const dropped: number[] = [];
  for (const { id, size } of await queries.listUnshown(trx, authorId, shown)) {
    if (freed >= bytes) break;
    freed += Number(size);
    dropped.push(id);
  }
  for (let from = 0; from < dropped.length; from += atOnce)
    await queries.dropRevisions(trx, dropped.slice(from, from + atOnce));
  return freed;
}

const atOnce = 500;
