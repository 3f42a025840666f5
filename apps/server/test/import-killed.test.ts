import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLong, isShort } from '../../../e2e/long.ts';
import { dialectOf } from '../src/platform/db/dialect.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import type { Db } from '../src/platform/db/schema.ts';
import { newDatabase } from './database.ts';
import { program } from './program.ts';
import { wordpressFile } from './wordpress-file.ts';

const kills = isLong ? 20 : isShort ? 1 : 3;

type Name = 'whole' | 'killed';
let folder: string;
let databases: Record<Name, Awaited<ReturnType<typeof newDatabase>>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-killed-'));
  databases = { whole: await newDatabase(), killed: await newDatabase() };
});
afterEach(async () => {
  for (const { remove } of Object.values(databases)) await remove();
  await rm(folder, { recursive: true, force: true });
});

const isServer = () => dialectOf(databases.whole.url) === 'postgres';

function startImport(name: Name, file: string): ChildProcess {
  const address = { DATABASE_URL: isServer() ? databases[name].url : '' };
  const env = { ...process.env, DATA_DIR: join(folder, name), ...address };
  return spawn(process.execPath, [program, 'import', file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function wholeImport(name: Name, file: string) {
  await connectionsClosed(name);
  const [code] = await once(startImport(name, file), 'exit');
  expect(code).toBe(0);
}

const openSite = (name: Name) => openDatabase(isServer() ? databases[name].url : join(folder, name, 'mojian.db'));

/** Kills an import that has stored so many rows. The one connection stays open: opening takes longer than an article. */
async function killAfter(enough: number, child: ChildProcess) {
  const hasDatabase = () => isServer() || existsSync(join(folder, 'killed', 'mojian.db'));
  await expect.poll(hasDatabase, { timeout: 120_000, interval: 5 }).toBe(true);
  const db = openSite('killed');
  await expect.poll(() => countStored(db), { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
  child.kill('SIGKILL');
  await db.destroy();
}

/** Counts what an import has stored so far; a site that is not set up yet has nothing. */
async function countStored(db: Db) {
  const rows = db.selectFrom('importedRows').select(({ fn }) => fn.countAll().as('count'));
  const found = await rows.executeTakeFirst().catch(() => undefined);
  return Number(found?.count ?? 0);
}

/** Waits until the server saw that a killed process is gone, which until then holds the lock of imports. */
async function connectionsClosed(name: Name) {
  if (!isServer()) return;
  const db = openDatabase(databases[name].url);
  const others = async () => {
    const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    return Number(rows[0]?.count);
  };
  await expect.poll(others, { timeout: 30_000 }).toBe(0);
  await db.destroy();
}

/** Columns that differ between two sites: keys made of a secret, and moments of the import itself. */
const different = new Set(['mailHash', 'guestKey', 'startedAt', 'finishedAt']);
const ownTables = /^(?:sqlite_|kysely_|importRuns$|outbox$|secrets$|rooms$|jobFailures$|fileUsesDue$|search)/;

/** Tables whose rows are named by number in these columns and addresses. */
const tablesOfColumns: Record<string, string> = {
  authorId: 'users',
  articleId: 'articles',
  parentId: 'comments',
  replyToId: 'comments',
  categoryId: 'categories',
  tagId: 'tags',
};
const tablesOfKinds: Record<string, string> = {
  article: 'articles',
  comment: 'comments',
  person: 'users',
  author: 'users',
  user: 'users',
  category: 'categories',
  tag: 'tags',
  tags: 'tags',
};

type Row = Record<string, unknown>;
type Ranks = Map<string, Map<number, number>>;

/**
 * Every row of every table, with the rank of each number instead of it: PostgreSQL does not give the numbers of a
 * transaction that was cut off again.
 */
async function rowsOf(name: Name) {
  const db = openSite(name);
  const names = (await db.introspection.getTables())
    .map((table) => table.name)
    .filter((table) => !ownTables.test(table));
  const found = new Map<string, Row[]>();
  for (const table of names.sort())
    found.set(table, (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows);
  await db.destroy();
  const ranks: Ranks = new Map([...found].map(([table, rows]) => [table, ranksOf(rows)]));
  const texts = (rows: Row[], table: string) => rows.map((row) => JSON.stringify(comparable(table, row, ranks))).sort();
  return Object.fromEntries([...found].map(([table, rows]) => [table, texts(rows, table)]));
}

function ranksOf(rows: Row[]) {
  const ids = rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
  return new Map(ids.map((id, rank) => [id, rank]));
}

/** The owner, whom the first import makes, and redirects have times of their own. */
function comparable(table: string, row: Row, ranks: Ranks) {
  const isTimed = table === 'movedPaths' || row.role === 'owner';
  const columns = Object.entries(row).filter(
    ([column]) => !different.has(column) && !(isTimed && column === 'createdAt'),
  );
  return Object.fromEntries(columns.map(([column, value]) => [column, ranked(column, value, { table, row, ranks })]));
}

function ranked(column: string, value: unknown, { table, row, ranks }: { table: string; row: Row; ranks: Ranks }) {
  if (column === 'target' && typeof value === 'string')
    return value.replace(/^\/(\w+)(\/|\?id=)(\d+)$/, (whole, kind: string, sign: string, id: string) => {
      const rank = ranks.get(tablesOfKinds[kind] ?? '')?.get(Number(id));
      return rank === undefined ? whole : `/${kind}${sign}${rank}`;
    });
  const kind = String(row.kind ?? row.list ?? '');
  const own = column === 'rowId' || column === 'targetId' ? tablesOfKinds[kind] : tablesOfColumns[column];
  const rank = ranks.get(column === 'id' ? table : (own ?? ''))?.get(Number(value));
  return value === null || rank === undefined ? value : rank;
}

test(`killed ${kills} times, an import ends with the same rows as one that was never stopped`, {
  timeout: 1_200_000,
}, async () => {
  const file = join(folder, 'wordpress.xml');
  const size = { articles: 80, commentsEach: 5, paragraphs: 5 };
  await pipeline(Readable.from(wordpressFile(size)), createWriteStream(file));
  await wholeImport('whole', file);
  const site = openSite('whole');
  const all = await countStored(site);
  await site.destroy();
  let killed = 0;
  for (let time = 0; time < kills; time += 1) {
    const child = startImport('killed', file);
    const ended = once(child, 'exit');
    const enough = Math.floor((all * (time + 0.5)) / kills);
    await killAfter(enough, child);
    // on a busy machine the rest may be imported before this process sees that enough rows are there
    if ((await ended)[1] === 'SIGKILL') killed += 1;
  }
  expect(killed).toBeGreaterThanOrEqual(1);
  await wholeImport('killed', file);
  const whole = await rowsOf('whole');
  expect(await rowsOf('killed')).toEqual(whole);
  expect(whole.articles).toHaveLength(size.articles);
  expect(whole.comments).toHaveLength(size.articles * size.commentsEach);
});
