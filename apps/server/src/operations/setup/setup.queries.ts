import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

const tokenRow = 'setupToken';
const markRow = 'setup';

/** Checks several rows, so that the loss of one does not reopen the set-up. */
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

/** True for the one caller that inserts it. */
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

/** Reads and locks the mark. */
export async function lockMark(trx: Trx) {
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

export async function isTaken(db: Db, email: string) {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** When the oldest listed article was published, the samples aside. */
export async function findOldestPublished(db: Db) {
  const samples = db.selectFrom('sampleRows').select('rowId').where('kind', '=', 'articles');
  const row = await db
    .selectFrom('articles')
    .select('publishedAt')
    .where(listed)
    .where('id', 'not in', samples)
    .orderBy('publishedAt')
    .limit(1)
    .executeTakeFirst();
  return row?.publishedAt ?? undefined;
}
