import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wordpressFile } from './wordpress-file.ts';

const kills = process.env.TEST_LONG === '1' ? 20 : 3;
const program = resolve(import.meta.dirname, '../src/mojian.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function startImport(name: string, file: string): ChildProcess {
  const env = { ...process.env, DATA_DIR: join(folder, name), DATABASE_URL: '' };
  return spawn(process.execPath, [program, 'import', file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function wholeImport(name: string, file: string) {
  const child = startImport(name, file);
  const begun = performance.now();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  return performance.now() - begun;
}

/** Columns that differ between two sites: keys made of a secret, and moments of the import itself. */
const different = new Set(['mailHash', 'guestKey', 'startedAt', 'finishedAt']);
const ownTables = /^(?:sqlite_|kysely_|importRuns$|outbox$|secrets$|rooms$|jobFailures$|fileUsesDue$|search)/;

type Row = Record<string, unknown>;

/** Every row of every table. */
function rowsOf(name: string) {
  const db = new DatabaseSync(join(folder, name, 'mojian.db'), { readOnly: true });
  const tables = db.prepare("select name from sqlite_master where type = 'table' order by name").all() as Row[];
  const names = tables.map((table) => String(table.name)).filter((table) => !ownTables.test(table));
  const all = names.map((table) => {
    const rows = db.prepare(`select * from "${table}"`).all() as Row[];
    return [table, rows.map((row) => JSON.stringify(comparable(table, row))).sort()] as const;
  });
  db.close();
  return Object.fromEntries(all);
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
  expect(rowsOf('killed')).toEqual(rowsOf('whole'));
  expect(rowsOf('whole').articles).toHaveLength(size.articles);
  expect(rowsOf('whole').comments).toHaveLength(size.articles * size.commentsEach);
});
