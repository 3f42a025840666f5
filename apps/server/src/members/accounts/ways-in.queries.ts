import type { Trx } from '../../platform/db/schema.ts';

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
