import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { namedChanges } from '@mojian/contract/operations/table-names';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { defineCommand } from '../../platform/command-line.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { chinaTime } from '../../platform/dates.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { findRunning, isDataFolderLocked, lockDataFolder } from '../../platform/pid-file.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { type Preview, previewRestore } from '../backups/check-backup.ts';
import { type OnProgress, printProgress } from '../backups/progress.ts';
import { restoreSite } from '../backups/restore.ts';
import { isUpgrading } from '../upgrade/journal.ts';
import { describeInterrupted } from '../upgrade/recover.ts';
import { findBackup } from './find-backup.ts';

/** Replaces the site of DATA_DIR or DATABASE_URL by a backup. The site must not run. */
async function main(file: string, dryRun: boolean) {
  const config = readConfig(process.env);
  const onProgress = printProgress(process.stdout);
  if (!dryRun) requireStopped(config.dataDir);
  const { path, dispose } = await findBackup(file, config, onProgress);
  try {
    if (dryRun) print(await previewRestore(config.databaseUrl, path, onProgress));
    else await restoreFrom(path, config, onProgress);
  } finally {
    await dispose();
  }
}

async function restoreFrom(file: string, config: Config, onProgress: OnProgress) {
  mkdirSync(config.dataDir, { recursive: true });
  await lockDataFolder(config.dataDir);
  if (dialectOf(config.databaseUrl) === 'sqlite') mkdirSync(dirname(config.databaseUrl), { recursive: true });
  const storage = openStorage(config.storageUrl, config.dataDir);
  await storage.check();
  const { safety, rows, files } = await restoreSite({ ...config, storage }, file, onProgress);
  process.stdout.write(`已恢复：${rows} 行数据，${files} 个图片文件，都与备份核对过。\n`);
  if (safety) process.stdout.write(`原来的站点先备份在 DATA_DIR/backups/${safety}\n`);
}

/** The database may be elsewhere, or not open yet; an unfinished upgrade would put its own data over the restored. */
function requireStopped(dataDir: string) {
  const running = findRunning(dataDir);
  if (running || isDataFolderLocked(dataDir))
    throw new Error(`墨笺还在这个数据文件夹上运行${running ? `（进程 ${running.pid}）` : ''}，请先停下再恢复`);
  if (isUpgrading(dataDir)) throw new Error('正在升级，请等待完成');
  const interrupted = describeInterrupted(dataDir);
  if (interrupted) throw new Error(interrupted);
}

function print({ site, createdAt, dialect, bytes, isEmpty, tables, files, missing }: Preview) {
  const from = `${site}，${chinaTime(Date.parse(createdAt))}，${dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'}，${readableSize(bytes)}`;
  const lines = namedChanges(tables).map(
    ({ name, now, later: restored }) => `  ${name}：${now === restored ? now : `${now} → ${restored}`}`,
  );
  const lost = missing > 0 ? [`其中 ${missing} 个图片文件备份时就已丢失`] : [];
  const present = isEmpty
    ? '这里还没有站点。'
    : '现在的站点会先备份，再整个换成它；下面是各表的行数，现在 → 恢复之后：';
  const text = ['预览：只看不写。', `备份完好：${from}`, present, ...lines, `图片文件：${files} 个`, ...lost];
  process.stdout.write(`${text.join('\n')}\n`);
}

export const command = defineCommand(
  {
    syntax: '<备份.zip | 备份.zip.age | 地方/名字> [--dry-run]',
    help: '把这里的站点换成备份里的；先停下站点，原来的会先备份。backup list 列出的，写名字就行。加密的（.age）会问口令；「地方/名字」从别处取回来再恢复，有哪些用 backup list 看。--dry-run 只核对备份，说出各表会变成多少行。',
    words: [1, 1],
    flags: { 'dry-run': 'plain' },
  },
  ({ words: [file = ''], flags }) => main(file, flags['dry-run'] ?? false),
);
