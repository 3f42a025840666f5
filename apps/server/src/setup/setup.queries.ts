import type { Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

const name = 'setupToken';

export async function ownerHasPassword(db: Db) {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('passwordHash', 'is not', null)
    .executeTakeFirst();
  return owner !== undefined;
}

export async function keepToken(db: Db, value: string) {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((taken) => taken.column('name').doUpdateSet({ value }))
    .execute();
}

export async function readTokenHash(db: Db) {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function forgetToken(trx: Trx) {
  await trx.deleteFrom('settings').where('name', '=', name).execute();
}

/** Whether a member has this e-mail. */
export async function isTaken(db: Db, email: string) {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

export async function updateOwner(trx: Trx, owner: Updateable<Schema['users']>) {
  await trx.updateTable('users').set(owner).where('role', '=', 'owner').execute();
}
