import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type RemoteRow = Selectable<Schema['backupRemotes']>;
export type RemoteBackupRow = Selectable<Schema['remoteBackups']>;

export function listRemotes(db: Db | Trx) {
  return db.selectFrom('backupRemotes').selectAll().orderBy('id').execute();
}

export function findRemote(db: Db | Trx, id: number) {
  return db.selectFrom('backupRemotes').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertRemote(trx: Trx, remote: Insertable<Schema['backupRemotes']>) {
  const { id } = await trx.insertInto('backupRemotes').values(remote).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateRemote(db: Db | Trx, id: number, change: Updateable<Schema['backupRemotes']>) {
  await db.updateTable('backupRemotes').set(change).where('id', '=', id).execute();
}

export async function deleteRemote(trx: Trx, id: number) {
  await trx.deleteFrom('backupRemotes').where('id', '=', id).execute();
}

/** Backups that wait to be uploaded, each with its remote's number. */
export function listWaiting(db: Db | Trx) {
  return db.selectFrom('remoteBackups').selectAll().where('uploadedAt', 'is', null).orderBy('id').execute();
}

export function listUploaded(db: Db | Trx, remoteId: number) {
  return db
    .selectFrom('remoteBackups')
    .selectAll()
    .where('remoteId', '=', remoteId)
    .where('uploadedAt', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
}

/** Moments of the newest upload of each remote that is on. */
export function listLastUploads(db: Db) {
  return db
    .selectFrom('backupRemotes')
    .select(['name', 'kind', 'failure', 'failingSince', 'lastUploadedAt'])
    .where('isOn', '=', 1)
    .orderBy('id')
    .execute();
}

/** Queues a backup for a remote in place of what still waits for it: the newest is worth most. */
export async function queueUpload(trx: Trx, remoteId: number, { backup, now }: { backup: string; now: number }) {
  await trx.deleteFrom('remoteBackups').where('remoteId', '=', remoteId).where('uploadedAt', 'is', null).execute();
  const waiting = { remoteId, backup, dueAt: now, createdAt: now, uploadedAt: null };
  await trx.insertInto('remoteBackups').values(waiting).execute();
}

export function updateRemoteBackup(db: Db | Trx, id: number, change: Updateable<Schema['remoteBackups']>) {
  return db.updateTable('remoteBackups').set(change).where('id', '=', id).executeTakeFirst();
}

export async function deleteRemoteBackups(db: Db | Trx, remoteId: number, names: string[]) {
  if (names.length === 0) return;
  await db.deleteFrom('remoteBackups').where('remoteId', '=', remoteId).where('name', 'in', names).execute();
}

export async function deleteRemoteBackup(db: Db | Trx, id: number) {
  await db.deleteFrom('remoteBackups').where('id', '=', id).execute();
}
