import type { Db } from '../../platform/db/schema.ts';

const name = 'captchaKey';

export async function findKey(db: Db) {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Of several processes that start at once the first one's key stays. */
export async function keepKey(db: Db, value: string) {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((kept) => kept.column('name').doNothing())
    .execute();
}
