import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

/**
 * Makes others who take this lock wait until the transaction ends: for changes to a member's ways in, and for whatever a
 * member may have only so many of, where each of many at once must count those before it.
 */
export async function lockMember(trx: Trx, userId: number) {
  await trx.updateTable('users').set({ id: sql`id` }).where('id', '=', userId).execute();
}
