import type { Db, Trx } from '../../platform/db/schema.ts';

/** What signing in and confirming go by. */
export function selectAccount(db: Db | Trx) {
  return db.selectFrom('users').select(['id', 'email', 'nickname', 'passwordHash', 'role']);
}

export function findAccount(db: Db | Trx, id: number) {
  return selectAccount(db).where('id', '=', id).executeTakeFirst();
}

export function listOwners(trx: Trx) {
  return trx.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id').execute();
}
