import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dialectOf } from '../src/platform/db/dialect.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { newDatabase } from './database.ts';
import { wordpressFile } from './wordpress-file.ts';

const kills = process.env.TEST_LONG === '1' ? 20 : 3;
const program = resolve(import.meta.dirname, '../src/mojian.ts');

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
  const child = startImport(name, file);
  const begun = performance.now();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  return performance.now() - begun;
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

type Row = Record<string, unknown>;

/** Every row of every table. */
async function rowsOf(name: Name) {
  const db = openDatabase(isServer() ? databases[name].url : join(folder, name, 'mojian.db'));
  const names = (await db.introspection.getTables())
    .map((table) => table.name)
    .filter((table) => !ownTables.test(table));
  const all: Record<string, string[]> = {};
  for (const table of names.sort()) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db);
    all[table] = rows.map((row) => JSON.stringify(comparable(table, row))).sort();
  }
  await db.destroy();
  return all;
}

/** The owner, whom the first import makes, and redirects have times of their own. */
function comparable(table: string, row: Row) {
  const isTimed = table === 'movedPaths' || row.role === 'owner';
  const columns = Object.entries(row).filter(
    ([column]) => !different.has(column) && !(isTimed && column === 'createdAt'),
  );
  return Object.fromEntries(columns);
}

test(`killed ${kills} times, an import ends with the same rows as one that was never stopped`, {
  timeout: 1_200_000,
}, async () => {
  const file = join(folder, 'wordpress.xml');
  const size = { articles: 40, commentsEach: 5, paragraphs: 5 };
  await pipeline(Readable.from(wordpressFile(size)), createWriteStream(file));
  const duration = await wholeImport('whole', file);
  let cut = 0;
  for (let time = 1; time <= kills; time += 1) {
    const child = startImport('killed', file);
    const ended = once(child, 'exit');
    await new Promise((done) => setTimeout(done, (duration * time) / (kills + 1)));
    child.kill('SIGKILL');
    const [, signal] = await ended;
    if (signal === 'SIGKILL') cut += 1;
  }
  expect(cut, 'imports that were cut off').toBeGreaterThan(0);
  await wholeImport('killed', file);
  const whole = await rowsOf('whole');
  expect(await rowsOf('killed')).toEqual(whole);
  expect(whole.articles).toHaveLength(size.articles);
  expect(whole.comments).toHaveLength(size.articles * size.commentsEach);
});
