import { randomBytes } from 'node:crypto';
import type { Db, Trx } from './schema.ts';

/** Finds a secret of the site, created at its first use. Read each time: a restore replaces it. */
export async function siteSecret(db: Db | Trx, name: string): Promise<string> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  if (row?.value) return row.value;
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((known) => known.doNothing())
    .execute();
  return siteSecret(db, name);
}
