import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** The friends. Who waits or was refused is seen by nobody. */
export function listLinks(db: Db) {
  return db
    .selectFrom('links')
    .select(['id', 'groupName', 'name', 'url', 'intro', 'avatar', 'reachable'])
    .where('state', '=', 'approved')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Addresses of all who ever applied. */
export function listApplied(trx: Trx) {
  return trx.selectFrom('links').select(['id', 'url', 'state']).execute();
}

export async function deleteLinks(trx: Trx, ids: number[]) {
  if (ids.length > 0) await trx.deleteFrom('links').where('id', 'in', ids).execute();
}

export async function insertLink(trx: Trx, link: Insertable<Schema['links']>) {
  const { id } = await trx.insertInto('links').values(link).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function findLink(db: Db | Trx, id: number) {
  return db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Nothing for one that does not wait: of two who decide at once the second comes too late. */
export function settleLink(
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

/** Nothing happens when it was changed meanwhile. */
export async function replaceAvatar(trx: Trx, id: number, { from, to }: { from: string; to: string }) {
  await trx.updateTable('links').set({ avatar: to }).where('id', '=', id).where('avatar', '=', from).execute();
}

export async function insertFile(trx: Trx, file: Insertable<Schema['files']>) {
  await trx
    .insertInto('files')
    .values(file)
    .onConflict((known) => known.column('key').doNothing())
    .execute();
}
