import { hotTypes } from '@mojian/contract/pages/hot';
import type { Db } from '../../platform/db/schema.ts';
import { listCopies } from './hot.queries.ts';
import { triesOf } from './renewal.ts';
import { sources } from './sources/all.ts';

const patience = 2 * 3_600_000;

/**
 * When any source was asked last, and how they answered: by this process's own attempts, else by what is kept. A source
 * whose copy is hours older than the newest brought nothing either. `askedAt` 0: nothing was asked yet.
 */
export async function sourcesStanding(db: Db) {
  const copies = await listCopies(db);
  const tries = triesOf(db);
  const newest = Math.max(0, ...[...copies.values()].map(({ fetchedAt }) => fetchedAt));
  const isSilent = (type: (typeof hotTypes)[number]) => {
    const tried = tries.get(type);
    const keptAt = copies.get(type)?.fetchedAt ?? 0;
    return tried && tried.at >= keptAt ? !tried.answered : newest - keptAt > patience;
  };
  const askedAt = Math.max(newest, ...[...tries.values()].map(({ at }) => at));
  const silent = askedAt === 0 ? [] : hotTypes.filter(isSilent).map((type) => sources[type].name);
  return { askedAt, silent, all: hotTypes.length };
}
