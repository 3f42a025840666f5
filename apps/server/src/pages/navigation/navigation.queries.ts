import type { Db } from '../../platform/db/schema.ts';

/** All sites with their group, in the owner's order. */
export function listSites(db: Db) {
  return db
    .selectFrom('navigationSites')
    .innerJoin('navigationGroups', 'navigationGroups.id', 'navigationSites.groupId')
    .select(['navigationSites.id', 'navigationSites.name', 'navigationSites.url', 'navigationSites.intro'])
    .select(['navigationSites.logo', 'navigationSites.clicks'])
    .select(['navigationSites.groupId', 'navigationGroups.name as groupName'])
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
