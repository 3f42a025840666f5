import type { Insertable } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

type OwnSite = Omit<Insertable<Schema['navigationSites']>, 'groupId'> & { group: string; groupPosition: number };

/** Inserts a site below the group of a name, which is added where it is missing; null for one that the group has. */
export async function insertSiteUnlessThere(trx: Trx, { group, groupPosition, ...site }: OwnSite) {
  const groupId = await groupNamed(trx, group, groupPosition);
  const known = trx.selectFrom('navigationSites').select('id').where('groupId', '=', groupId);
  if (await known.where('url', '=', site.url).executeTakeFirst()) return null;
  const made = trx
    .insertInto('navigationSites')
    .values({ ...site, groupId })
    .returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

async function groupNamed(trx: Trx, name: string, position: number) {
  const found = await trx.selectFrom('navigationGroups').select('id').where('name', '=', name).executeTakeFirst();
  if (found) return found.id;
  const group = trx.insertInto('navigationGroups').values({ name, position }).returning('id');
  return (await group.executeTakeFirstOrThrow()).id;
}

/** Deletes a group that has no site left. */
export async function deleteEmptyGroup(trx: Trx, id: number) {
  const site = trx.selectFrom('navigationSites').select('id').where('groupId', '=', id).limit(1);
  if (!(await site.executeTakeFirst())) await trx.deleteFrom('navigationGroups').where('id', '=', id).execute();
}
