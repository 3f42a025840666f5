import type { Insertable } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

export async function insertLink(trx: Trx, link: Insertable<Schema['links']>) {
  const { id } = await trx.insertInto('links').values(link).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Deletes a link that nobody changed since it was added. False when it stays. */
export async function deleteUnchangedLink(trx: Trx, id: number) {
  await trx.deleteFrom('links').where('id', '=', id).where('version', '=', 0).execute();
  return (await trx.selectFrom('links').select('id').where('id', '=', id).executeTakeFirst()) === undefined;
}
