import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { readableSize } from '@mojian/contract/readable-size';
import { readConfig } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import { openStorage } from '../storage/open-storage.ts';
import { type Preview, previewRestore } from './preview-restore.ts';
import { printProgress } from './print-progress.ts';
import { restoreSite } from './restore.ts';

const usage = '用法：npm run restore -- <备份.zip> [--dry-run]';

/** npm run restore: makes the site of this DATA_DIR or DATABASE_URL what a backup says. The site must not run. */
async function main() {
  const { file, dryRun } = readArguments();
  const config = readConfig(process.env);
  const onProgress = printProgress(process.stdout);
  if (dryRun) return print(await previewRestore(config.databaseUrl, file, onProgress));

  mkdirSync(config.dataDir, { recursive: true });
  if (dialectOf(config.databaseUrl) === 'sqlite') mkdirSync(dirname(config.databaseUrl), { recursive: true });
  const storage = openStorage(config.storageUrl, config.dataDir);
  await storage.check();
  const { safety, rows, files } = await restoreSite({ ...config, storage }, file, onProgress);
  process.stdout.write(`恢复好了：${rows} 行数据，${files} 个图片文件，都与备份核对过。\n`);
  if (safety) process.stdout.write(`原来的站点先备份在 DATA_DIR/backups/${safety}\n`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error(usage);
    return { file, dryRun: values['dry-run'] ?? false };
  } catch {
    throw new Error(usage);
  }
}

function print({ site, createdAt, dialect, bytes, isEmpty, tables, files, missing }: Preview) {
  const from = `${site}，${createdAt}，${dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'}，${readableSize(bytes)}`;
  const lines = tables
    .filter(({ now, later }) => now > 0 || later > 0)
    .map(({ name, now, later }) => `  ${name}：${now === later ? now : `${now} → ${later}`}`);
  const lost = missing > 0 ? [`其中 ${missing} 个图片文件备份时就已丢失`] : [];
  const present = isEmpty
    ? '这里还没有站点。'
    : '现在的站点会先备份，再整个换成它；下面是各表的行数，现在 → 恢复之后：';
  const text = ['空跑：只看不写。', `备份完好：${from}`, present, ...lines, `图片文件：${files} 个`, ...lost];
  process.stdout.write(`${text.join('\n')}\n`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
