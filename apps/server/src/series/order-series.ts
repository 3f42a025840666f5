import { Failure } from '@mojian/contract/failures';
import { recordAct } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import { isSameIds } from '../http/same-ids.ts';
import type { Viewer } from '../http/viewer.ts';
import * as queries from './admin-series.queries.ts';
import { noSeries } from './change-series.ts';
import { dropSeriesPages } from './drop-series-pages.ts';
import { setPositions } from './series.queries.ts';

/**
 * Puts what the viewer sees of a series into this order; what they do not see, drafts of its author, keeps its place.
 * @throws Failure not-found; stale when these are not all they see.
 */
export async function orderSeries(db: Db, viewer: Viewer, { id, ids }: { id: number; ids: number[] }) {
  await db.transaction().execute(async (trx) => {
    if (!(await queries.holdSeries(trx, id))) throw noSeries();
    const items = await queries.listItems(trx, viewer.id, id);
    const before = items.filter(({ seen }) => seen).map((item) => item.id);
    if (!isSameIds(before, ids)) throw new Failure('stale', '专栏里的文章有变化，请刷新后再排');
    if (ids.length === 0) return;
    const next = ids.values();
    await setPositions(
      trx,
      items.map((item) => (item.seen ? (next.next().value ?? item.id) : item.id)),
    );
    await recordAct(trx, viewer, { act: 'series.order', subject: `series:${id}`, ...titlesIn(items, before, ids) });
    await dropSeriesPages(trx, id);
  });
  return null;
}

/** Both orders by the titles of the articles. */
function titlesIn(items: { id: number; title: string }[], before: number[], after: number[]) {
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  const named = (ids: number[]) => ids.map((id) => titles.get(id) ?? '');
  return { before: named(before), after: named(after) };
}
