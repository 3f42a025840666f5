import type { Insertable, Selectable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type BackupRow = Selectable<Schema['backups']>;
export type NewBackupRow = Insertable<Schema['backups']>;

const rowsAtOnce = 50;

export function insertBackup(db: Db, row: NewBackupRow) {
  return db.insertInto('backups').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function insertBackups(db: Db, rows: NewBackupRow[]) {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('backups')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
}

/** In the order in which the files came; the clock may have been set back. */
export function listRecords(db: Db) {
  return db.selectFrom('backups').selectAll().orderBy('id').execute();
}

/** By id: the clock may have been set back. */
export function lastScheduled(db: Db) {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('reason', '=', 'scheduled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest backup of this site that passed a trial restore, even if its file is gone. */
export function findLastProven(db: Db) {
  return newest(db)
    .where('provenAt', 'is not', null)
    .where('reason', 'not in', ['uploaded', 'fetched'])
    .executeTakeFirst();
}

/** Record of a file that is in the folder: names recur once a file is gone, and the newest record counts. */
export function findRecord(db: Db, name: string) {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function keepProof(trx: Trx, id: number, proof: Pick<BackupRow, 'provenAt' | 'doubt'>) {
  await trx.updateTable('backups').set(proof).where('id', '=', id).execute();
}

export async function deleteRecordsNamed(trx: Trx, name: string) {
  await trx.deleteFrom('backups').where('name', '=', name).execute();
}

export async function deleteRecords(db: Db, ids: number[]) {
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await db
      .deleteFrom('backups')
      .where('id', 'in', ids.slice(from, from + rowsAtOnce))
      .execute();
}

function newest(db: Db) {
  return db.selectFrom('backups').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(1);
}

/** Smaller copies of an upload, as JSON. */
export async function findSizes(db: Db, key: string) {
  const row = await db.selectFrom('files').select('sizes').where('key', '=', key).executeTakeFirst();
  return row?.sizes;
}
