import type { Db, Trx } from '../../platform/db/schema.ts';

/** Friends not knocked at since then. */
/** Nobody knocked there since, or in the future: then the clock was set back. */
export function listDue(db: Db, before: number, now: number) {
  return db
    .selectFrom('links')
    .select(['id', 'url', 'checkedAt'])
    .where('state', '=', 'approved')
    .where(({ or, eb }) => or([eb('checkedAt', 'is', null), eb('checkedAt', '<', before), eb('checkedAt', '>', now)]))
    .orderBy('id')
    .execute();
}

export type Due = Awaited<ReturnType<typeof listDue>>[number];

/** False when another process was faster. */
export async function claim(db: Db, { id, checkedAt }: Due, now: number) {
  const { numUpdatedRows } = await db
    .updateTable('links')
    .set({ checkedAt: now })
    .where('id', '=', id)
    .where('checkedAt', checkedAt === null ? 'is' : '=', checkedAt)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** How many in a row there are by now; 0 for one that is gone. */
export async function countFailure(trx: Trx, id: number) {
  const link = await trx
    .updateTable('links')
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst();
  return link?.failures ?? 0;
}

export async function forgetFailures(trx: Trx, id: number) {
  await trx.updateTable('links').set({ failures: 0 }).where('id', '=', id).execute();
}

/** False when it was marked like that before. */
export async function markReachable(trx: Trx, id: number, reachable: 0 | 1) {
  const { numUpdatedRows } = await trx
    .updateTable('links')
    .set({ reachable })
    .where('id', '=', id)
    .where('reachable', '<>', reachable)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
