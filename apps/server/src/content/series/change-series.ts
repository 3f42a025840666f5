import { Failure } from '@mojian/contract/platform/failures';
import { lockMember } from '../../core/identity/accounts.ts';
import { mayWrite } from '../../core/identity/roles.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isSameIds } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { dropSeriesPages } from './drop-series-pages.ts';
import * as queries from './series.queries.ts';

const most = 100;

/**
 * Begins a series.
 * @throws Failure not-allowed for who may not write; taken when the member has one of this name; invalid-input after 100.
 */
export async function createSeries(db: Db, viewer: Viewer, given: { name: string; intro: string }) {
  if (!mayWrite(viewer, (await readSettings(db)).writing)) throw new Failure('not-allowed', '暂无发布权限');
  return db.transaction().execute((trx) => beginSeries(trx, { ...given, authorId: viewer.id }));
}

/** In the transaction of whoever asks. @throws Failure taken; invalid-input after 100. */
export async function beginSeries(trx: Trx, series: { authorId: number; name: string; intro: string }) {
  await lockMember(trx, series.authorId); // of many at once, each counts those before it
  if ((await queries.countOwn(trx, series.authorId)) >= most)
    throw new Failure('invalid-input', `专栏最多 ${most} 个`, 'name');
  const made = await queries.insertSeries(trx, series, Date.now());
  if (!made) throw taken();
  return made;
}

type Change = { id: number; name?: string | undefined; intro?: string | undefined; articleIds?: number[] | undefined };

/**
 * Changes the name, the introduction or the order of one's own series.
 * @throws Failure not-found for another's; taken; stale when the order names other articles than those in it.
 */
export async function updateSeries(db: Db, viewer: Viewer, change: Change) {
  try {
    await db.transaction().execute((trx) => update(trx, viewer.id, change));
  } catch (error) {
    throw isDuplicate(error) ? taken() : error;
  }
}

async function update(trx: Trx, authorId: number, { id, articleIds, ...change }: Change) {
  if (!(await queries.updateOwn(trx, { id, authorId }, change))) throw noSeries();
  if (articleIds) await reorder(trx, id, articleIds);
  await dropSeriesPages(trx, id);
}

async function reorder(trx: Trx, id: number, wanted: number[]) {
  const present = (await queries.listItems(trx, [id])).map((item) => item.id);
  if (!isSameIds(present, wanted)) throw new Failure('stale', '专栏里的文章有变化，请刷新后再排', 'articleIds');
  if (wanted.length > 0) await queries.setPositions(trx, wanted);
}

/**
 * Dissolves one's own series; its articles stay.
 * @throws Failure not-found for another's.
 */
export function removeSeries(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute((trx) => remove(trx, { id, authorId: viewer.id }));
}

async function remove(trx: Trx, own: { id: number; authorId: number }) {
  if (!(await queries.updateOwn(trx, own))) throw noSeries();
  await dropSeriesPages(trx, own.id);
  await queries.deleteSeries(trx, own.id);
}

/** Dissolves all of an author's, whose articles are gone. */
export async function removeAllSeries(trx: Trx, authorId: number) {
  const ids = await queries.deleteAllOf(trx, authorId);
  if (ids.length > 0) await enqueue(trx, 'drop-pages', { tags: ['series', ...ids.map((id) => `series:${id}`)] });
}

function taken() {
  return new Failure('taken', '你已经有一个同名的专栏', 'name');
}

export function noSeries() {
  return new Failure('not-found', '专栏不存在', 'id');
}
