import type { Trx } from '../db/schema.ts';

export function listOwners(trx: Trx) {
  return trx.selectFrom('users').select('id').where('role', '=', 'owner').execute();
}
