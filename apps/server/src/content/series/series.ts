import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { Series } from '@mojian/contract/content/series';
import { Failure } from '@mojian/contract/platform/failures';
import { mayWrite } from '../../core/identity/roles.ts';
import { lockMember } from '../../core/identity/user-rows.ts';
import { requireAllowedWords } from '../../core/moderation/judge.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isSameIds } from '../../platform/http/batch.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { changeArticle, setSeriesPositions } from '../article-rows/article-rows.ts';
import { cardsOf } from '../articles/cards.ts';
import { articlePaths } from '../slugs/slugs.ts';
import * as queries from './series.queries.ts';
import { selectItems, updateOwn } from './series.queries.ts';
import { insertSeries } from './series-rows.ts';

/** Lists series that have published articles, most recently updated first. */
export async function listSeries(db: Db): Promise<Series[]> {
  return (await queries.listPublished(db)).map(present);
}

/** @throws Failure not-found, for all but its author also while nothing is published */
export async function showSeries(db: Db, viewer: Viewer | null, id: number) {
  const series = await queries.findSeriesById(db, id);
  if (!series || (series.articles === 0 && series.authorId !== viewer?.id))
    throw new Failure('not-found', '专栏不存在', 'id');
  const items = await queries.listPublishedItems(db, id);
  const ids = items.map((item) => item.id);
  return { ...present(series), records: await cardsOf(db, ids) };
}

export async function listOwnSeries(db: Db, viewer: Viewer) {
  const own = await queries.selectOwnSeries(db, viewer.id);
  if (own.length === 0) return [];
  const ids = own.map(({ id }) => id);
  const items = Map.groupBy(await queries.selectItems(db, ids), ({ seriesId }) => seriesId);
  return own.map((series) => ({
    ...present(series),
    items: (items.get(series.id) ?? []).map(({ id, title, state }) => ({
      id,
      title,
      published: state === 'published',
    })),
  }));
}

function present({ authorId, nickname, avatar, changedAt, ...series }: queries.SeriesRow): Series {
  return { ...series, author: { id: authorId, nickname, avatar }, updatedAt: isoTime(changedAt) };
}

/** Longer series link to a page of their own. */
const shownAtMost = 40;

/** Neighbourhood of a published article in its series; undefined without one. */
export async function seriesBox(
  db: Db,
  { id, seriesId }: { id: number; seriesId: number | null },
): Promise<ArticleInfo['series']> {
  if (seriesId === null) return null;
  const [series, rows, pathOf] = await Promise.all([
    queries.findName(db, seriesId),
    queries.listPublishedItems(db, seriesId),
    articlePaths(db),
  ]);
  const items = rows.map((row) => ({ id: row.id, title: row.title, path: pathOf(row) }));
  const place = items.findIndex((item) => item.id === id);
  if (!series || place < 0) return null;
  const from = Math.max(0, Math.min(place - shownAtMost / 2, items.length - shownAtMost));
  return {
    ...series,
    position: place + 1,
    total: items.length,
    previous: items[place - 1] ?? null,
    next: items[place + 1] ?? null,
    from: from + 1,
    articles: items.slice(from, from + shownAtMost),
  };
}

const most = 100;

/** @throws Failure not-allowed for members who may not write; taken; invalid-input after 100, and as `requireWords` */
export async function createSeries(db: Db, viewer: Viewer, input: { name: string; intro: string }) {
  if (!mayWrite(viewer, (await readSettings(db)).writing)) throw new Failure('not-allowed', '暂无发布权限');
  await requireWords(db, viewer, input);
  return db.transaction().execute((trx) => beginSeries(trx, { ...input, authorId: viewer.id }));
}

/** @throws Failure taken; invalid-input after 100 */
export async function beginSeries(trx: Trx, series: { authorId: number; name: string; intro: string }) {
  await lockMember(trx, series.authorId); // the lock makes concurrent inserts count each other
  if ((await queries.countOwnSeries(trx, series.authorId)) >= most)
    throw new Failure('invalid-input', `专栏最多 ${most} 个`, 'name');
  const now = Date.now();
  const made = await insertSeries(trx, { ...series, createdAt: now, updatedAt: now });
  if (!made) throw taken();
  return made;
}

type Change = { id: number; name?: string | undefined; intro?: string | undefined; articleIds?: number[] | undefined };

/**
 * Changes name, introduction or order.
 * @throws Failure not-found for others'; taken; stale when `articleIds` are not exactly its articles; as `requireWords`
 */
export async function updateSeries(db: Db, viewer: Viewer, change: Change) {
  await requireWords(db, viewer, change);
  try {
    await db.transaction().execute((trx) => update(trx, viewer.id, change));
  } catch (error) {
    throw isDuplicate(error) ? taken() : error;
  }
}

/** Readers see both at once, without review. @throws Failure invalid-input for a member's blocked word */
async function requireWords(db: Db, viewer: Viewer, { name = '', intro = '' }: Pick<Change, 'name' | 'intro'>) {
  if (isStaff(viewer)) return;
  const { moderation } = await readSettings(db);
  requireAllowedWords(moderation, 'name', name);
  requireAllowedWords(moderation, 'intro', intro);
}

async function update(trx: Trx, authorId: number, { id, articleIds, ...change }: Change) {
  if (articleIds) await queries.lockItems(trx, id);
  if (!(await queries.updateOwn(trx, { id, authorId }, change))) throw noSeries();
  if (articleIds) await reorder(trx, id, articleIds);
  await dropSeriesPages(trx, id);
}

async function reorder(trx: Trx, id: number, wanted: number[]) {
  const present = (await queries.selectItems(trx, [id])).map((item) => item.id);
  if (!isSameIds(present, wanted)) throw new Failure('stale', '专栏里的文章有变化，请刷新后再排', 'articleIds');
  if (wanted.length > 0) await setSeriesPositions(trx, wanted);
}

/** Deletes the member's own series; its articles stay. @throws Failure not-found for others' */
export function removeSeries(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute((trx) => remove(trx, { id, authorId: viewer.id }));
}

async function remove(trx: Trx, own: { id: number; authorId: number }) {
  await queries.lockItems(trx, own.id);
  if (!(await queries.updateOwn(trx, own))) throw noSeries();
  await dropSeriesPages(trx, own.id);
  await queries.deleteSeries(trx, own.id);
}

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

/**
 * Appends the article to its author's series, or removes it from any, in the publishing transaction. An article already
 * in it keeps its place; others' and deleted series count as none.
 */
export async function placeInSeries(trx: Trx, articleId: number, seriesId: number | null) {
  const article = await queries.findPlace(trx, articleId);
  if (!article || article.seriesId === seriesId) return;
  if (article.seriesId !== null) await dropSeriesPages(trx, article.seriesId);
  const { authorId } = article;
  if (seriesId === null || !(await updateOwn(trx, { id: seriesId, authorId })))
    return changeArticle(trx, articleId, { seriesId: null, seriesPosition: 0 });

  const seriesPosition = (await queries.lastSeriesPosition(trx, seriesId)) + 1;
  await changeArticle(trx, articleId, { seriesId, seriesPosition });
  await dropSeriesPages(trx, seriesId);
}

/** Drops its page, the list, and the page of each article. */
export async function dropSeriesPages(trx: Trx, seriesId: number) {
  const items = await selectItems(trx, [seriesId]);
  const tags = ['series', `series:${seriesId}`, ...items.map(({ id }) => `article:${id}`)];
  await enqueue(trx, 'drop-pages', { tags });
}
