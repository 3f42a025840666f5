import { sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Merged } from './feed-titles.ts';

/** SQL condition: readers see what this friend writes. */
const isRead = sql<boolean>`links.state = 'approved' and links."readsFeed" = 1`;

/** Addresses by which the feed of a link is found; when they change it is looked for anew. */
const soughtFor = sql<string>`links.url || ' ' || links."feedUrl"`;

/** Prepares reading the feeds of new and changed links, and forgets those that are not read any more. */
export async function updateFeeds(trx: Trx, now: number) {
  const read = trx.selectFrom('links').select('links.id').where(isRead);
  await trx.deleteFrom('neighbourFeeds').where('linkId', 'not in', read).execute();
  const moved = trx
    .selectFrom('neighbourFeeds')
    .innerJoin('links', 'links.id', 'neighbourFeeds.linkId')
    .select('linkId')
    .where('soughtFor', '<>', soughtFor);
  await trx.deleteFrom('neighbourFeeds').where('linkId', 'in', moved).execute();
  const feeds = trx.selectFrom('neighbourFeeds').select('linkId');
  await trx.deleteFrom('neighbourArticles').where('linkId', 'not in', feeds).execute();
  await trx
    .insertInto('neighbourFeeds')
    .columns(['linkId', 'soughtFor', 'dueAt'])
    .expression(
      trx
        .selectFrom('links')
        .select(['links.id', soughtFor.as('soughtFor'), sql<number>`cast(${now} as bigint)`.as('dueAt')])
        .where(isRead),
    )
    .onConflict((known) => known.column('linkId').doNothing())
    .execute();
}

/** Feeds to be read now; one due later than `latest` was planned before the clock was set back. */
export function listDue(db: Db, { now, latest, most }: { now: number; latest: number; most: number }) {
  return db
    .selectFrom('neighbourFeeds')
    .innerJoin('links', 'links.id', 'neighbourFeeds.linkId')
    .select([
      'linkId',
      'links.url as siteUrl',
      'feedUrl',
      'neighbourFeeds.url',
      'etag',
      'modified',
      'dueAt',
      'soughtFor',
      'neighbourFeeds.failures',
    ])
    .where(({ or, eb }) => or([eb('dueAt', '<=', now), eb('dueAt', '>', latest)]))
    .orderBy('dueAt')
    .orderBy('linkId')
    .limit(most)
    .execute();
}

export type Due = Awaited<ReturnType<typeof listDue>>[number];

/** False when another process claimed it. */
export async function claim(db: Db, { linkId, dueAt }: Due, until: number) {
  const { numUpdatedRows } = await db
    .updateTable('neighbourFeeds')
    .set({ dueAt: until })
    .where('linkId', '=', linkId)
    .where('dueAt', '=', dueAt)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

type Change = Partial<Pick<Schema['neighbourFeeds'], 'dueAt' | 'readAt'>> & {
  url?: string;
  etag?: string;
  modified?: string;
  failures?: number;
  failure?: string;
};

/** False when the link is gone, off or at another address since it was claimed. */
export async function changeFeed(trx: Trx, { linkId, soughtFor }: Due, change: Change) {
  const { numUpdatedRows } = await trx
    .updateTable('neighbourFeeds')
    .set(change)
    .where('linkId', '=', linkId)
    .where('soughtFor', '=', soughtFor)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

export function listKnown(trx: Trx, linkId: number) {
  return trx
    .selectFrom('neighbourArticles')
    .select(['id', 'url', 'title', 'publishedAt'])
    .where('linkId', '=', linkId)
    .execute();
}

export async function storeArticles(trx: Trx, linkId: number, { added, changed, removed }: Merged) {
  if (removed.length > 0) await trx.deleteFrom('neighbourArticles').where('id', 'in', removed).execute();
  for (const { id, ...article } of changed)
    await trx.updateTable('neighbourArticles').set(article).where('id', '=', id).execute();
  if (added.length > 0)
    await trx
      .insertInto('neighbourArticles')
      .values(added.map((article) => ({ ...article, linkId })))
      .onConflict((known) => known.columns(['linkId', 'url']).doNothing())
      .execute();
}

export async function deleteArticles(trx: Trx, linkId: number) {
  const { numDeletedRows } = await trx
    .deleteFrom('neighbourArticles')
    .where('linkId', '=', linkId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

export async function countNeighbours(db: Db | Trx) {
  const { total } = await db
    .selectFrom('links')
    .select(({ fn }) => fn.countAll().as('total'))
    .where(isRead)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Articles with a date, of friends who are read. */
const shown = (db: Db) =>
  db
    .selectFrom('neighbourArticles')
    .innerJoin('links', 'links.id', 'neighbourArticles.linkId')
    .where(isRead)
    .where('publishedAt', '>', 0);

export function listNewest(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return shown(db)
    .select([
      'neighbourArticles.id',
      'title',
      'neighbourArticles.url',
      'publishedAt',
      'links.name',
      'links.url as siteUrl',
      'links.avatar',
    ])
    .orderBy('publishedAt', 'desc')
    .orderBy('neighbourArticles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countArticles(db: Db, since = 0) {
  const { total } = await shown(db)
    .where('publishedAt', '>', since)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Newest article and number since then of each friend. */
export async function countByNeighbour(db: Db, since: number) {
  const rows = await shown(db)
    .select(({ fn }) => [
      'links.id',
      'links.name',
      'links.url',
      'links.avatar',
      fn.max('publishedAt').as('lastAt'),
      sql<number>`sum(case when "publishedAt" > ${since} then 1 else 0 end)`.as('articles'),
    ])
    .groupBy(['links.id', 'links.name', 'links.url', 'links.avatar'])
    .orderBy('links.id')
    .execute();
  return rows.map((row) => ({ ...row, lastAt: Number(row.lastAt), articles: Number(row.articles) }));
}

/** Feeds that were found, in the order of the links. */
export function listFeeds(db: Db) {
  return db
    .selectFrom('neighbourFeeds')
    .innerJoin('links', 'links.id', 'neighbourFeeds.linkId')
    .select(['links.groupName', 'links.name', 'links.url as siteUrl', 'neighbourFeeds.url'])
    .where(isRead)
    .where('neighbourFeeds.url', '<>', '')
    .orderBy('links.position')
    .orderBy('links.id')
    .execute();
}
