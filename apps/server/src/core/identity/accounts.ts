import { Failure } from '@mojian/contract/platform/failures';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Columns needed to sign in and to confirm a password. */
export function selectAccount(db: Db | Trx) {
  return db.selectFrom('users').select(['id', 'email', 'nickname', 'passwordHash', 'role', 'isGuest']);
}

export function findAccount(db: Db | Trx, id: number) {
  return selectAccount(db).where('id', '=', id).executeTakeFirst();
}

export function listOwners(trx: Trx) {
  return trx.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id').execute();
}

/** @throws Failure naming `field`: not-found for an unknown member and a guest, gone for a closed account */
export async function requireMember(db: Db | Trx, id: number, field: string) {
  const person = await findPerson(db, id);
  if (!person || person.isGuest) throw unknownUser(field);
  requireOpen(person, field);
}

/** Requires a member, or a guest with an article that everybody finds. @throws Failure as `requireMember` */
export async function requireAuthor(db: Db | Trx, id: number, field: string) {
  const person = await findPerson(db, id);
  if (!person || (person.isGuest && !(await hasListedArticle(db, id)))) throw unknownUser(field);
  requireOpen(person, field);
}

function findPerson(db: Db | Trx, id: number) {
  return db.selectFrom('users').select(['closesAt', 'isGuest']).where('id', '=', id).executeTakeFirst();
}

async function hasListedArticle(db: Db | Trx, authorId: number) {
  const found = db.selectFrom('articles').select('id').where('authorId', '=', authorId).where(listed).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

function unknownUser(field: string) {
  return new Failure('not-found', '用户不存在', field);
}

function requireOpen({ closesAt }: { closesAt: number | null }, field: string) {
  if (closesAt !== null && closesAt <= Date.now()) throw new Failure('gone', '该用户已注销', field);
}
