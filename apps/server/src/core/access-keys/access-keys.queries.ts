import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type KeyRow = Selectable<Schema['accessKeys']>;

/** Finds a key with its member, whether or not it may still be used. */
export function findByHash(db: Db, keyHash: string) {
  return db
    .selectFrom('accessKeys')
    .innerJoin('users', 'users.id', 'accessKeys.userId')
    .selectAll('accessKeys')
    .select(['users.role', 'users.closesAt'])
    .where('accessKeys.keyHash', '=', keyHash)
    .executeTakeFirst();
}

export function listKeysOf(db: Db | Trx, userId: number) {
  return db
    .selectFrom('accessKeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findKey(db: Db | Trx, id: number) {
  return db.selectFrom('accessKeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export function listAllKeys(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('accessKeys')
    .innerJoin('users', 'users.id', 'accessKeys.userId')
    .selectAll('accessKeys')
    .select('users.nickname')
    .orderBy('accessKeys.createdAt', 'desc')
    .orderBy('accessKeys.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countAllKeys(db: Db) {
  const { count } = await db
    .selectFrom('accessKeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertKey(trx: Trx, key: Insertable<Schema['accessKeys']>) {
  return trx.insertInto('accessKeys').values(key).returningAll().executeTakeFirstOrThrow();
}

export async function updateKey(db: Db | Trx, id: number, change: Updateable<Schema['accessKeys']>) {
  await db.updateTable('accessKeys').set(change).where('id', '=', id).execute();
}

export async function revokeKeysOf(trx: Trx, userId: number, time: number) {
  await trx
    .updateTable('accessKeys')
    .set({ revokedAt: time })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Way of the login by which a session began. */
export async function findWay(trx: Trx, sessionId: number) {
  const session = await trx.selectFrom('sessions').select('way').where('id', '=', sessionId).executeTakeFirst();
  return session?.way ?? '';
}

/** Deletes keys that ended before a moment. */
export async function deleteEndedBefore(db: Db, time: number) {
  await db.deleteFrom('accessKeys').where('revokedAt', '<', time).execute();
  await db.deleteFrom('accessKeys').where('expiresAt', '<', time).execute();
}
