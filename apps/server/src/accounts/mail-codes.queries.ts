import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

/** A mailbox has one code: the last one sent. */
export async function keepCode(trx: Trx, { email, ...code }: Insertable<Schema['mailCodes']>) {
  await trx
    .insertInto('mailCodes')
    .values({ email, ...code })
    .onConflict((sent) => sent.column('email').doUpdateSet(code))
    .execute();
}

/** Uses up one of the tries and returns the hash to compare with, while there is one and it may be tried. */
export async function takeTry(db: Db, email: string, now: number) {
  const row = await db
    .updateTable('mailCodes')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('email', '=', email)
    .where('triesLeft', '>', 0)
    .where('expiresAt', '>', now)
    .returning('hash')
    .executeTakeFirst();
  return row?.hash;
}

export async function giveTryBack(db: Db, email: string, hash: string) {
  await db
    .updateTable('mailCodes')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '+', 1) }))
    .where('email', '=', email)
    .where('hash', '=', hash)
    .execute();
}

/** True for the one who takes it. */
export async function takeCode(trx: Trx, email: string, hash: string, now: number) {
  const row = await trx
    .deleteFrom('mailCodes')
    .where('email', '=', email)
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
}

export async function dropCode(trx: Trx, email: string) {
  await trx.deleteFrom('mailCodes').where('email', '=', email).execute();
}

export async function deleteOldCodes(db: Db, now: number) {
  await db.deleteFrom('mailCodes').where('expiresAt', '<=', now).execute();
}
