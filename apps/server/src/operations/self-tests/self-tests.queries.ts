import type { Db } from '../../platform/db/schema.ts';

/** '' without an address. */
export async function findEmail(db: Db, id: number) {
  const row = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email ?? '';
}
