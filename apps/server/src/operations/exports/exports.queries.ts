import { type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Identifies a run; a later request invalidates it. */
export type Build = { userId: number; createdAt: number };

const isRunning = sql<SqlBool>`"dataArchives".state in ('waiting', 'building')`;

/** False while a run is under way and not expired. */
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
    .select([
      'state',
      'progress',
      'failure',
      'createdAt',
      'expiresAt',
      sql<number>`coalesce(length(bytes), 0)`.as('size'),
    ])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** False when the run was finished, failed or replaced. */
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

/** Byte range of a finished archive, from 0; undefined when it is gone. */
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
