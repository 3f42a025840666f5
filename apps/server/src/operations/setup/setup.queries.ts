import type { Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

const tokenRow = 'setupToken';
const markRow = 'setup';

/** Whether the site has found its owner. Told by more than one row: the loss of one opens nothing. */
export async function isClaimed(db: Db) {
  const [mark, owner, act] = await Promise.all([
    readMark(db),
    db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'owner')
      .where((eb) => eb.or([eb('passwordHash', 'is not', null), eb('email', 'is not', null)]))
      .executeTakeFirst(),
    db.selectFrom('auditLog').select('id').limit(1).executeTakeFirst(),
  ]);
  return mark !== undefined || owner !== undefined || act !== undefined;
}

export async function keepToken(db: Db, value: string) {
  await db
    .insertInto('settings')
    .values({ name: tokenRow, value })
    .onConflict((taken) => taken.column('name').doUpdateSet({ value }))
    .execute();
}

export async function readTokenHash(db: Db) {
  const row = await db.selectFrom('settings').select('value').where('name', '=', tokenRow).executeTakeFirst();
  return row?.value;
}

export async function forgetToken(trx: Trx) {
  await trx.deleteFrom('settings').where('name', '=', tokenRow).execute();
}

/** True for the one who leaves the mark. */
export async function insertMark(db: Db, value: string) {
  const row = await db
    .insertInto('settings')
    .values({ name: markRow, value })
    .onConflict((there) => there.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

export async function readMark(db: Db) {
  const row = await db.selectFrom('settings').select('value').where('name', '=', markRow).executeTakeFirst();
  return row?.value;
}

/** What it says, held until the transaction ends. */
export async function holdMark(trx: Trx) {
  const row = await trx
    .updateTable('settings')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('name', '=', markRow)
    .returning('value')
    .executeTakeFirst();
  return row?.value;
}

export async function updateMark(trx: Trx, value: string) {
  await trx.updateTable('settings').set({ value }).where('name', '=', markRow).execute();
}

/** Whether a member has this e-mail. */
export async function isTaken(db: Db, email: string) {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** Returns the owner's id. */
export async function updateOwner(trx: Trx, owner: Updateable<Schema['users']>) {
  const { id } = await trx
    .updateTable('users')
    .set(owner)
    .where('role', '=', 'owner')
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
