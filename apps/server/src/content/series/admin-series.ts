import type { adminSeries, SeriesRow } from '@mojian/contract/content/series-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './admin-series.queries.ts';
import { beginSeries, noSeries } from './change-series.ts';
import { dropSeriesPages } from './drop-series-pages.ts';
import { deleteSeries } from './series.queries.ts';

type Named = { name: string; intro: string };

/** Everybody's series, empty ones too. */
export async function listForOffice(db: Db, query: Input<typeof adminSeries.list>['query']) {
  const [rows, total, authors] = await Promise.all([
    queries.listSeries(db, query, sliceOf(query)),
    queries.countSeries(db, query),
    queries.listAuthors(db),
  ]);
  return { data: inPages(rows.map(present), total, query), extra: { authors } };
}

function present({ authorId, nickname, avatar, changedAt, ...row }: queries.Row): SeriesRow {
  return { ...row, author: { id: authorId, nickname, avatar }, time: isoTime(changedAt) };
}

/** What the viewer may know of in a series, in its order. @throws Failure not-found. */
export async function listItems(db: Db, viewer: Viewer, id: number) {
  if (!(await queries.findSeries(db, id))) throw noSeries();
  const items = await queries.listItems(db, viewer.id, id);
  return items.flatMap(({ id: articleId, title, state, seen }) => (seen ? [{ id: articleId, title, state }] : []));
}

/** Begins a series of the viewer's own. @throws Failure taken; invalid-input when they have too many. */
export function createSeriesForOffice(db: Db, viewer: Viewer, given: Named) {
  return db.transaction().execute(async (trx) => {
    const made = await beginSeries(trx, { ...given, authorId: viewer.id });
    await recordAct(trx, viewer, { act: 'series.create', subject: `series:${made.id}`, after: given });
    return made;
  });
}

type Change = Named & { id: number; before: Named };

/** Changes name and introduction. @throws Failure not-found; stale when it is no longer as it was seen; taken. */
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

/** Dissolves a series; its articles stay. @throws Failure not-found. */
export async function dissolveSeries(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    await queries.holdSeries(trx, id);
    const before = await queries.findSeries(trx, id);
    if (!before) throw noSeries();
    await dropSeriesPages(trx, id);
    await deleteSeries(trx, id);
    const { name, intro } = before;
    await recordAct(trx, viewer, { act: 'series.remove', subject: `series:${id}`, before: { name, intro } });
  });
  return null;
}
