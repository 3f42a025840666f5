import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isSameIds } from '../../platform/http/batch.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './carousel.queries.ts';

/** Titles, in their order. */
type Told = { before: string[]; after: string[] };

/** What was chosen for the carousel, as it stands in it. */
export function listCarousel(db: Db) {
  return queries.listCarousel(db);
}

/** Puts the carousel into this order; `also` writes down who did. @throws Failure stale when these are not all in it. */
export async function orderCarousel(db: Db, ids: number[], also: (trx: Trx, told: Told) => Promise<void>) {
  await db.transaction().execute(async (trx) => {
    const items = await queries.listCarousel(trx);
    const before = items.map(({ id }) => id);
    if (!isSameIds(before, ids)) throw new Failure('stale', '轮播有变化，请刷新后再排');
    for (const [at, id] of ids.entries()) await queries.setPlace(trx, id, at + 1);
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    await also(trx, { before: [...titles.values()], after: ids.map((id) => titles.get(id) ?? '') });
    await enqueue(trx, 'drop-pages', { tags: ['articles'] });
  });
}
