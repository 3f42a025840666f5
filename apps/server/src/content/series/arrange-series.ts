import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isSameIds } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { followSeriesInDraft } from '../drafts/follow-series.ts';
import * as queries from './admin-series.queries.ts';
import { noSeries } from './change-series.ts';
import { dropSeriesPages } from './drop-series-pages.ts';
import { lastPosition, leaveSeries, setPlace } from './place.queries.ts';
import { setPositions } from './series.queries.ts';

type Wanted = { id: number; before: number[]; ids: number[] };
type Item = { id: number; title: string };

/**
 * Makes what the viewer sees of a series these articles in this order: others of its author's come in, from another series
 * too, and those left out leave it. What they do not see, drafts of its author, keeps its place.
 * @throws Failure not-found; stale when it is no longer as it was seen; invalid-input for what may not stand in it.
 */
export async function arrangeSeries(db: Db, viewer: Viewer, wanted: Wanted) {
  await db.transaction().execute((trx) => arrange(trx, viewer, wanted));
  return null;
}

async function arrange(trx: Trx, viewer: Viewer, { id, before, ids }: Wanted) {
  const series = await queries.holdSeries(trx, id);
  if (!series) throw noSeries();
  const items = await queries.listItems(trx, viewer.id, id);
  const present = items.filter(({ seen }) => seen);
  if (`${present.map((item) => item.id)}` !== `${before}`) throw new Failure('stale', '专栏里的文章有变化，请看过再改');
  if (`${ids}` === `${before}`) return;
  if (new Set(ids).size < ids.length) throw notTakeable();
  const added = await takeable(trx, { id, authorId: series.authorId }, without(ids, before));
  await dropSeriesPages(trx, id);
  for (const articleId of without(before, ids)) await takeOut(trx, id, articleId);
  for (const article of added) await putIn(trx, id, article);
  const stay = items.filter((item) => !item.seen || ids.includes(item.id));
  await setPositions(trx, around(stay, ids));
  await dropSeriesPages(trx, id);

  const titles = new Map([...present, ...added].map((item: Item) => [item.id, item.title]));
  const told = (order: number[]) => order.map((one) => titles.get(one) ?? '');
  const act = isSameIds(before, ids) ? 'series.order' : 'series.fill';
  await recordAct(trx, viewer, { act, subject: `series:${id}`, before: told(before), after: told(ids) });
}

/** @throws Failure invalid-input unless all of them may come in. */
async function takeable(trx: Trx, series: { id: number; authorId: number }, ids: number[]) {
  if (ids.length === 0) return [];
  const found = await queries.listTakeable(trx, series, ids);
  if (found.length < ids.length) throw notTakeable();
  return found;
}

function notTakeable() {
  return new Failure('invalid-input', '只能放进这位作者发布过的文章，每篇一次', 'ids');
}

async function takeOut(trx: Trx, seriesId: number, articleId: number) {
  await followSeriesInDraft(trx, articleId, { from: seriesId, to: null });
  await leaveSeries(trx, articleId, seriesId);
}

async function putIn(trx: Trx, to: number, { id, seriesId }: { id: number; seriesId: number | null }) {
  if (seriesId !== null) await dropSeriesPages(trx, seriesId);
  await followSeriesInDraft(trx, id, { to });
  await setPlace(trx, id, { seriesId: to, seriesPosition: (await lastPosition(trx, to)) + 1 });
}

/** What is not seen stays where it stands, the rest comes around it in the order wanted. */
function around(stay: { id: number; seen: boolean }[], ids: number[]) {
  const next = ids.values();
  const placed = stay.map((item) => (item.seen ? (next.next().value ?? item.id) : item.id));
  return [...placed, ...next];
}

function without(ids: number[], others: number[]) {
  return ids.filter((id) => !others.includes(id));
}
