import type { Insertable } from 'kysely';
import { selectAccount } from '../../core/identity/accounts.ts';
import { unmuted } from '../../core/identity/mutes.ts';
import { enabled } from '../../core/sessions/sessions.ts';
import { countRows } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** The account of a mailbox, unless it is erased. */
export function findByEmail(db: Db | Trx, email: string, now = Date.now()) {
  return selectAccount(db)
    .where('email', '=', email)
    .where(({ or, eb }) => or([eb('closesAt', 'is', null), eb('closesAt', '>', now)]))
    .executeTakeFirst();
}

export async function isEmailInUse(db: Db | Trx, email: string) {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** Addresses of members disabled or muted now, at a domain given as `@domain`; Gmail has two. */
export function listBarredMails(db: Db | Trx, domain: string, now: number) {
  const domains = domain === '@gmail.com' ? [domain, '@googlemail.com'] : [domain];
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(({ or, eb }) => or(domains.map((one) => eb('email', 'like', `%${one}`))))
    .where(({ not, and }) => not(and([enabled(now), unmuted(now)])))
    .execute();
}

export async function isNicknameInUse(db: Db | Trx, nicknameKey: string) {
  const row = await db.selectFrom('users').select('id').where('nicknameKey', '=', nicknameKey).executeTakeFirst();
  return row !== undefined;
}

export function findForStaff(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select([
      'id',
      'nickname',
      'email',
      'role',
      'closesAt',
      'disabledAt',
      'disabledUntil',
      'disabledReason',
      'mutedAt',
      'mutedUntil',
      'mutedReason',
      'isGuest',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Owners who can log in. */
export function countOwners(trx: Trx, now: number) {
  return countRows(
    trx.selectFrom('users').where('role', '=', 'owner').where('closesAt', 'is', null).where(enabled(now)),
  );
}

/** Returns a row that always exists, to lock. */
export async function findFirstUser(trx: Trx) {
  const { id } = await trx.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  return id;
}

export async function keysInUse(trx: Trx, keys: string[]) {
  const rows = await trx.selectFrom('users').select('nicknameKey').where('nicknameKey', 'in', keys).execute();
  return new Set(rows.map(({ nicknameKey }) => nicknameKey));
}

export function listWithoutKey(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where('nicknameKey', 'is', null)
    .where('isGuest', '=', 0)
    .orderBy('id')
    .execute();
}

/** Prefix of guests' keys that were made by the rules of 0.2.0 (`migrations/former.ts`). */
export const formerGuest = 'former:';

export async function listFormerGuests(db: Db) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'guestKey'])
    .where('guestKey', 'like', `${formerGuest}%`)
    .orderBy('id')
    .execute();
  return rows.map(({ id, guestKey }) => ({ id, guestKey: guestKey ?? '' }));
}

export async function countWaysIn(trx: Trx, userId: number) {
  const { email } = await trx
    .selectFrom('users')
    .select(({ fn }) => fn.count<number>('email').as('email'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { social } = await trx
    .selectFrom('socialLinks')
    .select(({ fn }) => fn.countAll<number>().as('social'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const { passkeys } = await trx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('passkeys'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(email) + Number(social) + Number(passkeys);
}

export async function hasPasskey(trx: Trx, userId: number) {
  const found = trx.selectFrom('passkeys').select('id').where('userId', '=', userId).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Members of these roles who have no passkey, in the order they joined. */
export async function listWithoutPasskey(trx: Trx, roles: readonly Viewer['role'][]) {
  if (roles.length === 0) return [];
  return trx
    .selectFrom('users')
    .select(['id', 'nickname', 'email', 'passkeyRemindedAt'])
    .where('role', 'in', roles)
    .where('isGuest', '=', 0)
    .where('closesAt', 'is', null)
    .where('id', 'not in', (having) => having.selectFrom('passkeys').select('userId'))
    .orderBy('id')
    .execute();
}

/** Replaces the mailbox's earlier code. */
export async function keepCode(trx: Trx, { email, ...code }: Insertable<Schema['mailCodes']>) {
  await trx
    .insertInto('mailCodes')
    .values({ email, ...code })
    .onConflict((sent) => sent.column('email').doUpdateSet(code))
    .execute();
}

/** Bounds of `expiresAt` of a code that is valid now: one that expires later was issued before the clock was set back. */
type Expiring = { after: number; until: number };

/** Uses up a try and returns the hash to compare with, if one is left. */
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

/** False for the second of two concurrent uses. */
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

/** Deletes logins through the official account that were answered and not collected yet. */
export async function dropAnsweredLogins(trx: Trx, userId: number) {
  await trx.deleteFrom('wechatCodes').where('userId', '=', userId).execute();
}

export async function deleteOldCodes(db: Db, now: number) {
  await db.deleteFrom('mailCodes').where('expiresAt', '<=', now).execute();
}
