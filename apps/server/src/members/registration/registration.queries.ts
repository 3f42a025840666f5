import type { Insertable, Updateable } from 'kysely';
import { countRows } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type NewApplication = Insertable<Schema['applications']>;

export function findApplicationOf(db: Db | Trx, email: string) {
  return db.selectFrom('applications').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findApplicationBySubject(db: Db | Trx, provider: string, subject: string) {
  return db
    .selectFrom('applications')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export function countWaitingApplications(db: Db | Trx) {
  return countRows(db.selectFrom('applications').where('state', '=', 'waiting'));
}

/** Replaces a refused application of the mailbox. False while one waits. */
export async function insertApplication(trx: Trx, application: NewApplication) {
  if (application.email)
    await trx
      .deleteFrom('applications')
      .where('email', '=', application.email)
      .where('state', '=', 'refused')
      .execute();
  const inserted = await trx
    .insertInto('applications')
    .values(application)
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes and returns it, so that a second concurrent approval finds none. */
export function takeWaiting(trx: Trx, id: number) {
  return trx
    .deleteFrom('applications')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

type Identity = { email: string | null; provider: string | null; subject: string | null };

/** Whether an account has the applicant's mailbox or social login: registration may have been opened meanwhile. */
export async function isMemberAlready(trx: Trx, { email, provider, subject }: Identity) {
  const byMail = trx.selectFrom('users').select('id').where('email', '=', email);
  const bySocial = trx
    .selectFrom('socialLinks')
    .select('id')
    .where('provider', '=', provider)
    .where('subject', '=', subject);
  const found = (await byMail.executeTakeFirst()) ?? (await bySocial.executeTakeFirst());
  return found !== undefined;
}

export function findWaiting(trx: Trx, id: number) {
  const waiting = trx.selectFrom('applications').select(['avatar', 'createdAt']).where('state', '=', 'waiting');
  return waiting.where('id', '=', id).executeTakeFirst();
}

export function refuseWaiting(trx: Trx, id: number, change: Updateable<Schema['applications']>) {
  return trx
    .updateTable('applications')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
}

export function selectApplications(db: Db, state: 'waiting' | 'refused', { limit, offset }: Slice) {
  return db
    .selectFrom('applications')
    .selectAll()
    .where('state', '=', state)
    .orderBy('createdAt', state === 'waiting' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countApplications(db: Db, state: 'waiting' | 'refused') {
  return countRows(db.selectFrom('applications').where('state', '=', state));
}

/** Deletes old refusals and returns their pictures: former versions left one to a refused applicant. */
export function deleteRefused(trx: Trx, before: number) {
  return trx
    .deleteFrom('applications')
    .where('state', '=', 'refused')
    .where('decidedAt', '<', before)
    .returning(['avatar', 'createdAt'])
    .execute();
}

export function listOwnerMailboxes(trx: Trx) {
  return trx.selectFrom('users').select('email').where('role', '=', 'owner').where('email', 'is not', null).execute();
}

type Slice = { limit: number; offset: number };

export function insertInvitation(trx: Trx, invitation: Insertable<Schema['invitations']>) {
  return trx.insertInto('invitations').values(invitation).returningAll().executeTakeFirstOrThrow();
}

export function selectInvitations(db: Db, { limit, offset }: Slice) {
  return db.selectFrom('invitations').selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export function countInvitations(db: Db) {
  return countRows(db.selectFrom('invitations'));
}

export function findGood(db: Db | Trx, code: string, now: number) {
  return db
    .selectFrom('invitations')
    .select('id')
    .where('code', '=', code)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .whereRef('used', '<', 'uses')
    .executeTakeFirst();
}

/** False when it is invalid or was used up concurrently. */
export async function useUp(trx: Trx, code: string, now: number) {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set(({ eb }) => ({ used: eb('used', '+', 1) }))
    .where('code', '=', code)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .whereRef('used', '<', 'uses')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

export function revoke(trx: Trx, id: number, now: number) {
  return trx
    .updateTable('invitations')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('note')
    .executeTakeFirst();
}
