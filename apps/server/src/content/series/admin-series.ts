import type { adminSeries, SeriesCandidate, SeriesRow } from '@mojian/contract/content/series';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isSameIds } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { changeArticle, leaveSeries, setSeriesPositions } from '../article-rows/article-rows.ts';
import { followSeriesInDraft } from '../article-rows/rename-in-drafts.ts';
import * as queries from './admin-series.queries.ts';
import { deleteSeries, lastSeriesPosition, lockItems } from './series.queries.ts';
import { beginSeries, dropSeriesPages, noSeries } from './series.ts';

type Named = { name: string; intro: string };

/** Lists everybody's series, empty ones too. */
export async function listAdminSeries(db: Db, query: Input<typeof adminSeries.list>['query']) {
  const [rows, total, authors] = await Promise.all([
    queries.selectAdminSeries(db, query, sliceOf(query)),
    queries.countSeries(db, query),
    queries.listSeriesAuthors(db),
  ]);
  return { data: inPages(rows.map(present), total, query), extra: { authors } };
}

function present({ authorId, nickname, avatar, changedAt, ...row }: queries.Row): SeriesRow {
  return { ...row, author: { id: authorId, nickname, avatar }, time: isoTime(changedAt) };
}

/** Lists the articles the viewer may see. @throws Failure not-found */
export async function listSeriesArticles(db: Db, viewer: Viewer, id: number) {
  if (!(await queries.findSeries(db, id))) throw noSeries();
  const items = await queries.selectAdminItems(db, viewer.id, id);
  return items.flatMap(({ id: articleId, title, state, seen }) => (seen ? [{ id: articleId, title, state }] : []));
}

/** @throws Failure taken; invalid-input at the maximum */
export function createSeriesForOffice(db: Db, viewer: Viewer, input: Named) {
  return db.transaction().execute(async (trx) => {
    const made = await beginSeries(trx, { ...input, authorId: viewer.id });
    await recordAct(trx, viewer, { act: 'series.create', subject: `series:${made.id}`, after: input });
    return made;
  });
}

type Change = Named & { id: number; before: Named };

/** @throws Failure not-found; stale when it differs from `before`; taken */
export async function updateSeriesForOffice(db: Db, viewer: Viewer, change: Change) {
  await db
    .transaction()
    .execute((trx) => update(trx, viewer, change))
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new Failure('taken', '这位作者已经有一个同名的专栏', 'name') : error;
    });
  return null;
}

async function update(trx: Trx, viewer: Viewer, { id, before, name, intro }: Change) {
  if (!(await queries.changeSeries(trx, id, before, { name, intro })))
    throw (await queries.findSeries(trx, id)) ? new Failure('stale', '别人刚改过这个专栏，请刷新后再改') : noSeries();
  await recordAct(trx, viewer, { act: 'series.update', subject: `series:${id}`, before, after: { name, intro } });
  await dropSeriesPages(trx, id);
}

/** Deletes a series; its articles stay. @throws Failure not-found */
export async function dissolveSeries(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    await lockItems(trx, id);
    await queries.lockSeries(trx, id);
    const before = await queries.findSeries(trx, id);
    if (!before) throw noSeries();
    await dropSeriesPages(trx, id);
    await deleteSeries(trx, id);
    const { name, intro } = before;
    await recordAct(trx, viewer, { act: 'series.remove', subject: `series:${id}`, before: { name, intro } });
  });
  return null;
}

type Wanted = { id: number; before: number[]; ids: number[] };
type Item = { id: number; title: string };

/**
 * Makes the visible part of a series exactly these articles in this order; others of the author join, from other series
 * too, missing ones leave. Invisible drafts keep their place.
 * @throws Failure not-found; stale; invalid-input for articles that may not join
 */
export async function arrangeSeries(db: Db, viewer: Viewer, wanted: Wanted) {
  await db.transaction().execute((trx) => arrange(trx, viewer, wanted));
  return null;
}

async function arrange(trx: Trx, viewer: Viewer, { id, before, ids }: Wanted) {
  await lockItems(trx, id, ids);
  const series = await queries.lockSeries(trx, id);
  if (!series) throw noSeries();
  const items = await queries.selectAdminItems(trx, viewer.id, id);
  const present = items.filter(({ seen }) => seen);
  if (`${present.map((item) => item.id)}` !== `${before}`) throw new Failure('stale', '专栏里的文章有变化，请看过再改');
  if (`${ids}` === `${before}`) return;
  if (new Set(ids).size < ids.length) throw notTakeable();
  const added = await listJoinable(trx, { id, authorId: series.authorId }, without(ids, before));
  await dropSeriesPages(trx, id);
  for (const articleId of without(before, ids)) await takeOut(trx, id, articleId);
  for (const article of added) await putIn(trx, id, article);
  const stay = items.filter((item) => !item.seen || ids.includes(item.id));
  await setSeriesPositions(trx, orderAroundUnseen(stay, ids));
  await dropSeriesPages(trx, id);

  // the log must not reveal a private article.
  const logged = present.filter(({ state }) => state !== 'private');
  const titles = new Map([...logged, ...added].map((item: Item) => [item.id, item.title]));
  const titlesOf = (order: number[]) => order.map((one) => titles.get(one) ?? '');
  const act = isSameIds(before, ids) ? 'series.order' : 'series.fill';
  await recordAct(trx, viewer, { act, subject: `series:${id}`, before: titlesOf(before), after: titlesOf(ids) });
}

/** @throws Failure invalid-input unless all may join */
async function listJoinable(trx: Trx, series: { id: number; authorId: number }, ids: number[]) {
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
  await changeArticle(trx, id, { seriesId: to, seriesPosition: (await lastSeriesPosition(trx, to)) + 1 });
}

/** Keeps invisible articles at their positions and fills the rest in the given order. */
function orderAroundUnseen(stay: { id: number; seen: boolean }[], ids: number[]) {
  const next = ids.values();
  const placed = stay.map((item) => (item.seen ? (next.next().value ?? item.id) : item.id));
  return [...placed, ...next];
}

function without(ids: number[], others: number[]) {
  return ids.filter((id) => !others.includes(id));
}

const most = 20;

/** Lists the author's once published articles outside the series. @throws Failure not-found */
export async function listCandidates(db: Db, { id, text }: { id: number; text: string }): Promise<SeriesCandidate[]> {
  const series = await queries.findSeries(db, id);
  if (!series) throw noSeries();
  const found = await queries.selectCandidates(db, { id, authorId: series.authorId }, { text, limit: most });
  return found.map(({ series: name, ...article }) => ({ ...article, series: name ?? '' }));
}
