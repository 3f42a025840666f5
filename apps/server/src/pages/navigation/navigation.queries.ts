import type { Insertable, Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export function listSites(db: Db) {
  return db
    .selectFrom('navigationSites')
    .innerJoin('navigationGroups', 'navigationGroups.id', 'navigationSites.groupId')
    .select([
      'navigationSites.id',
      'navigationSites.name',
      'navigationSites.url',
      'navigationSites.intro',
      'navigationSites.logo',
      'navigationSites.clicks',
      'navigationSites.groupId',
      'navigationGroups.name as groupName',
    ])
    .orderBy('navigationGroups.position')
    .orderBy('navigationGroups.id')
    .orderBy('navigationSites.position')
    .orderBy('navigationSites.id')
    .execute();
}

export function findSite(db: Db, id: number) {
  return db.selectFrom('navigationSites').select('id').where('id', '=', id).executeTakeFirst();
}

export async function addClick(db: Db, id: number) {
  await db
    .updateTable('navigationSites')
    .set((eb) => ({ clicks: eb('clicks', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

type Site = Pick<Insertable<Schema['navigationSites']>, 'groupId' | 'name' | 'url' | 'intro' | 'logo'>;

export function listGroups(db: Db | Trx) {
  return db
    .selectFrom('navigationGroups')
    .select(['id', 'name', 'version'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function listAllSites(db: Db | Trx) {
  return db
    .selectFrom('navigationSites')
    .select(['id', 'groupId', 'name', 'url', 'intro', 'logo', 'clicks', 'version'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function findNavigationGroup(trx: Trx, id: number) {
  return trx.selectFrom('navigationGroups').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findWholeSite(trx: Trx, id: number) {
  return trx.selectFrom('navigationSites').selectAll().where('id', '=', id).executeTakeFirst();
}

async function nextPosition(trx: Trx, table: 'navigationGroups' | 'navigationSites') {
  const { last } = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

export async function insertGroup(trx: Trx, name: string) {
  const position = await nextPosition(trx, 'navigationGroups');
  const made = trx.insertInto('navigationGroups').values({ name, position }).returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

export async function insertNavigationSite(trx: Trx, site: Site) {
  const position = await nextPosition(trx, 'navigationSites');
  const made = trx
    .insertInto('navigationSites')
    .values({ ...site, position })
    .returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

/** False at another version. */
export async function renameGroup(trx: Trx, id: number, version: number, name: string) {
  const { numUpdatedRows } = await trx
    .updateTable('navigationGroups')
    .set({ name, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False at another version. */
export async function updateSite(trx: Trx, id: number, version: number, site: Updateable<Schema['navigationSites']>) {
  const { numUpdatedRows } = await trx
    .updateTable('navigationSites')
    .set({ ...site, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes its sites as well. */
export async function deleteGroup(trx: Trx, id: number) {
  await trx.deleteFrom('navigationSites').where('groupId', '=', id).execute();
  await trx.deleteFrom('navigationGroups').where('id', '=', id).execute();
}

export async function deleteSite(trx: Trx, id: number) {
  await trx.deleteFrom('navigationSites').where('id', '=', id).execute();
}

export async function placeGroup(trx: Trx, id: number, position: number) {
  await trx.updateTable('navigationGroups').set({ position }).where('id', '=', id).execute();
}

export async function placeSite(trx: Trx, id: number, placed: { groupId: number; position: number }) {
  await trx.updateTable('navigationSites').set(placed).where('id', '=', id).execute();
}
