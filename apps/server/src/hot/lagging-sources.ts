import { hotTypes } from '@mojian/contract/hot';
import type { Db } from '../db/schema.ts';
import { listCopies } from './hot.queries.ts';
import { sources } from './sources/all.ts';

const patience = 2 * 3_600_000;

/** Names of the sources that have not answered for hours while others did. Of what nobody asked for nothing is known. */
export async function laggingSources(db: Db) {
  const copies = await listCopies(db);
  const newest = Math.max(0, ...[...copies.values()].map(({ fetchedAt }) => fetchedAt));
  return hotTypes
    .filter((type) => copies.size > 0 && newest - (copies.get(type)?.fetchedAt ?? 0) > patience)
    .map((type) => sources[type].name);
}
