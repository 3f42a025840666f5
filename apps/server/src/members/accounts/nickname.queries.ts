import type { Db, Trx } from '../../platform/db/schema.ts';

/** Which of these keys somebody has. */
export async function keysInUse(trx: Trx, keys: string[]) {
  const rows = await trx.selectFrom('users').select('nicknameKey').where('nicknameKey', 'in', keys).execute();
  return new Set(rows.map(({ nicknameKey }) => nicknameKey));
}

/** The eldest first. */
export function listWithoutKey(db: Db) {
  return db.selectFrom('users').select(['id', 'nickname']).where('nicknameKey', 'is', null).orderBy('id').execute();
}

export async function keepNicknameKey(db: Db, id: number, nicknameKey: string) {
  await db.updateTable('users').set({ nicknameKey }).where('id', '=', id).where('nicknameKey', 'is', null).execute();
}
