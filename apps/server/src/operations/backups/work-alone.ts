import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { sweepCopies } from '../../platform/db/copies/copies.ts';
import { sweepFolders } from '../../platform/db/copies/copy-folders.ts';
import { lockPostgres } from '../../platform/db/copies/site-lock.ts';
import { leaveWriteAheadLog } from '../../platform/db/copies/sqlite.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { type Release, tryLock } from '../../platform/file-lock.ts';
import { explain, siteRuns } from './errors.ts';
import { backupFolder, removeUnfinishedBackups } from './folder.ts';

type Place = { dataDir: string; databaseUrl: string };

/** `keepOut`: fails while the site runs; on PostgreSQL also prevents it from starting. */
export type Alone = { keepOut: () => Promise<void> };

/**
 * Runs one backup or restore at a time across processes and cleans up after crashes. Uses locks that end with their
 * process.
 * @throws Failure already-done while another runs
 */
export async function workAlone<Result>(place: Place, work: (alone: Alone) => Promise<Result>): Promise<Result> {
  const folder = await backupFolder(place.dataDir).catch((error) => {
    throw explain(error, '备份');
  });
  const release = lockFolder(folder);
  try {
    await removeUnfinishedBackups(place.dataDir);
    await sweepFolders(folder);
    return await (dialectOf(place.databaseUrl) === 'postgres'
      ? onPostgres(place.databaseUrl, work)
      : work({ keepOut: () => keepOutOfFile(place.databaseUrl) }));
  } finally {
    release();
  }
}

/** Removes copies of the database, each as large as it, that a killed restore left. One that is being made stays. */
export async function sweepLeftCopies(place: Place) {
  await workAlone(place, () => sweepCopies(place.databaseUrl)).catch((error) => {
    if (!isFailure(error)) throw error;
  });
}

function lockFolder(folder: string) {
  const release = takeLock(folder);
  if (!release) throw atWork();
  return release;
}

function takeLock(folder: string): Release | undefined {
  try {
    return tryLock(lockIn(folder));
  } catch (error) {
    throw explain(error, '备份');
  }
}

/** File whose lock stands for the folder of backups. */
export const lockIn = (folder: string) => join(folder, '.lock');

async function onPostgres<Result>(url: string, work: (alone: Alone) => Promise<Result>) {
  const lock = await lockPostgres(url);
  if (!lock) throw atWork();
  try {
    return await work({
      async keepOut() {
        if (!(await lock.keepOut())) throw siteRuns();
      },
    });
  } finally {
    await lock.release();
  }
}

async function keepOutOfFile(file: string) {
  try {
    if (existsSync(file)) leaveWriteAheadLog(file);
  } catch (error) {
    throw explain(error, '恢复');
  }
}

function atWork() {
  return new Failure('already-done', '正在备份、恢复或导入，请等待完成');
}
