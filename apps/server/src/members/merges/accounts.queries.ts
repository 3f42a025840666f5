import type { Updateable } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

export function findAccount(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select(['id', 'nickname', 'email', 'passwordHash', 'avatar', 'cover', 'intro', 'website', 'place'])
    .select(['createdAt', 'seenAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function updateAccount(trx: Trx, id: number, change: Updateable<Schema['users']>) {
  await trx.updateTable('users').set(change).where('id', '=', id).execute();
}

export async function deleteAccount(trx: Trx, id: number) {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Board messages carry the name they were written under. */
export async function renameOnBoard(trx: Trx, authorId: number, nickname: string) {
  await trx.updateTable('boardMessages').set({ nickname }).where('authorId', '=', authorId).execute();
}
