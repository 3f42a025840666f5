import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '@mojian/contract/platform/failures';
import { lockPostgres } from '../../platform/db/copies/site-lock.ts';
import { leaveWriteAheadLog, sweepFolders } from '../../platform/db/copies/sqlite.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
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

function lockFolder(folder: string) {
  const release = tryLock(folder);
  if (!release) throw atWork();
  return release;
}

/**
 * Locks a folder until the returned function or the end of the process; undefined while another holds it. SQLite's file
 * locks work on every system and are released when the process dies.
 */
export function tryLock(folder: string) {
  const lock = openLock(folder);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isHeld(error)) return undefined;
    throw explain(error, '备份');
  }
  return () => lock.close();
}

function openLock(folder: string) {
  try {
    return new DatabaseSync(join(folder, '.lock'), { timeout: 0 });
  } catch (error) {
    throw explain(error, '备份');
  }
}

/** Only SQLITE_BUSY and SQLITE_LOCKED mean that the lock is taken. */
function isHeld(error: unknown) {
  const { errcode = 0 } = error as { errcode?: number };
  return [5, 6].includes(errcode & 0xff);
}

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
