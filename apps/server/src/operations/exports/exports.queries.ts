import { type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** One run of packing: a member may ask again later, and then an earlier run has nothing to say any more. */
export type Build = { userId: number; createdAt: number };

const isRunning = sql<SqlBool>`"dataArchives".state in ('waiting', 'building')`;

/** Begins anew, unless one is under way that has not run out of time. Whether it did. */
export async function insertArchive(trx: Trx, { userId, createdAt }: Build, expiresAt: number) {
  const fresh = { state: 'waiting', progress: 0, bytes: null, failure: '', createdAt, expiresAt } as const;
  const begun = await trx
    .insertInto('dataArchives')
    .values({ userId, ...fresh })
    .onConflict((known) =>
      known
        .column('userId')
        .doUpdateSet(fresh)
        .where(({ or, not, eb }) => or([not(isRunning), eb('dataArchives.expiresAt', '<=', createdAt)])),
    )
    .returning('userId')
    .executeTakeFirst();
  return begun !== undefined;
}

export function findArchive(db: Db, userId: number, now: number) {
  return db
    .selectFrom('dataArchives')
    .select(['state', 'progress', 'failure', 'createdAt', 'expiresAt'])
    .select(sql<number>`coalesce(length(bytes), 0)`.as('size'))
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** False when this run is over: finished by another process, failed, or replaced. */
export async function writeProgress(db: Db, build: Build, progress: number) {
  return change(db, build, { state: 'building', progress });
}

export async function keepArchive(db: Db, build: Build, bytes: Uint8Array, expiresAt: number) {
  return change(db, build, { state: 'ready', progress: 100, bytes, expiresAt });
}

export async function keepFailure(db: Db, build: Build, failure: string) {
  return change(db, build, { state: 'failed', bytes: null, failure });
}

async function change(db: Db, { userId, createdAt }: Build, values: Updateable<Schema['dataArchives']>) {
  const { numUpdatedRows } = await db
    .updateTable('dataArchives')
    .set(values)
    .where('userId', '=', userId)
    .where('createdAt', '=', createdAt)
    .where(isRunning)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Part of a finished archive; nothing when it is not there any more. `from` counts from 0. */
export async function readBytes(db: Db, { userId, createdAt }: Build, from: number, length: number) {
  const row = await db
    .selectFrom('dataArchives')
    .select(sql<Uint8Array>`substr(bytes, ${from + 1}, ${length})`.as('part'))
    .where('userId', '=', userId)
    .where('createdAt', '=', createdAt)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.part;
}

export async function deleteOld(db: Db, now: number) {
  await db.deleteFrom('dataArchives').where('expiresAt', '<=', now).execute();
}
