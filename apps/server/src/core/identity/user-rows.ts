import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export async function insertUser(db: Db | Trx, user: Insertable<Schema['users']>) {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Inserts a member who cannot log in; undefined when a member has such a nickname. */
export async function insertAuthor(trx: Trx, author: Insertable<Schema['users']>) {
  const row = await trx
    .insertInto('users')
    .values(author)
    .onConflict((known) => known.column('nicknameKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Keeps the row of a concurrent insert. */
export async function insertGuest(trx: Trx, guest: Insertable<Schema['users']> & { guestKey: string }) {
  const { id } = await trx
    .insertInto('users')
    .values({ ...guest, isGuest: 1 })
    .onConflict((known) =>
      known
        .column('guestKey')
        .where('guestKey', 'is not', null)
        .doUpdateSet((row) => ({ guestKey: row.ref('excluded.guestKey') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Does nothing for an empty change. */
export async function updateUser(db: Db | Trx, id: number, change: Updateable<Schema['users']>) {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

/**
 * Locks the member's row until the transaction ends: for changes of login methods, and where concurrent inserts must
 * see each other.
 */
export async function lockMember(trx: Trx, userId: number) {
  await trx.updateTable('users').set({ id: sql`id` }).where('id', '=', userId).execute();
}

/** Keeps a password changed since `before` was read, and returns false then. */
export async function replaceHash(db: Db, id: number, before: string, passwordHash: string) {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash })
    .where('id', '=', id)
    .where('passwordHash', '=', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Stores a missing key of a nickname. */
export async function keepNicknameKey(db: Db, id: number, nicknameKey: string) {
  await db.updateTable('users').set({ nicknameKey }).where('id', '=', id).where('nicknameKey', 'is', null).execute();
}

/** Reopens a closed account, unless it is erased. Returns whether it was closed. */
export async function reopenAccount(trx: Trx, id: number, now: number) {
  const opening = trx.updateTable('users').set({ closesAt: null }).where('id', '=', id).where('closesAt', '>', now);
  return (await opening.returning('id').executeTakeFirst()) !== undefined;
}

/** Locks a known guest, fills a missing site and keeps the earliest time. */
export async function renewGuest(
  trx: Trx,
  guestKey: string,
  { website, createdAt }: { website: string; createdAt: number },
) {
  const row = await trx
    .updateTable('users')
    .set({
      website: sql<string>`case when website = '' then ${website} else website end`,
      createdAt: sql<number>`case when "createdAt" > ${createdAt} then ${createdAt} else "createdAt" end`,
    })
    .where('guestKey', '=', guestKey)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Introduces a guest who has no introduction; members write their own. */
export async function introduceGuest(trx: Trx, id: number, intro: string) {
  const guest = trx.updateTable('users').set({ intro }).where('id', '=', id).where('isGuest', '=', 1);
  await guest.where('intro', '=', '').execute();
}

/** Returns the owner's id; there is one owner until the site is set up. */
export async function updateOwner(trx: Trx, change: Updateable<Schema['users']>) {
  const { id } = await trx
    .updateTable('users')
    .set(change)
    .where('role', '=', 'owner')
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteUsers(db: Db | Trx, ids: number[]) {
  await db.deleteFrom('users').where('id', 'in', ids).execute();
}
