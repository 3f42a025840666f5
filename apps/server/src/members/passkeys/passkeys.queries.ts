import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export function listPasskeys(db: Db | Trx, userId: number) {
  return db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute();
}

export function findPasskey(db: Db, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
}

/** Returns nothing for a credential that is stored already. */
export function insertPasskey(trx: Trx, passkey: Insertable<Schema['passkeys']>) {
  return trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((taken) => taken.column('credentialId').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateName(db: Db, userId: number, id: number, name: string) {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

type Use = { from: number; to: number; usedAt: number; userHandle: string };

/** Updates the counter unless a concurrent login did. */
export async function countUse(db: Db, id: number, { from, to, ...use }: Use) {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: to, ...use })
    .where('id', '=', id)
    .where('counter', '=', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function deletePasskey(trx: Trx, userId: number, id: number) {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
