import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dialectOf } from '../apps/server/src/platform/db/dialect.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/db/open.ts';
import type { Db } from '../apps/server/src/platform/db/schema.ts';
import { localStorage } from '../apps/server/src/platform/storage/local-storage.ts';
import { keyFor } from '../apps/server/src/platform/storage/storage.ts';

const rows = 100_000;
const articles = 1000;
const files = 500;
const fileBytes = 200 * 1024;
const atOnce = 200;
/** Memory limits of scripts/serve.js, within which scheduled backups run. */
const memory = ['--max-semi-space-size=4', '--max-old-space-size=160'];
const begun = Date.UTC(2024, 0, 1);

/** Measures time and memory of a backup and a restore of 100,000 rows and 500 files, on both databases. */
export async function measureBackup() {
  const { startPostgres } = await import('../apps/server/test/start-postgres.ts');
  const { command } = await import('../apps/server/test/database.ts');
  const server = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'mojian-bench-backup-'));
  const at = (name: string) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  try {
    for (const name of ['filled', 'bare']) await command(server.url, `create database ${name}`);
    const sqlite = { DATA_DIR: join(folder, 'a') };
    const postgres = { DATA_DIR: join(folder, 'b'), DATABASE_URL: at('filled') };
    for (const site of [sqlite, postgres]) await fill(site);
    console.log(
      `${rows.toLocaleString('en')} 行（其中 ${articles} 篇各三千字的文章），${files} 个图片共 ${(files * fileBytes) >> 20} MB`,
    );
    const [a, b] = [join(folder, 'a.zip'), join(folder, 'b.zip')];
    await measure('SQLite 备份', 'backup', a, sqlite);
    await measure('SQLite 恢复', 'restore', a, { DATA_DIR: join(folder, 'c') });
    await measure('PostgreSQL 备份', 'backup', b, postgres);
    await measure('PostgreSQL 恢复', 'restore', b, { DATA_DIR: join(folder, 'd'), DATABASE_URL: at('bare') });
    console.log(`  备份 ${((await stat(a)).size / 2 ** 20).toFixed(1)} MB`);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export type Site = { DATA_DIR: string; DATABASE_URL?: string };

async function fill({ DATA_DIR, DATABASE_URL }: Site) {
  const url = DATABASE_URL ?? join(DATA_DIR, 'mojian.db');
  const storage = localStorage(join(DATA_DIR, 'files'));
  await storage.check();
  const db = openDatabase(url);
  await migrate(db, dialectOf(url));
  await fillRows(db);
  for (let n = 0; n < files; n++) {
    const bytes = randomBytes(fileBytes);
    const key = keyFor(bytes, 'webp');
    await storage.put(key, bytes, 'image/webp');
    await db
      .insertInto('files')
      .values({ key, type: 'image/webp', width: 1, height: 1, bytes: fileBytes, createdAt: n })
      .execute();
  }
  await db.destroy();
}

async function fillRows(db: Db) {
  const person = { nickname: '站长', role: 'owner', email: null, passwordHash: null, createdAt: begun } as const;
  const { id: authorId } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
  const markdown = '山雨欲来，风满小楼，檐下的灯还亮着。'.repeat(170);
  const texts = { title: '春天', summary: '春天', markdown, html: markdown, openingHtml: markdown, words: 3000 };
  const article = { authorId, categoryId: null, ...texts, headings: '[]', openingHeadings: '[]', removedAt: null };
  const times = { state: 'published' as const, publishedAt: begun, updatedAt: begun, createdAt: begun };
  const ready = { ...article, ...times, importKey: null, importHash: null };
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < articles; n += 50) await trx.insertInto('articles').values(Array(50).fill(ready)).execute();
    for (let n = 0; n < rows; n += atOnce) {
      const message = (at: number) => ({
        authorId: null,
        nickname: '游客',
        text: `路过第 ${at} 次，看花`,
        createdAt: begun + at,
      });
      await trx
        .insertInto('boardMessages')
        .values(Array.from({ length: atOnce }, (_, at) => message(n + at)))
        .execute();
    }
  });
}

/** Runs a program and prints its time, the CPU time of its own process, and its peak memory. */
export async function measure(title: string, program: 'backup' | 'restore' | 'import', file: string, site: Site) {
  const path = resolve(import.meta.dirname, '../apps/server/src/mojian.ts');
  const started = performance.now();
  const child = spawn(process.execPath, [...memory, path, program, file], {
    env: { ...process.env, ...site },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  let cpu = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
    cpu = Math.max(cpu, cpuOf(child.pid));
  }, 20);
  const code = await new Promise((done) => child.on('close', done));
  clearInterval(watch);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `  ${code === 0 ? ' ' : '✗'} ${title}：${seconds} 秒（处理器 ${cpu.toFixed(1)} 秒），内存最多 ${(peak / 1024).toFixed(0)} MB`,
  );
  if (code !== 0) process.exitCode = 1;
}

/** Seconds of the processor, without the helper processes'; ticks are hundredths. */
function cpuOf(pid: number | undefined) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return 0;
  }
}

/** Kilobytes. */
function peakOf(pid: number | undefined) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
