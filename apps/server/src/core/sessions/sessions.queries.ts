import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { enabled } from './enabled.ts';

export function findByToken(db: Db, tokenHash: string, now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.role', 'sessions.id as sessionId', 'sessions.createdAt', 'sessions.usedAt'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', now)
    .where('users.closesAt', 'is', null)
    .where(enabled(now))
    .executeTakeFirst();
}

export async function insertSession(trx: Trx, session: Insertable<Schema['sessions']>) {
  await trx.insertInto('sessions').values(session).execute();
}

export async function touchSession(db: Db, { sessionId, id }: { sessionId: number; id: number }, now: number) {
  await db.updateTable('sessions').set({ usedAt: now }).where('id', '=', sessionId).execute();
  await touchUser(db, id, now);
}

export async function touchUser(db: Db | Trx, id: number, seenAt: number) {
  await db.updateTable('users').set({ seenAt }).where('id', '=', id).execute();
}

/** Why a member may not log in now, and until when; nothing for who may. */
export function findBar(trx: Trx, id: number, now: number) {
  return trx
    .selectFrom('users')
    .select(['disabledUntil', 'disabledReason'])
    .where('id', '=', id)
    .where(({ not }) => not(enabled(now)))
    .executeTakeFirst();
}

export function listSessions(db: Db, userId: number, now: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'way', 'device', 'place', 'createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('usedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function deleteSession(trx: Trx, userId: number, id: number) {
  return trx.deleteFrom('sessions').where('userId', '=', userId).where('id', '=', id).returning('id').execute();
}

export function deleteSessions(trx: Trx, userId: number, except: number | undefined) {
  return trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except as number))
    .returning('id')
    .execute();
}

export function deleteByToken(trx: Trx, tokenHash: string) {
  return trx.deleteFrom('sessions').where('tokenHash', '=', tokenHash).returning('id').execute();
}

/** Of these, those that have not ended, with their members' roles. */
export function findOpen(db: Db, ids: number[], now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'users.role'])
    .where('sessions.id', 'in', ids)
    .where('sessions.expiresAt', '>', now)
    .where('users.closesAt', 'is', null)
    .where(enabled(now))
    .execute();
}

export async function deleteEnded(db: Db, now: number) {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
}

/** A member whose account has not gone for good. */
export function findUser(db: Db | Trx, id: number, now: number) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('closesAt', 'is', null), eb('closesAt', '>', now)]))
    .executeTakeFirst();
}

/** While there is time: a closed account that has gone for good stays so. */
export async function reopenAccount(trx: Trx, id: number, now: number) {
  await trx.updateTable('users').set({ closesAt: null }).where('id', '=', id).where('closesAt', '>', now).execute();
}

export async function markEmailProposed(trx: Trx, id: number) {
  await trx.updateTable('users').set({ emailProposed: 1 }).where('id', '=', id).execute();
}
