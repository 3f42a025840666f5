import type { Insertable } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

export async function insertFeedback(trx: Trx, feedback: Insertable<Schema['feedback']>) {
  const { id } = await trx.insertInto('feedback').values(feedback).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findNickname(trx: Trx, userId: number) {
  const { nickname } = await trx
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return nickname;
}
