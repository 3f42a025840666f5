import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export async function sumOfDays(db: Db) {
  const sum = await db
    .selectFrom('visitDays')
    .select(({ fn }) => [fn.sum<number | null>('views').as('views'), fn.sum<number | null>('visitors').as('visitors')])
    .executeTakeFirstOrThrow();
  return { siteAccess: sum.views ?? 0, visitorAccess: sum.visitors ?? 0 };
}

/** Salt of the day; `fresh` becomes it if there is none. */
export async function saltOf(trx: Trx, day: string, fresh: string) {
  await trx
    .insertInto('visitSalts')
    .values({ day, salt: fresh })
    .onConflict((taken) => taken.column('day').doNothing())
    .execute();
  const { salt } = await trx.selectFrom('visitSalts').select('salt').where('day', '=', day).executeTakeFirstOrThrow();
  return salt;
}

/** Returns how many marks are new. */
export async function markVisitors(trx: Trx, day: string, visitors: string[]) {
  const added = await trx
    .insertInto('visitMarks')
    .values(visitors.map((visitor) => ({ day, visitor })))
    .onConflict((taken) => taken.columns(['day', 'visitor']).doNothing())
    .returning('visitor')
    .execute();
  return added.length;
}

type Counted = { views: number; visitors: number; reads: number };

export async function addToDay(trx: Trx, day: string, { views, visitors, reads }: Counted) {
  await trx
    .insertInto('visitDays')
    .values({ day, views, visitors, reads })
    .onConflict((taken) =>
      taken.column('day').doUpdateSet(({ ref }) => ({
        views: sql<number>`${ref('visitDays.views')} + ${views}`,
        visitors: sql<number>`${ref('visitDays.visitors')} + ${visitors}`,
        reads: sql<number>`${ref('visitDays.reads')} + ${reads}`,
      })),
    )
    .execute();
}

export function publishedOf(trx: Trx, ids: number[]) {
  return trx
    .selectFrom('articles')
    .select(['id', 'kind'])
    .where('id', 'in', ids)
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .execute();
}

export function publishedNamed(trx: Trx, slugs: string[]) {
  return trx
    .selectFrom('articles')
    .select(['id', 'kind', 'slug'])
    .where('slug', 'in', slugs)
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .execute();
}

/** Marks reads and returns those that count: the visitor's last counted read is at least `apart` ms older. */
export function markReads(trx: Trx, reads: Schema['readMarks'][], apart: number) {
  return trx
    .insertInto('readMarks')
    .values(reads)
    .onConflict((taken) =>
      taken
        .columns(['articleId', 'visitor'])
        .doUpdateSet(({ ref }) => ({ readAt: ref('excluded.readAt') }))
        .where(({ eb, ref }) => eb('readMarks.readAt', '<=', sql<number>`${ref('excluded.readAt')} - ${apart}`)),
    )
    .returning('articleId')
    .execute();
}

const withRecent = (trx: Trx) => trx.withTables<{ recentViews: { mark: string; at: number } }>();

/** Marks views and returns how many are new: none of the same mark less than `apart` ms before. PostgreSQL only. */
export async function markViews(trx: Trx, views: { mark: string; at: number }[], apart: number) {
  const added = await withRecent(trx)
    .insertInto('recentViews')
    .values(views)
    .onConflict((taken) =>
      taken
        .column('mark')
        .doUpdateSet(({ ref }) => ({ at: ref('excluded.at') }))
        .where(({ eb, ref }) => eb('recentViews.at', '<=', sql<number>`${ref('excluded.at')} - ${apart}`)),
    )
    .returning('mark')
    .execute();
  return added.length;
}

export async function deleteRecentBefore(trx: Trx, time: number) {
  await withRecent(trx).deleteFrom('recentViews').where('at', '<', time).execute();
}

export async function addViews(trx: Trx, articleIds: number[], views: number) {
  await trx
    .updateTable('articles')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', 'in', articleIds)
    .execute();
}

export async function addArticleReads(trx: Trx, reads: Schema['articleDays'][]) {
  await trx
    .insertInto('articleDays')
    .values(reads)
    .onConflict((taken) =>
      taken
        .columns(['day', 'articleId'])
        .doUpdateSet(({ ref }) => ({ reads: sql<number>`${ref('articleDays.reads')} + ${ref('excluded.reads')}` })),
    )
    .execute();
  await trx
    .insertInto('articleMonths')
    .values(reads.map(({ day, ...counted }) => ({ month: day.slice(0, 7), ...counted })))
    .onConflict((taken) =>
      taken
        .columns(['month', 'articleId'])
        .doUpdateSet(({ ref }) => ({ reads: sql<number>`${ref('articleMonths.reads')} + ${ref('excluded.reads')}` })),
    )
    .execute();
}

export function hostsOf(trx: Trx, day: string) {
  return trx.selectFrom('sourceDays').select(['kind', 'host']).where('day', '=', day).execute();
}

export async function addSource(trx: Trx, source: Schema['sourceDays']) {
  await trx
    .insertInto('sourceDays')
    .values(source)
    .onConflict((taken) =>
      taken
        .columns(['day', 'kind', 'host'])
        .doUpdateSet(({ ref }) => ({ views: sql<number>`${ref('sourceDays.views')} + ${source.views}` })),
    )
    .execute();
}

export function listVisitDays(db: Db, from: string) {
  return db.selectFrom('visitDays').selectAll().where('day', '>=', from).execute();
}

export function firstDay(db: Db) {
  return db.selectFrom('visitDays').select('day').orderBy('day').limit(1).executeTakeFirst();
}

/** Views per source since a day, most first. */
export function listSources(db: Db, from: string, limit: number) {
  return db
    .selectFrom('sourceDays')
    .select(({ fn }) => ['kind', 'host', fn.sum<number>('views').as('views')])
    .where('day', '>=', from)
    .groupBy(['kind', 'host'])
    .orderBy('views', 'desc')
    .orderBy('host')
    .limit(limit)
    .execute();
}

/** Names of days (YYYY-MM-DD) or months (YYYY-MM), both ends included. */
export type ReadSpan = { by: 'day' | 'month'; from: string; to: string };

/** Published articles read in a span, most read first. */
export function listMostRead(db: Db, span: ReadSpan, { limit, offset }: { limit: number; offset: number }) {
  return readIn(db, span)
    .select(({ fn }) => ['articles.id', 'articles.slug', 'articles.title', fn.sum<number>('counted.reads').as('reads')])
    .groupBy(['articles.id', 'articles.slug', 'articles.title'])
    .orderBy('reads', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countRead(db: Db, span: ReadSpan) {
  const { count } = await readIn(db, span)
    .select(sql<number>`count(distinct counted."articleId")`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function readIn(db: Db, { by, from, to }: ReadSpan) {
  const table = sql<{ period: string; articleId: number; reads: number }>`(
    select ${sql.ref(by)} as period, "articleId", reads from ${sql.table(by === 'day' ? 'articleDays' : 'articleMonths')}
  )`;
  return db
    .selectFrom(table.as('counted'))
    .innerJoin('articles', 'articles.id', 'counted.articleId')
    .where('counted.period', '>=', from)
    .where('counted.period', '<=', to)
    .where(listed);
}

export function listReadDays(db: Db, articleId: number, from: string) {
  return db
    .selectFrom('articleDays')
    .select(['day', 'reads'])
    .where('articleId', '=', articleId)
    .where('day', '>=', from)
    .execute();
}

export function listReadMonths(db: Db, articleId: number) {
  return db
    .selectFrom('articleMonths')
    .select(['month', 'reads'])
    .where('articleId', '=', articleId)
    .orderBy('month', 'desc')
    .execute();
}

/** The first month in which an article was read. */
export function firstReadMonth(db: Db) {
  return db.selectFrom('articleMonths').select('month').orderBy('month').limit(1).executeTakeFirst();
}

export async function deleteCountsBefore(trx: Trx, articlesDay: string, sourcesDay: string) {
  await trx.deleteFrom('articleDays').where('day', '<', articlesDay).execute();
  await trx.deleteFrom('sourceDays').where('day', '<', sourcesDay).execute();
}

export async function deleteDaysBefore(trx: Trx, day: string) {
  await trx.deleteFrom('visitMarks').where('day', '<', day).execute();
  await trx.deleteFrom('visitSalts').where('day', '<', day).execute();
}

export async function deleteReadsBefore(trx: Trx, time: number) {
  await trx.deleteFrom('readMarks').where('readAt', '<', time).execute();
}
