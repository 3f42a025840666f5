import { sql, type Updateable } from 'kysely';
import { contains } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export function selectLinks(db: Db) {
  return db
    .selectFrom('links')
    .select(['id', 'groupName', 'name', 'url', 'intro', 'avatar', 'reachable', 'checkedAt'])
    .where('state', '=', 'approved')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The newest article of each friend whose feed is read. */
export function listNewestArticles(db: Db) {
  const newer = sql<number>`row_number() over (partition by "linkId" order by "publishedAt" desc, "neighbourArticles".id desc)`;
  return db
    .selectFrom(
      db
        .selectFrom('neighbourArticles')
        .innerJoin('links', 'links.id', 'linkId')
        .select(['linkId', 'title', 'neighbourArticles.url', 'publishedAt', newer.as('place')])
        .where('readsFeed', '=', 1)
        .where('publishedAt', '>', 0)
        .as('articles'),
    )
    .select(['linkId', 'title', 'url', 'publishedAt'])
    .where('place', '=', 1)
    .execute();
}

/** Applications in any state. */
export function listApplied(trx: Trx) {
  return trx.selectFrom('links').select(['id', 'url', 'state']).execute();
}

export async function deleteLinks(trx: Trx, ids: number[]) {
  if (ids.length > 0) await trx.deleteFrom('links').where('id', 'in', ids).execute();
}

export function findLink(db: Db | Trx, id: number) {
  return db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Undefined unless pending, so that one of two concurrent decisions wins. */
export function decideLink(
  trx: Trx,
  id: number,
  decision: { state: 'approved'; groupName: string } | { state: 'refused'; reason: string },
) {
  return trx
    .updateTable('links')
    .set((row) => ({ ...decision, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['name', 'email'])
    .executeTakeFirst();
}

/** No effect when it was changed meanwhile. */
export async function replaceAvatar(trx: Trx, id: number, { from, to }: { from: string; to: string }) {
  await trx.updateTable('links').set({ avatar: to }).where('id', '=', id).where('avatar', '=', from).execute();
}

type LinkFilter = {
  state: 'all' | 'approved' | 'pending' | 'refused';
  health: 'all' | 'away';
  text: string;
};

const filtered = (db: Db, { state, health, text }: LinkFilter) =>
  db
    .selectFrom('links')
    .$call((rows) => (state === 'all' ? rows : rows.where('state', '=', state)))
    .$if(health === 'away', (rows) => rows.where('reachable', '=', 0))
    .$if(text !== '', (rows) =>
      rows.where(({ or }) => or([contains('links.name', text), contains('links.url', text)])),
    );

/** Pending first, then newest. */
export function listAll(db: Db, filter: LinkFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .leftJoin('neighbourFeeds', 'neighbourFeeds.linkId', 'links.id')
    .select(['neighbourFeeds.url as foundFeed', 'neighbourFeeds.readAt', 'neighbourFeeds.failure'])
    .selectAll('links')
    .orderBy(sql`case state when 'pending' then 0 else 1 end`)
    .orderBy('links.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countAll(db: Db, filter: LinkFilter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function listOrder(db: Db | Trx) {
  return db
    .selectFrom('links')
    .select(['id', 'name', 'groupName'])
    .where('state', '=', 'approved')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function lastLinkPosition(trx: Trx) {
  const { last } = await trx
    .selectFrom('links')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** False at another version. */
export async function update(trx: Trx, id: number, version: number, link: Updateable<Schema['links']>) {
  const { numUpdatedRows } = await trx
    .updateTable('links')
    .set({ ...link, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function place(trx: Trx, id: number, placed: { groupName: string; position: number }) {
  await trx.updateTable('links').set(placed).where('id', '=', id).execute();
}

export function remove(trx: Trx, id: number) {
  return trx.deleteFrom('links').where('id', '=', id).returning(['name', 'url', 'state']).executeTakeFirst();
}

/** Not checked since `before`, or in the future after a clock was set back. */
export function listDueLinks(db: Db, before: number, now: number) {
  return db
    .selectFrom('links')
    .select(['id', 'url', 'checkedAt'])
    .where('state', '=', 'approved')
    .where(({ or, eb }) => or([eb('checkedAt', 'is', null), eb('checkedAt', '<', before), eb('checkedAt', '>', now)]))
    .orderBy('id')
    .execute();
}

type Due = Awaited<ReturnType<typeof listDueLinks>>[number];

/** False when another process claimed it. */
export async function claimCheck(db: Db, { id, checkedAt }: Due, now: number) {
  const { numUpdatedRows } = await db
    .updateTable('links')
    .set({ checkedAt: now })
    .where('id', '=', id)
    .where('checkedAt', checkedAt === null ? 'is' : '=', checkedAt)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Returns failures in a row; 0 for a deleted link. */
export async function countFailure(trx: Trx, id: number) {
  const link = await trx
    .updateTable('links')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst();
  return link?.failures ?? 0;
}

export async function forgetFailures(trx: Trx, id: number) {
  await trx.updateTable('links').set({ failures: 0 }).where('id', '=', id).execute();
}

/** False when nothing changes. */
export async function markReachable(trx: Trx, id: number, reachable: 0 | 1) {
  const { numUpdatedRows } = await trx
    .updateTable('links')
    .set({ reachable })
    .where('id', '=', id)
    .where('reachable', '<>', reachable)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
