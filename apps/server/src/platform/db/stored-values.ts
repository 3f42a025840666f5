import type { Db, Trx } from './schema.ts';

/** Reads a value of the table `settings`: a group of settings, or what all processes of the site share. */
export async function readValue(db: Db | Trx, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeValue(db: Db | Trx, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((known) => known.column('name').doUpdateSet({ value }))
    .execute();
}

/** Stores a value where none is. True for the one caller that did; a concurrent one waits for it. */
export async function insertValue(db: Db | Trx, name: string, value: string): Promise<boolean> {
  const row = await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((known) => known.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces a value only while it is `from`; true for the one caller that did. */
export async function replaceValue(trx: Trx, name: string, from: string, value: string): Promise<boolean> {
  const changing = trx.updateTable('settings').set({ value }).where('name', '=', name).where('value', '=', from);
  return (await changing.returning('name').executeTakeFirst()) !== undefined;
}

/** Reads a value and locks it until the transaction ends; undefined where none is. */
export async function lockValue(trx: Trx, name: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('settings')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirst();
  return row?.value;
}

export async function deleteValue(db: Db | Trx, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}
