import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { fillGrown, sizeOf } from '../../apps/server/test/grown/fill.ts';
import { start } from '../../e2e/site.ts';
import { buildWhenNeeded } from '../../scripts/build.js';
import { cpuOf, openFiles, quantile, residentMegabytes } from '../server-use.ts';
import { fillMembers, tokenPrefix } from '../writing/members.ts';
import { idleStreams } from './idle-streams.ts';

/** More pages than the cache holds, so that most are rendered. */
const articles = 1000;
const usualSeconds = 300;
const connections = 400;
/** The article that is read all the time; the flood asks for the others. */
const cached = articles;
const factor = 3;

const print = (line: string) => process.stdout.write(`${line}\n`);
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Asks for uncached pages at three times the rate the site can render, and watches what others see: readers of a cached
 * page, a member who comments, memory, and how soon it is over. `overload [seconds]`, `overload streams [count]`. `overload
 * apart [seconds]`: the flood asks another process on the same cores, and the readers' renders nothing else: as much as a
 * thread for rendering could gain them.
 */
export async function measureOverload(words: string[]) {
  buildWhenNeeded();
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-overload-'));
  await fill(join(dataDir, 'mojian.db'));
  const site = await start({ DATA_DIR: dataDir, SAMPLE_CONTENT: '0', TRUST_PROXY: '1' });
  try {
    const [which, count] = words;
    if (which === 'streams') await idleStreams(site, Number(count ?? 10_000));
    else if (which === 'apart') await floodAnother(site, Number(count ?? usualSeconds));
    else await flood(site, site, Number(which ?? usualSeconds));
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function floodAnother(site: Site, seconds: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-overload-'));
  await fill(join(dataDir, 'mojian.db'));
  const other = await start({ DATA_DIR: dataDir, SAMPLE_CONTENT: '0', TRUST_PROXY: '1' });
  try {
    await flood(site, other, seconds);
  } finally {
    await other.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(file: string) {
  const db = openDatabase(file);
  await migrate(db, 'sqlite');
  await fillGrown(db, sizeOf(articles));
  await db.destroy();
  await fillMembers(file, 2000, 'editor');
}

type Site = { url: string; pid: number | undefined };
type Flood = { requested: number; statuses: Record<string, number>; p50: number; p99: number };

async function flood(site: Site, flooded: Site, seconds: number) {
  const { pid = 0 } = site;
  const pages = Array.from({ length: articles - 1 }, (_, n) => `/article/${n + 1}`);
  const full = await ask(flooded.url, 8, 32, 0, pages);
  const rate = Math.round((full.statuses[200] ?? 0) / 8);
  print(`满载：每秒 ${rate} 页，p50 ${full.p50.toFixed(0)}，p99 ${full.p99.toFixed(0)} ms，${counts(full)}`);
  await wait(2000);
  const before = await watch(site, 5);
  print(`平时：${seen(before)}，内存 ${residentMegabytes(pid)} MB`);

  const during = watch(site, seconds);
  const used = cpuOf(pid);
  const answered = await ask(flooded.url, seconds, connections, rate * factor, pages);
  const ended = performance.now();
  const during2 = await during;
  print(
    `${factor} 倍（每秒 ${rate * factor}，实得 ${Math.round(answered.requested / seconds)}）${seconds} 秒：${counts(answered)}`,
  );
  print(
    `  其间 ${seen(during2)}；内存最高 ${during2.memory} MB，文件最多 ${during2.files} 个，处理器 ${((cpuOf(pid) - used) / seconds / 10).toFixed(0)} %`,
  );
  print(`  又快起来用了 ${((await recovery(flooded, full.p50, ended)) / 1000).toFixed(1)} 秒`);
}

const counts = ({ requested, statuses }: Flood) =>
  Object.entries(statuses)
    .map(([status, count]) => `${status} ${((count / requested) * 100).toFixed(1)} %`)
    .join('，');

function ask(url: string, seconds: number, windows: number, rate: number, paths: string[]) {
  const words = [url, String(seconds), String(windows), String(rate), JSON.stringify(paths)];
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'flood.ts'), ...words]);
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.pipe(process.stderr);
  return new Promise<Flood>((done) => child.on('close', () => done(JSON.parse(printed) as Flood)));
}

type Seen = {
  cached: number[];
  home: number[];
  written: number[];
  health: number[];
  refused: Record<string, number>;
  memory: number;
  files: number;
};

const seen = ({ cached, home, written, health, refused }: Seen) =>
  [
    `存着的文章 p50 ${quantile(cached, 0.5).toFixed(1)}、p99 ${quantile(cached, 0.99).toFixed(1)} ms（${cached.length} 次）`,
    `首页（每条评论换新）p50 ${quantile(home, 0.5).toFixed(1)}、p99 ${quantile(home, 0.99).toFixed(1)} ms`,
    `评论 p50 ${quantile(written, 0.5).toFixed(1)}、p99 ${quantile(written, 0.99).toFixed(1)} ms`,
    `healthz p99 ${quantile(health, 0.99).toFixed(1)} ms`,
    `没得到 200 的：${
      Object.entries(refused)
        .map(([kind, count]) => `${kind} ${count} 次`)
        .join('、') || '无'
    }`,
  ].join('，');

/** Measures what readers of a kept article and of the home page, a member who comments and a health check see for so long. */
async function watch({ url, pid = 0 }: Site, seconds: number): Promise<Seen> {
  const until = performance.now() + seconds * 1000;
  const found: Seen = { cached: [], home: [], written: [], health: [], refused: {}, memory: 0, files: 0 };
  const repeat = async (every: number, act: () => Promise<void>) => {
    while (performance.now() < until) {
      const next = performance.now() + every;
      await act();
      await wait(Math.max(0, next - performance.now()));
    }
  };
  const timed = async (times: number[], request: () => Promise<Response>) => {
    const begun = performance.now();
    const answer = await request();
    await answer.arrayBuffer();
    times.push(performance.now() - begun);
    if (answer.ok) return;
    const kind = `${names.get(times)} ${answer.status}`;
    found.refused[kind] = (found.refused[kind] ?? 0) + 1;
  };
  const names = new Map([
    [found.cached, '文章'],
    [found.home, '首页'],
    [found.written, '评论'],
    [found.health, 'healthz'],
  ]);
  let n = 0;
  await Promise.all([
    repeat(20, () => timed(found.cached, () => fetch(`${url}/article/${cached}`))),
    repeat(100, () => timed(found.home, () => fetch(`${url}/`))),
    repeat(250, () => timed(found.written, () => comment(url, n++))),
    repeat(250, () => timed(found.health, () => fetch(`${url}/healthz`))),
    repeat(1000, async () => {
      found.memory = Math.max(found.memory, residentMegabytes(pid));
      found.files = Math.max(found.files, openFiles(pid));
    }),
  ]);
  return found;
}

function comment(url: string, n: number) {
  const member = 100 + (n % 1800);
  return fetch(`${url}/v1/comment/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `${tokenPrefix}${member}`,
      'x-forwarded-for': `10.8.${member >> 8}.${member & 255}`,
    },
    body: JSON.stringify({ articleId: 1, text: `第 ${n} 句，读得很高兴。`, key: crypto.randomUUID() }),
  });
}

/** Milliseconds from the end of the flood until pages take no longer than when the site was just full. */
async function recovery({ url }: Site, usual: number, since: number) {
  for (let n = 0; n < 200; n++) {
    const begun = performance.now();
    const { status } = await fetch(`${url}/article/${1 + ((n * 37) % articles)}`);
    if (status === 200 && performance.now() - begun <= usual) return performance.now() - since;
    await wait(50);
  }
  return Number.POSITIVE_INFINITY;
}
