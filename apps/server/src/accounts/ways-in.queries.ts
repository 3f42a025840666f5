import { sql } from 'kysely';
import type { Trx } from '../db/schema.ts';

/** Makes others who would change this member's ways in wait until the transaction ends. */
export async function lockUser(trx: Trx, userId: number) {
  await trx.updateTable('users').set({ id: sql`id` }).where('id', '=', userId).execute();
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
