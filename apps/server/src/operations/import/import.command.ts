import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { defineCommand, WrongUse } from '../../platform/command-line.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { type Dialect, dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Db } from '../../platform/db/schema.ts';
import { createSearch } from '../../platform/search/search.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { importContent } from '../content-export/import-content.ts';
import { isExport } from '../content-export/read-export.ts';
import { unpackContent } from '../content-export/received.ts';
import { ensureOwner } from '../sample/owner.ts';
import { findUserByNickname } from './import.queries.ts';
import { type Imported, importFolder } from './import-folder.ts';
import { fileLine, summary } from './report.ts';

type Wanted = {
  path: string | undefined;
  dryRun: boolean;
  overwrite: boolean;
  author: string | undefined;
  site: string | undefined;
  undo: string | undefined;
  runs: boolean;
  json: boolean;
};
type Opened = { db: Db; dialect: Dialect; config: Config };

/** Imports a file or folder, undoes an import or lists them. Safe while the site runs, and to repeat after a crash. */
async function main(wanted: Wanted) {
  const config = readConfig(process.env);
  const isLook = wanted.dryRun || wanted.runs;
  const { db, dialect, close } = isLook ? await openToLook(config) : await openToWrite(config);
  try {
    await run({ db, dialect, config }, wanted);
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

async function run(opened: Opened, { path, undo, runs, json, ...wanted }: Wanted) {
  const deps = depsOf(opened);
  if (runs) return (await terminal()).printRuns(deps, json);
  if (undo !== undefined) return (await terminal()).undoInTerminal(deps, idOf(undo), json);
  if (path === undefined) throw new WrongUse();
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`没有这个文件夹或文件：${path}`);
  const isFolder = found.isDirectory();
  if (isFolder && (await isExport(path))) return importMarkdown(opened, path, wanted);
  const unknown = await importForeign(opened, path, { ...wanted, json });
  if (unknown === undefined) return;
  await (isFolder ? importMarkdown(opened, path, wanted) : importZip(opened, path, unknown, wanted));
}

type Foreign = Pick<Wanted, 'dryRun' | 'author' | 'site' | 'json'>;

/** Imports another system's file. Returns a text when it is none: what it is instead, or '' for Markdown. */
async function importForeign(opened: Opened, path: string, { dryRun, author, site = '', json }: Foreign) {
  const [{ openSource }, { recognize }] = await Promise.all([import('./source.ts'), import('./recognize.ts')]);
  const source = await openSource(await realpath(path));
  try {
    const recognized = await recognize(source);
    if (typeof recognized === 'string') return recognized;
    if (ownReaders.has(recognized.reader.id)) return '';
    await requireTables(opened.db);
    if (site !== '' && !isWebAddress(site)) throw new WrongUse(`--site 后面写旧站的网址：${site}`);
    const options = { userId: await findAuthor(opened.db, author, dryRun), site, dryRun, json };
    const file = { ...recognized, name: basename(path) };
    const isWell = await (await terminal()).importInTerminal(depsOf(opened), file, await realpath(path), options);
    if (!isWell) process.exitCode = 1;
    return undefined;
  } finally {
    await source.close();
  }
}

/** Systems whose import is that of Markdown folders and of this program's own exports. */
const ownReaders = new Set(['markdown', 'mojian']);

/** Loaded on use: folders of Markdown need no readers. */
const terminal = () => import('./import-terminal.ts');

function depsOf({ db, dialect, config: { siteUrl, dataDir, databaseUrl, storageUrl } }: Opened) {
  const storage = openStorage(storageUrl, dataDir);
  return { db, storage, siteUrl, dataDir, databaseUrl, search: createSearch(dialect) };
}

function idOf(text: string) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongUse(`--undo 后面写导入的编号，加 --runs 能看到：${text}`);
  return Number(text);
}

/** A dry run does not migrate the database. */
async function requireTables(db: Db) {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'importRuns')) throw new Error('数据库还是旧版的：请先启动一次站点，再预览');
}

type Zip = Pick<Wanted, 'dryRun' | 'overwrite' | 'author'>;

/** A zip of Markdown is imported as the folder in it; of any other, `unknown` says what it is. */
async function importZip(opened: Opened, path: string, unknown: string, wanted: Zip) {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-import-'));
  try {
    const unpacked = await unpackContent(path, join(folder, 'content')).catch((error: unknown) => {
      throw unknown ? new Error(unknown) : error;
    });
    await importMarkdown(opened, unpacked, wanted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importMarkdown(opened: Opened, folder: string, { dryRun, overwrite, author }: Zip) {
  const { db, dialect } = opened;
  if (dryRun) print('预览：只看不写。');
  const deps = depsOf(opened);
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
  if (nickname === undefined) return dryRun ? findOwner(db) : (await ensureOwner(db)).id;
  const author = await findUserByNickname(db, nickname);
  if (!author) throw new Error(`站里没有叫「${nickname}」的人`);
  return author.id;
}

/** 0 for a site that is not set up. */
async function findOwner(db: Db) {
  const owner = db.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id').limit(1);
  return (await owner.executeTakeFirst())?.id ?? 0;
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
    syntax: `<文件或文件夹> [--dry-run] [--author 昵称] [--site 网址] [--overwrite] [--json]
--runs [--json]
--undo <编号> [--json]`,
    help: `把别处的博客或评论搬进来：WordPress、Ghost、Halo、Typecho、Valine、Waline、Twikoo、Artalk、Disqus
等导出的文件（压缩包不用解开），一个文件夹的 Markdown，或墨笺导出来的内容。是什么文件，它自己认。
站点不必停下；再做一次不会重复；Ctrl-C 暂停，再执行一次就接着做。
  --dry-run      只看会发生什么，什么也不写
  --author 昵称   没有写作者的归谁，默认是站长
  --site 网址     旧站的网址；文件里没有写时，图片从那里取
  --overwrite    站里改过的文章也换成文件里的（只用于 Markdown）
  --json         结果写成 JSON，给程序读（不用于 Markdown）
  --runs         列出做过的导入
  --undo 编号     撤销一次导入；导入以后改过的、有人评论过的留下`,
    words: [0, 1],
    flags: {
      'dry-run': 'plain',
      overwrite: 'plain',
      author: 'with a value',
      site: 'with a value',
      undo: 'with a value',
      runs: 'plain',
      json: 'plain',
    },
  },
  ({
    words: [path],
    flags: { 'dry-run': dryRun = false, overwrite = false, runs = false, json = false, author, site, undo },
  }) => main({ path, dryRun, overwrite, author, site, undo, runs, json }),
);
