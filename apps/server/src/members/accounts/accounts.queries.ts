import type { Insertable, Updateable } from 'kysely';
import { selectAccount } from '../../core/identity/accounts.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** The account of a mailbox, unless it has gone for good. */
export function findByEmail(db: Db | Trx, email: string, now = Date.now()) {
  return selectAccount(db)
    .where('email', '=', email)
    .where(({ or, eb }) => or([eb('closesAt', 'is', null), eb('closesAt', '>', now)]))
    .executeTakeFirst();
}

export async function isEmailInUse(db: Db | Trx, email: string) {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

export async function isNicknameInUse(db: Db | Trx, nicknameKey: string) {
  const row = await db.selectFrom('users').select('id').where('nicknameKey', '=', nicknameKey).executeTakeFirst();
  return row !== undefined;
}

export async function insertUser(trx: Trx, user: Insertable<Schema['users']>) {
  const { id } = await trx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateUser(db: Db | Trx, id: number, change: Updateable<Schema['users']>) {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Leaves a password alone that was changed since `before` was read. */
export async function replaceHash(db: Db, id: number, before: string, passwordHash: string) {
  await db.updateTable('users').set({ passwordHash }).where('id', '=', id).where('passwordHash', '=', before).execute();
}
