import type { Updateable } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

export function findPresent(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select(['nickname', 'avatar', 'cover', 'intro', 'website', 'place'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export function listOwners(trx: Trx) {
  return trx.selectFrom('users').select(['id', 'nickname']).where('role', '=', 'owner').execute();
}

export async function updateProfile(trx: Trx, id: number, change: Updateable<Schema['users']>) {
  await trx.updateTable('users').set(change).where('id', '=', id).execute();
}
