import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { defineCommand, printJson, WrongUse, withDatabase } from '../../platform/command-line.ts';
import type { Config } from '../../platform/config.ts';
import { isoTime } from '../../platform/dates.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { backUpInto, createBackup, listBackups } from '../backups/backups.ts';
import { printProgress } from '../backups/progress.ts';
import { listElsewhere } from '../remotes/remote-backups.ts';

type Deps = Parameters<typeof createBackup>[0] & Config;

async function backUp(deps: Deps, file: string | undefined) {
  const onProgress = printProgress(process.stdout);
  if (file === undefined) {
    const { name, ...made } = await createBackup(deps, onProgress);
    return print(resolve(deps.dataDir, 'backups', name), made);
  }
  const path = resolve(file);
  if (existsSync(path)) throw new Error(`已经有这个文件，没有覆盖：${path}`);
  print(path, await backUpInto(deps, path, onProgress));
}

function print(path: string, { bytes, rows, files, missing }: Awaited<ReturnType<typeof backUpInto>>) {
  process.stdout.write(`已备份：${path}\n${rows} 行数据，${files} 个图片文件，${readableSize(bytes)}\n`);
  if (missing > 0) process.stdout.write(`留意：有 ${missing} 个图片文件在存储里找不到，备份里没有它们\n`);
  process.stdout.write('里面有密码的哈希、密钥与会员的资料，请像保管钥匙一样保管它。\n');
}

async function list(deps: Parameters<typeof listBackups>[0], json: boolean) {
  const backups = await listBackups(deps);
  if (json) return printJson(backups.map((backup) => forScripts(backup, deps.dataDir)));
  if (backups.length === 0) process.stdout.write('还没有备份。\n');
  for (const { name, bytes, provenAt, doubt } of backups) {
    const proof = provenAt ? '，试恢复过，完好' : doubt && `，试恢复没有成功：${doubt}`;
    process.stdout.write(`${name}  ${readableSize(bytes)}${proof}\n`);
  }
  for (const { name, files, failure } of await listElsewhere(deps.db)) {
    if (failure) process.stdout.write(`${name}：${failure}\n`);
    for (const file of files) process.stdout.write(`${name}/${file.name}  ${readableSize(file.bytes)}\n`);
  }
}

function forScripts(backup: Awaited<ReturnType<typeof listBackups>>[number], dataDir: string) {
  const { name, createdAt, provenAt } = backup;
  const times = { createdAt: isoTime(createdAt), provenAt: provenAt === null ? null : isoTime(provenAt) };
  return { ...backup, ...times, path: resolve(dataDir, 'backups', name) };
}

export const command = defineCommand(
  {
    syntax: '[文件.zip]\nlist [--json]',
    help: '备份整个站，不必停下；不写文件就放进 DATA_DIR/backups。list 列出那里的备份，再列出别处的；--json 只列那里的，给程序读。',
    words: [0, 1],
    flags: { json: 'plain' },
    firstWords: ['list'],
  },
  ({ words: [what], flags: { json = false } }) => {
    if (json && what !== 'list') throw new WrongUse('--json 只用来列出');
    return withDatabase(async ({ db, config }) => {
      if (what === 'list') return list({ db, dataDir: config.dataDir }, json);
      return backUp({ db, storage: openStorage(config.storageUrl, config.dataDir), ...config }, what);
    });
  },
);
