import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** A mailbox has one code: the last one sent. */
export async function keepCode(trx: Trx, { email, ...code }: Insertable<Schema['mailCodes']>) {
  await trx
    .insertInto('mailCodes')
    .values({ email, ...code })
    .onConflict((sent) => sent.column('email').doUpdateSet(code))
    .execute();
}

type Expiring = { after: number; until: number };

/** Uses up one of the tries and returns the hash to compare with, while there is one and it may be tried. */
export async function takeTry(db: Db, email: string, { after, until }: Expiring) {
  const row = await db
    .updateTable('mailCodes')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('email', '=', email)
    .where('triesLeft', '>', 0)
    .where('expiresAt', '>', after)
    .where('expiresAt', '<=', until)
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
export async function takeCode(trx: Trx, email: string, hash: string, { after, until }: Expiring) {
  const row = await trx
    .deleteFrom('mailCodes')
    .where('email', '=', email)
    .where('hash', '=', hash)
    .where('expiresAt', '>', after)
    .where('expiresAt', '<=', until)
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
