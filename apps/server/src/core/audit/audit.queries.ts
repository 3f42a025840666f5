import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export async function insertAct(trx: Trx, act: Insertable<Schema['auditLog']>) {
  await trx.insertInto('auditLog').values(act).execute();
}

export async function findNickname(trx: Db | Trx, userId: number) {
  const { nickname } = await trx
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return nickname;
}
