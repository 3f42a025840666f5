import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Publication of the newest listed article, or the making of an empty series. */
const seriesChangedAt = sql<number>`case when series.articles > 0 then series."newestAt" else series."createdAt" end`;

/** Columns of a series in every list; they need its author's row. */
export const shownOfSeries = [
  'series.id',
  'series.name',
  'series.intro',
  'series.authorId',
  'users.nickname',
  'users.avatar',
  'series.articles',
  seriesChangedAt.as('changedAt'),
] as const;

function selectSeries(db: Db | Trx) {
  return db.selectFrom('series').innerJoin('users', 'users.id', 'series.authorId').select(shownOfSeries);
}

export type SeriesRow = Awaited<ReturnType<typeof selectOwnSeries>>[number];

export function listPublished(db: Db) {
  return selectSeries(db)
    .where('series.articles', '>', 0)
    .orderBy('changedAt', 'desc')
    .orderBy('series.id', 'desc')
    .execute();
}

export function selectOwnSeries(db: Db, authorId: number) {
  return selectSeries(db).where('series.authorId', '=', authorId).orderBy('series.id', 'desc').execute();
}

export function findSeriesById(db: Db, id: number) {
  return selectSeries(db).where('series.id', '=', id).executeTakeFirst();
}

/** Articles outside the trash, in order. */
export function selectItems(db: Db | Trx, seriesIds: number[]) {
  return db
    .selectFrom('articles')
    .select(['id', 'title', 'state', 'seriesId'])
    .where('seriesId', 'in', seriesIds)
    .where('removedAt', 'is', null)
    .orderBy('seriesPosition')
    .orderBy('id')
    .execute();
}

export function listPublishedItems(db: Db, seriesId: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'title'])
    .where('seriesId', '=', seriesId)
    .where(listed)
    .orderBy('seriesPosition')
    .orderBy('id')
    .execute();
}

export async function countOwnSeries(trx: Trx, authorId: number) {
  const counted = trx.selectFrom('series').select(({ fn }) => fn.countAll<number>().as('total'));
  return (await counted.where('authorId', '=', authorId).executeTakeFirstOrThrow()).total;
}

type Change = { name?: string | undefined; intro?: string | undefined };

/**
 * Locks the articles of a series, and others that will join it, before the series itself: whoever publishes or withdraws
 * one locks the article first and then, by a trigger, its series.
 */
export async function lockItems(trx: Trx, seriesId: number, others: number[] = []) {
  const items = await trx.selectFrom('articles').select('id').where('seriesId', '=', seriesId).execute();
  await lockForRemoval(trx, 'articles', [...items.map(({ id }) => id), ...others]);
}

/** Locks the series by writing to its row. */
export function updateOwn(trx: Trx, { id, authorId }: { id: number; authorId: number }, change: Change = {}) {
  return trx
    .updateTable('series')
    .set({ ...change, updatedAt: Date.now() })
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .returning('id')
    .executeTakeFirst();
}

export async function deleteSeries(trx: Trx, id: number) {
  await trx.deleteFrom('series').where('id', '=', id).execute();
}

export function findName(db: Db, id: number) {
  return db.selectFrom('series').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

export async function deleteAllOf(trx: Trx, authorId: number) {
  const gone = await trx.deleteFrom('series').where('authorId', '=', authorId).returning('id').execute();
  return gone.map(({ id }) => id);
}

export function findPlace(trx: Trx, articleId: number) {
  return trx.selectFrom('articles').select(['authorId', 'seriesId']).where('id', '=', articleId).executeTakeFirst();
}

export async function lastSeriesPosition(trx: Trx, seriesId: number) {
  const last = trx
    .selectFrom('articles')
    .select('seriesPosition')
    .where('seriesId', '=', seriesId)
    .orderBy('seriesPosition', 'desc')
    .limit(1);
  return (await last.executeTakeFirst())?.seriesPosition ?? 0;
}
