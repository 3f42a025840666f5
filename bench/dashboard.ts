import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chinaDay, dayLength } from '@mojian/contract/platform/time';
import { signIn } from '../apps/server/src/core/sessions/sessions.ts';
import { dialectOf } from '../apps/server/src/platform/db/dialect.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/db/open.ts';
import type { Db, Trx } from '../apps/server/src/platform/db/schema.ts';
import { command } from '../apps/server/test/database.ts';
import { startPostgres } from '../apps/server/test/start-postgres.ts';
import { startSite } from '../e2e/site.ts';
import { buildWhenNeeded } from '../scripts/build.js';
import { openReport } from './report.ts';

const articles = 10_000;
const comments = 50_000;
const members = 5000;
const days = 730;
const hostsADay = 40;
const atOnce = 200;
const rounds = 60;
const warmUp = 10;
/** CPU milliseconds of this process per call, independent of other load. The overview is opened a few times a day. */
const budgets = { overview: 60, health: 40, enter: 20 };
/** Clock ticks per second in /proc. */
const ticks = 100;

/**
 * Measures the overview of a site with two years of counters, 10,000 articles, 50,000 comments and 5,000 members, on
 * both databases.
 */
export async function measureDashboard() {
  buildWhenNeeded();
  const report = openReport();
  await measure('SQLite', undefined, report);
  const { url, stop } = await startPostgres();
  try {
    await measure('PostgreSQL', url, report);
  } finally {
    await stop();
  }
  report.end();
}

async function measure(name: string, databaseUrl: string | undefined, report: ReturnType<typeof openReport>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mojian-bench-dashboard-'));
  const database = databaseUrl ?? join(dataDir, 'mojian.db');
  const db = openDatabase(database);
  await migrate(db, dialectOf(database));
  const token = await fill(db);
  if (databaseUrl) await command(databaseUrl, 'vacuum analyze');
  const site = await startSite({
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: '0',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  try {
    report.section(`${name}：${articles} 篇文章，${comments} 条评论，${members} 个会员，${days} 天的数目`);
    const ask = (path: string) => time(`${site.url}${path}`, token, site.pid ?? 0);
    report.line(...verdictOf('概览', await ask('/v1/admin/overview/'), budgets.overview));
    report.line(...verdictOf('系统好不好', await ask('/v1/admin/health/'), budgets.health));
    report.line(...verdictOf('进后台', await ask('/v1/admin/'), budgets.enter));
  } finally {
    await site.remove();
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Times = { median: number; cpu: number; bytes: number };

async function time(url: string, authorization: string, pid: number): Promise<Times> {
  const ask = async () => {
    const answer = await (await fetch(url, { headers: { authorization } })).text();
    if (!answer.startsWith('{"code":200')) throw new Error(answer.slice(0, 200));
    return Buffer.byteLength(answer);
  };
  let bytes = 0;
  for (let round = 0; round < warmUp; round++) bytes = await ask();
  const times: number[] = [];
  const before = cpuOf(pid);
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  const cpu = (cpuOf(pid) - before) / rounds;
  return { median: times.sort((a, b) => a - b)[rounds >> 1] ?? 0, cpu, bytes };
}

/** CPU milliseconds of a process. */
function cpuOf(pid: number) {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return ((user + system) / ticks) * 1000;
}

function verdictOf(name: string, { median, cpu, bytes }: Times, budget: number) {
  const figure = `占处理器 ${cpu.toFixed(1)} ms，等了 ${median.toFixed(1)} ms（中位数），${(bytes / 1024).toFixed(1)} KB`;
  return [name, figure, { ok: cpu <= budget, want: `处理器 ≤ ${budget} ms` }] as const;
}

/** Inserts rows as the calls would and returns the owner's token. */
async function fill(db: Db) {
  const now = Date.now();
  const ago = (n: number, of: number) => now - Math.floor((n / of) * days * dayLength);
  const person = { role: 'member', email: null, passwordHash: null } as const;
  await insert(db, 'users', members, (n) => ({
    ...person,
    nickname: `读者${n}`,
    nicknameKey: `r${n}`,
    createdAt: ago(n, members),
    role: n === 0 ? 'owner' : 'member',
  }));
  const { id: ownerId } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow();
  await insert(db, 'categories', 12, (n) => ({ name: `分类${n}`, position: n }));
  const firstCategory = (await db.selectFrom('categories').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
  const html = `<p>${'春天来了，雨水落在瓦上。'.repeat(80)}</p>`;
  await insert(db, 'articles', articles, (n) => ({
    authorId: ownerId,
    categoryId: firstCategory + (n % 12),
    title: `第 ${n} 篇`,
    summary: '春天',
    markdown: html,
    html,
    openingHtml: '<p>春天</p>',
    headings: '[]',
    openingHeadings: '[]',
    words: 960,
    state: 'published',
    publishedAt: ago(n, articles),
    updatedAt: ago(n, articles),
    createdAt: ago(n, articles),
    removedAt: null,
    importKey: null,
    importHash: null,
  }));
  const { id: articleId } = await db.selectFrom('articles').select('id').orderBy('id').executeTakeFirstOrThrow();
  await insert(db, 'comments', comments, (n) => ({
    articleId: articleId + (n % articles),
    sayId: null,
    parentId: null,
    replyToId: null,
    authorId: ownerId,
    text: '好',
    createdAt: ago(n, comments),
    removedAt: null,
    sendKey: null,
    state: n % 100 ? 'shown' : 'held',
  }));
  await counters(db, { now, articleId });
  const session = { userId: ownerId, way: 'password', caller: { address: '127.0.0.1', agent: '' } } as const;
  return (await signIn(db, session)).token;
}

async function counters(db: Db, { now, articleId }: { now: number; articleId: number }) {
  const day = (n: number) => chinaDay(now - n * dayLength);
  const busy = (n: number) => 1000 + ((n * 137) % 900);
  await insert(db, 'visitDays', days, (n) => ({ day: day(n), views: busy(n), visitors: 400, reads: 700 }));
  await insert(db, 'articleDays', 30 * 500, (n) => ({
    day: day(Math.floor(n / 500)),
    articleId: articleId + ((n * 7) % articles),
    reads: 1 + (n % 50),
  }));
  await insert(db, 'sourceDays', 400 * hostsADay, (n) => ({
    day: day(Math.floor(n / hostsADay)),
    kind: 'site',
    host: `h${n % hostsADay}.example`,
    views: 1 + (n % 30),
  }));
}

type Table = Parameters<Trx['insertInto']>[0];

async function insert(db: Db, table: Table, count: number, row: (n: number) => object) {
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < count; from += atOnce) {
      const rows = Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => row(from + n));
      await trx
        .insertInto(table as 'sayTopics')
        .values(rows as never)
        .onConflict((taken) => taken.doNothing())
        .execute();
    }
  });
}
