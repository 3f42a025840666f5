import { Failure } from '@mojian/contract/failures';
import type { Db, Trx } from '../db/schema.ts';
import { isSameIds } from '../http/same-ids.ts';
import { enqueue } from '../outbox/outbox.ts';
import * as queries from './carousel.queries.ts';

type Told = { before: number[]; after: number[] };

/** What was chosen for the carousel, as it stands in it. */
export function listCarousel(db: Db) {
  return queries.listCarousel(db);
}

/** Puts the carousel into this order; `also` writes down who did. @throws Failure stale when these are not all in it. */
export async function orderCarousel(db: Db, ids: number[], also: (trx: Trx, told: Told) => Promise<void>) {
  await db.transaction().execute(async (trx) => {
    const before = (await queries.listCarousel(trx)).map(({ id }) => id);
    if (!isSameIds(before, ids)) throw new Failure('stale', '轮播有变化，请刷新后再排');
    for (const [at, id] of ids.entries()) await queries.setPlace(trx, id, at + 1);
    await also(trx, { before, after: ids });
    await enqueue(trx, 'drop-pages', { tags: ['articles'] });
  });
}
