import type { Trx } from '../../platform/db/schema.ts';

export function listOwners(trx: Trx) {
  return trx.selectFrom('users').select('id').where('role', '=', 'owner').execute();
}

/** Who decides of texts. */
export function listEditors(trx: Trx) {
  return trx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', ['owner', 'admin', 'editor'])
    .where('closesAt', 'is', null)
    .orderBy('id')
    .execute();
}
