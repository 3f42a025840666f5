import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand } from '../../platform/command-line.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { type Dialect, dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Db } from '../../platform/db/schema.ts';
import { createSearch } from '../../platform/search/search.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { importContent } from '../content-export/import-content.ts';
import { isExport } from '../content-export/read-export.ts';
import { ensureOwner } from '../sample/owner.ts';
import { findUserByNickname } from './import.queries.ts';
import { type Imported, importFolder } from './import-folder.ts';
import { fileLine, summary } from './report.ts';

type Wanted = { folder: string; dryRun: boolean; overwrite: boolean; author: string | undefined };

/** Imports a folder of Markdown files. Safe while the site runs, and to repeat after a crash. */
async function main(wanted: Wanted) {
  const config = readConfig(process.env);
  const { db, dialect, close } = wanted.dryRun ? await openToLook(config) : await openToWrite(config);
  try {
    await run({ db, dialect, config, wanted });
  } finally {
    await close();
  }
}

async function openToWrite({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  mkdirSync(dataDir, { recursive: true });
  const db = openDatabase(databaseUrl);
  const dialect = dialectOf(databaseUrl);
  await migrate(db, dialect);
  return { db, dialect, close: () => db.destroy() };
}

/** A dry run neither creates nor migrates a database; an empty one stands in for a missing one. */
async function openToLook({ databaseUrl }: Config) {
  const dialect = dialectOf(databaseUrl);
  if (dialect === 'postgres' || existsSync(databaseUrl)) {
    const db = openDatabase(databaseUrl);
    const tables = await db.introspection.getTables();
    if (tables.some(({ name }) => name === 'articles')) return { db, dialect, close: () => db.destroy() };
    await db.destroy();
  }

  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-import-'));
  const { close, ...empty } = await openToWrite({ dataDir, databaseUrl: join(dataDir, 'empty.db') });
  return { ...empty, close: () => close().finally(() => rmSync(dataDir, { recursive: true, force: true })) };
}

async function run({ db, dialect, config, wanted }: { db: Db; dialect: Dialect; config: Config; wanted: Wanted }) {
  const { folder, dryRun, overwrite, author } = wanted;
  const search = createSearch(dialect);
  const storage = openStorage(config.storageUrl, config.dataDir);
  if (dryRun) print('预览：只看不写。');

  const deps = { db, search, storage, siteUrl: config.siteUrl };
  const onFile = (one: Imported, done: number, total: number) =>
    showProgress(fileLine(one, done, total), one.kind === 'unchanged');
  const options = { authorId: () => findAuthor(db, author, dryRun), dryRun, overwrite };
  const imported = (await isExport(folder))
    ? await importContent({ ...deps, ...options, dialect, folder }, onFile)
    : await importFolder(deps, folder, { ...options, authorId: await options.authorId(), onFile });
  print(summary(imported));
  if (imported.some(({ kind }) => kind === 'failed')) process.exitCode = 1;
}

async function findAuthor(db: Db, nickname: string | undefined, dryRun: boolean) {
  if (nickname === undefined) return dryRun ? 0 : (await ensureOwner(db)).id;
  const author = await findUserByNickname(db, nickname);
  if (!author) throw new Error(`站里没有叫「${nickname}」的人`);
  return author.id;
}

/** Overwrites the line of a file without warnings. */
function showProgress(line: string, passing: boolean) {
  if (!process.stdout.isTTY) return print(line);
  process.stdout.write(`\r\u001b[K${line}${passing ? '' : '\n'}`);
}

function print(text: string) {
  process.stdout.write(`${process.stdout.isTTY ? '\r\u001b[K' : ''}${text}\n`);
}

export const command = defineCommand(
  {
    syntax: '<文件夹> [--dry-run] [--overwrite] [--author 昵称]',
    help: `导入一个文件夹的 Markdown，或导出来的内容；站点不必停下，再做一次不会重复。
  --dry-run      只看会发生什么，什么也不写
  --overwrite    站里改过的文章也换成文件里的
  --author 昵称   写在谁的名下，默认是站长`,
    words: [1, 1],
    flags: { 'dry-run': 'plain', overwrite: 'plain', author: 'with a value' },
  },
  ({ words: [folder = ''], flags: { 'dry-run': dryRun = false, overwrite = false, author } }) =>
    main({ folder, dryRun, overwrite, author }),
);
