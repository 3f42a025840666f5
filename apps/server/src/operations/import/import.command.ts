import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { access, constants, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spellEmail } from '@mojian/contract/platform/email';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { commandBusyFor, defineCommand, WrongUse } from '../../platform/command-line.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { type Dialect, dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Db } from '../../platform/db/schema.ts';
import { createSearch } from '../../platform/search/search.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { tables } from '../../tables.ts';
import { ensureOwner } from '../sample/owner.ts';

type Wanted = {
  path: string | undefined;
  dryRun: boolean;
  overwrite: boolean;
  undatedAsDrafts: boolean;
  all: boolean;
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
  const isReadOnly = wanted.dryRun || wanted.runs;
  const { db, dialect, close } = isReadOnly ? await openForDryRun(config) : await openToWrite(config);
  try {
    await run({ db, dialect, config }, wanted);
  } finally {
    await close();
  }
}

async function openToWrite({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  mkdirSync(dataDir, { recursive: true });
  const db = openDatabase(databaseUrl, { busyFor: commandBusyFor });
  const dialect = dialectOf(databaseUrl);
  await migrate(db, dialect);
  return { db, dialect, close: () => db.destroy() };
}

/** A dry run neither creates nor migrates a database; an empty one stands in for a missing one. */
async function openForDryRun({ databaseUrl }: Config) {
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
  await requireReadable(path);
  await importPath(opened, await realpath(path), { ...wanted, json });
}

/** An installed command runs as the site's user, who may not enter the homes of others. */
async function requireReadable(path: string) {
  await access(path, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EACCES' && code !== 'EPERM') throw new Error(`没有这个文件夹或文件：${path}`);
    throw new Error(
      `没有权限读：${path}\n命令以站点的用户运行，进不了 /root 和别人的家目录。请放到 /tmp，让谁都能读（chmod -R a+rX），再导入`,
    );
  });
}

type Import = Pick<Wanted, 'dryRun' | 'overwrite' | 'undatedAsDrafts' | 'all' | 'author' | 'site' | 'json'>;

async function importPath(opened: Opened, path: string, { author, site = '', ...how }: Import) {
  const { openApart } = await import('./open-apart.ts');
  const file = await openApart(path, unpackFolder(opened.config));
  try {
    await requireTables(opened.db);
    if (site !== '' && !isWebAddress(site)) throw new WrongUse(`--site 后面写旧站的网址：${site}`);
    if (file.reader.id === 'mojian' && !how.dryRun) await ensureOwner(opened.db, await file.ownerOfExport());
    const written = author?.split('\n') ?? [];
    const nickname = written.findLast((line) => !line.includes('='));
    const userId = await findAuthor(opened.db, nickname, how.dryRun);
    const mapped = await readAuthors(opened.db, written, userId);
    const options = { ...how, site, userId, hasAuthor: nickname !== undefined, mapped };
    const isWell = await (await terminal()).importInTerminal(depsOf(opened), file, path, options);
    if (!isWell) process.exitCode = 1;
  } finally {
    await file.close();
  }
}

/** Unpacks where uploads are unpacked, as a container's /tmp is small; a dry run makes no data folder. */
function unpackFolder({ dataDir }: Config) {
  return existsSync(dataDir) ? join(dataDir, 'imports') : tmpdir();
}

/** Loaded on use: a wrong command needs no readers. */
const terminal = () => import('./import-terminal.ts');

function depsOf({ db, dialect, config: { siteUrl, dataDir, databaseUrl, storageUrl } }: Opened) {
  const storage = openStorage(storageUrl, dataDir);
  return { db, tables, storage, siteUrl, dataDir, databaseUrl, search: createSearch(dialect) };
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

/** Reads `旧站的作者=昵称或邮箱` of `--author`; 我 is the importing member. */
async function readAuthors(db: Db, written: string[], userId: number) {
  const mapped = new Map<string, number>();
  for (const line of written) {
    const sign = line.indexOf('=', 1);
    const here = line.slice(sign + 1).trim();
    if (sign > 0 && here !== '')
      mapped.set(line.slice(0, sign).trim().toLowerCase(), here === '我' ? userId : await findMember(db, here));
  }
  return mapped;
}

async function findMember(db: Db, named: string) {
  const members = db.selectFrom('users').select('id').where('isGuest', '=', 0);
  const column = named.includes('@') ? 'email' : 'nickname';
  const wanted = column === 'email' ? spellEmail(named) : named;
  const member = await members.where(column, '=', wanted).orderBy('id').limit(1).executeTakeFirst();
  if (!member) throw new Error(`站里没有叫「${named}」的人`);
  return member.id;
}

async function findAuthor(db: Db, nickname: string | undefined, dryRun: boolean) {
  if (nickname === undefined) return dryRun ? findOwner(db) : (await ensureOwner(db)).id;
  const members = db.selectFrom('users').select('id').where('nickname', '=', nickname).where('isGuest', '=', 0);
  const author = await members.orderBy('id').limit(1).executeTakeFirst();
  if (!author) throw new Error(`站里没有叫「${nickname}」的人`);
  return author.id;
}

/** 0 for a site that is not set up. */
async function findOwner(db: Db) {
  const owner = db.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id').limit(1);
  return (await owner.executeTakeFirst())?.id ?? 0;
}

export const command = defineCommand(
  {
    syntax: `<文件或文件夹> [--dry-run] [--author 昵称] [--site 网址] [--overwrite] [--undated-as-drafts] [--all] [--json]
--runs [--json]
--undo <编号> [--json]`,
    help: `把别处的博客或评论搬进来：WordPress、Ghost、Halo、Typecho、Valine、Waline、Twikoo、Artalk、Disqus
等导出的文件（压缩包不用解开），一个文件夹的 Markdown，或墨笺导出来的内容。是什么文件，它自己认。
站点不必停下；再做一次不会重复；Ctrl-C 暂停，再执行一次就接着做。
  --dry-run      只看会发生什么，什么也不写
  --author 昵称   没有写作者的归谁，默认是站长
  --author 旧作者=昵称、邮箱或我   旧站的这位作者是谁，可以写几次；没写到的记为访客
  --site 网址     旧站的网址；文件里没有写时，图片从那里取
  --overwrite    站里改过的文章也换成文件里的
  --undated-as-drafts
                 没有写日期的文章收为草稿
  --all          预览时把文章全列出来
  --json         结果写成 JSON，给程序读
  --runs         列出做过的导入
  --undo 编号     撤销一次导入；导入以后改过的、有人评论过的留下`,
    words: [0, 1],
    flags: {
      'dry-run': 'plain',
      overwrite: 'plain',
      'undated-as-drafts': 'plain',
      all: 'plain',
      author: 'repeated',
      site: 'with a value',
      undo: 'with a value',
      runs: 'plain',
      json: 'plain',
    },
  },
  ({
    words: [path],
    flags: {
      'dry-run': dryRun = false,
      overwrite = false,
      'undated-as-drafts': undatedAsDrafts = false,
      all = false,
      runs = false,
      json = false,
      author,
      site,
      undo,
    },
  }) => main({ path, dryRun, overwrite, undatedAsDrafts, all, author, site, undo, runs, json }),
);
