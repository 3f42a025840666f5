import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './backups.queries.ts';
import { findBackupPath, listBackupFiles, newBackupPath } from './folder.ts';
import type { OnProgress } from './progress.ts';
import { explain } from './trouble.ts';
import { workAlone } from './work-alone.ts';
import { type BackupParts, writeBackup } from './write-backup.ts';

export type SiteParts = BackupParts & { db: Db; dataDir: string };

type Try = Pick<queries.BackupRow, 'reason' | 'createdAt'>;

/**
 * Backs the running site up into DATA_DIR/backups and records what became of it, also a failure.
 * @throws Failure already-done while a backup or a restore is under way; unavailable when the disk is full.
 */
export function createBackup(parts: SiteParts, onProgress: OnProgress = () => {}) {
  return workAlone(parts, () => backUp(parts, { reason: 'manual', createdAt: Date.now() }, onProgress));
}

/** The same for whoever already works alone. */
export async function backUp(parts: SiteParts, attempt: Try, onProgress: OnProgress) {
  const record = { ...attempt, provenAt: null };
  try {
    return await queries.insertBackup(parts.db, { ...record, ...(await writeNext(parts, onProgress)) });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error; // the site stops: it is no failure
    const told = explain(error, '备份');
    const failure = (told as Error).message;
    // where the disk is full the database may take no row either: the first error is the one to be told
    await queries.insertBackup(parts.db, { ...record, name: '', failure }).catch(() => {});
    throw told;
  }
}

/** Writes the next backup of the folder, without a record. */
export async function writeNext(parts: BackupParts & { dataDir: string }, onProgress: OnProgress) {
  const { name, path } = await newBackupPath(parts.dataDir);
  return { name, ...(await writeBackup(parts, path, onProgress)) };
}

/** Backs the site up into a file of the owner's choice, of which there is no record. */
export function backUpInto(parts: Omit<SiteParts, 'db'>, path: string, onProgress: OnProgress) {
  return workAlone(parts, async () => {
    try {
      return await writeBackup(parts, path, onProgress);
    } catch (error) {
      throw explain(error, '备份');
    }
  });
}

/** All backups that lie in the folder, the newest first, with what is recorded of each. */
export async function listBackups({ db, dataDir }: Pick<SiteParts, 'db' | 'dataDir'>) {
  // a name may come again once its file is gone: the newest record of it counts
  const records = new Map((await queries.listRecords(db)).reverse().map((record) => [record.name, record]));
  const files = await listBackupFiles(dataDir);
  return files
    .map(({ name, bytes, changedAt }) => {
      const { reason, createdAt = changedAt, rows, files, missing, provenAt, doubt } = records.get(name) ?? {};
      return { name, bytes, reason, createdAt, rows, files, missing, provenAt: provenAt ?? null, doubt: doubt ?? '' };
    })
    .sort((a, b) => b.createdAt - a.createdAt);
}

/** What a dashboard shows: the newest proven backup, and the newest try of the schedule. */
export async function backupHealth(db: Db) {
  return { proven: await queries.findLastProven(db), lastScheduled: await queries.lastScheduled(db) };
}

/** A backup to be sent, read piece by piece. @throws Failure not-found */
export async function openBackupFile(dataDir: string, name: string) {
  const path = await findBackupPath(dataDir, name);
  const { size } = await stat(path);
  return { size, stream: createReadStream(path) };
}

/** Throws a backup away, and its record, and writes down who did. @throws Failure not-found */
export async function removeBackup({ db, dataDir }: Pick<SiteParts, 'db' | 'dataDir'>, viewer: Viewer, name: string) {
  const path = await findBackupPath(dataDir, name);
  await db.transaction().execute(async (trx) => {
    await queries.deleteRecords(trx, name);
    await recordAct(trx, viewer, { act: 'backups.remove', subject: name });
  });
  await rm(path, { force: true });
}
