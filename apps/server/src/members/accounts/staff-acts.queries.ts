import { enabled } from '../../core/sessions/sessions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

export function findForStaff(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select(['id', 'nickname', 'email', 'role', 'closesAt', 'disabledAt', 'disabledUntil', 'disabledReason'])
    .select(['mutedAt', 'mutedUntil', 'mutedReason'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findMute(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['mutedAt', 'mutedUntil', 'mutedReason'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Owners who can log in. */
export async function countOwners(trx: Trx, now: number) {
  const { count } = await trx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', 'owner')
    .where('closesAt', 'is', null)
    .where(enabled(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One row that always is: who holds it decides alone. */
export async function findFirstUser(trx: Trx) {
  const { id } = await trx.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  return id;
}
