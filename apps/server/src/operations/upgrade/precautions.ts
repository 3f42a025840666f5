import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { sql } from 'kysely';
import { commandBusyFor } from '../../platform/command-line.ts';
import { listProcesses } from '../../platform/db/copies/site-lock.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { unknownSteps } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findRunning } from '../../platform/pid-file.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { backUp, recordProof, writeNext } from '../backups/backups.ts';
import { proveBackup } from '../backups/check-backup.ts';
import { findBackupPath } from '../backups/folder.ts';
import { workAlone } from '../backups/work-alone.ts';
import type { Source } from './archive.ts';
import type { Context } from './context.ts';
import { asidePlace, dropAside, type Place, readSteps } from './data.ts';
import { amendJournal, type Journal } from './journal.ts';

/** @throws Error in Chinese for data that a newer version has used */
export async function requireKnownData({ databaseUrl }: Place) {
  const steps = await readSteps(databaseUrl);
  if (steps.length === 0) throw new Error('这里还没有站点，不用升级：直接启动新的版本');
  const unknown = unknownSteps(steps);
  if (unknown.length > 0)
    throw new Error(`数据来自比现在更新的版本（${unknown.join('、')}），没有升级。请换成那个版本的程序`);
}

/** @throws Error in Chinese unless this data folder's site alone has the database open: another would not know the newer one */
export async function requireOneProcess(config: Place) {
  if (dialectOf(config.databaseUrl) === 'sqlite') return;
  const names = (await withDb(config, listProcesses)).map(({ name }) => name);
  const running = findRunning(config.dataDir);
  if (names.length > 1) throw new Error(stopOthers(names));
  if (names.length === 1 && !running)
    throw new Error(`数据库被 ${names[0]} 用着，可它没有写下这里的 mojian.pid：请停下它（或在它那里重新启动）再试`);
}

function stopOthers(names: string[]) {
  const isHere = (name: string) => name.startsWith(`${hostname()}:`);
  const [, port = ''] = /:(\d+)$/.exec(names.find(isHere) ?? names[0] ?? '') ?? [];
  return `有 ${names.length} 个进程用着这个数据库（${names.join('、')}），换版本时只能有一个。请照下面做：
  1. 各台机器都停下：systemctl stop 'mojian@*'
  2. 只在这台启动一个：systemctl start mojian@${port}
  3. 再运行这条命令
  4. 别的机器装上同一版：sudo ./install.sh --no-start
  5. 各台机器再启动别的进程`;
}

/** Room beside what is counted, in bytes. */
const reserve = 50 * 1024 ** 2;

/** Says how much room the upgrade takes. @throws Error in Chinese where there is less */
export async function requireSpace({ config, home, say }: Context, { bytes }: Source) {
  const { database, pictures } = await withDb(config, sizesOf);
  const forData = 4 * database + pictures + reserve; // backup, its trial restore, the trial's copy, the copy that stays
  const forProgram = bytes + reserve;
  say(`要用的磁盘：程序 ${readableSize(forProgram)}，备份、试运行与留着的旧数据最多 ${readableSize(forData)}`);
  const isOneDisk = statSync(home.folder).dev === statSync(config.dataDir).dev;
  if (isOneDisk) return requireFree(config.dataDir, forData + forProgram);
  await requireFree(home.folder, forProgram);
  await requireFree(config.dataDir, forData);
}

async function requireFree(folder: string, needed: number) {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed)
    throw new Error(`磁盘不够：${folder} 那里要 ${readableSize(needed)}，只有 ${readableSize(free)}，没有升级`);
}

export async function sizesOf(db: Db, databaseUrl: string) {
  const { pictures } = await db
    .selectFrom('files')
    .select((files) => files.fn.sum<number>('bytes').as('pictures'))
    .executeTakeFirstOrThrow();
  if (dialectOf(databaseUrl) === 'sqlite') {
    const sizes = [databaseUrl, `${databaseUrl}-wal`].map(
      (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
    );
    return { database: sizes.reduce((sum, size) => sum + size, 0), pictures: Number(pictures ?? 0) };
  }
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db);
  return { database: Number(rows[0]?.size ?? 0), pictures: Number(pictures ?? 0) };
}

async function withDb<Result>({ databaseUrl }: Place, work: (db: Db, url: string) => Promise<Result>) {
  const db = openDatabase(databaseUrl, { busyFor: commandBusyFor });
  try {
    return await work(db, databaseUrl);
  } finally {
    await db.destroy();
  }
}

/** Makes a backup and restores it for trial, under one lock: the next backup would sweep the trial away. @returns its name */
export async function backUpAndProve({ config }: Pick<Context, 'config'>) {
  const storage = openStorage(config.storageUrl, config.dataDir);
  const attempt = { reason: 'manual', createdAt: Date.now() } as const;
  return withDb(config, (db) =>
    workAlone(config, async () => {
      const { id, name } = await backUp(db, attempt, () => writeNext({ ...config, storage }, () => {}));
      await proveBackup(await findBackupPath(config.dataDir, name), () => {});
      await recordProof(db, id, { provenAt: Date.now(), doubt: '' });
      return name;
    }),
  );
}

/** Makes a backup of what a newer version wrote before it was given up. @returns its name, '' where nothing is aside */
export async function backUpAside({ config }: Context, { to, isAside, asideBackup }: Journal) {
  if (!isAside) return asideBackup;
  const storage = openStorage(config.storageUrl, config.dataDir);
  const databaseUrl = asidePlace(config, to);
  const { name } = await workAlone(config, () => writeNext({ ...config, databaseUrl, storage }, () => {}));
  await amendJournal(config.dataDir, { isAside: false, asideBackup: name });
  await dropAside(config, to);
  return name;
}
