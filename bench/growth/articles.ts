import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { signIn } from '../../apps/server/src/core/sessions/sessions.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { sizeOf } from '../../apps/server/test/grown/fill.ts';
import { callsOf, officeCallsOf, pagesOf, pathOf } from '../../apps/server/test/grown/reads.ts';
import { copyGrown, openGrown } from '../../apps/server/test/grown/template.ts';
import { startSite } from '../../e2e/site.ts';
import { buildWhenNeeded } from '../../scripts/build.js';

/** PostgreSQL server whose filled databases are kept between runs; a temporary one without. */
const server = process.env.GROWN_POSTGRES;
/** Folder where the filled databases are kept between runs: each takes minutes to make. */
const templates = process.env.GROWN_SITES ?? resolve(import.meta.dirname, '../.data');
const usualSizes = [1000, 10_000, 100_000];
const rounds = 15;
const warmUp = 5;
/** Limit of what a page or call may cost at the largest size, over the smallest. */
const budget = 1.5;
/** Milliseconds until the outbox has cleared the page caches. */
const untilCleared = 1200;
/** Milliseconds until what an answer leaves behind (counting, dropping) is done. */
const untilIdle = 12;

/**
 * Measures every public page, rendered, and every public call: CPU milliseconds of the server process at each size, in
 * turn. `articles [sizes…] [-name]`: sizes instead of the usual three; `-归档` only reads whose name contains 归档.
 * `postgres`: on PostgreSQL, whose own work is in other processes, so that what is measured is the time until the answer.
 */
export async function measureArticles(words: string[]) {
  buildWhenNeeded();
  const only = words.find((word) => word.startsWith('-'))?.slice(1) ?? '';
  const wantedSizes = words.map(Number).filter((size) => size > 0);
  const sizes = wantedSizes.length > 0 ? wantedSizes : usualSizes;
  console.log(
    `${sizes.map((size) => size.toLocaleString('en')).join(' / ')} 篇文章，${words.includes('postgres') ? '等到回复的' : '服务端进程的处理器'}毫秒（中位数）`,
  );
  const postgres = words.includes('postgres') ? await openPostgres() : undefined;
  const sites: Grown[] = [];
  try {
    for (const size of sizes) sites.push(await startGrown(size, postgres?.url));
    console.log('\n页面，每次都渲染');
    await measure(sites, pagesOf, only);
    console.log('\n调用');
    await measure(sites, callsOf, only);
    console.log('\n后台的调用');
    await measure(sites, officeCallsOf, only);
  } finally {
    for (const site of sites) await site.remove();
    await postgres?.stop();
  }
}

async function openPostgres() {
  if (server) return { url: server, stop: async () => {} };
  return (await import('../../apps/server/test/start-postgres.ts')).startPostgres();
}

type Grown = Awaited<ReturnType<typeof startGrown>>;

async function startGrown(articles: number, postgres: string | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mojian-grown-'));
  const file = join(dataDir, 'mojian.db');
  const url = postgres && (await openGrown(postgres, articles));
  if (!url) await copyGrown(templates, articles, file);
  const db = openDatabase(url ?? file);
  const { token } = await signIn(db, { userId: 1, way: 'password', caller: { address: '127.0.0.1', agent: '' } });
  await db.destroy();
  const database = url && { DATABASE_URL: url };
  const site = await startSite({ DATA_DIR: dataDir, SAMPLE_CONTENT: '0', TRUST_PROXY: '1', ...database });
  const spent = () => (url ? performance.now() : cpuOf(site.pid ?? 0));
  return { articles, ...site, token, spent, isTimed: url !== undefined, clear: () => clearPages(site.url, token) };
}

async function clearPages(url: string, authorization: string) {
  const answer = await fetch(`${url}/v1/admin/system/clear-pages`, { method: 'POST', headers: { authorization } });
  if (!(await answer.text()).startsWith('{"code":200')) throw new Error('clear-pages');
}

/** Times of one read on each site. */
type Measured = { name: string; paths: ((round: number) => string)[]; times: number[][]; bytes: number[] };

/** Clears the page caches once a round, in which each address is read once on each site in turn. */
async function measure(sites: Grown[], readsOf: typeof pagesOf, only: string) {
  const readsAt = sites.map(({ articles }) => readsOf(sizeOf(articles)));
  const all = (readsAt[0] ?? []).map(({ name }, n): Measured => {
    const reads = readsAt.flatMap((those) => those[n] ?? []);
    const paths = reads.map((one) => (round: number) => pathOf(one, round));
    return { name, paths, times: sites.map(() => []), bytes: [] };
  });
  const measured = all.filter(({ name }) => name.includes(only));
  for (let round = 0; round < rounds + warmUp; round++) {
    if (readsOf === pagesOf) await Promise.all(sites.map((site) => site.clear()));
    await setTimeout(untilCleared);
    for (const one of measured) for (const [at, site] of sites.entries()) await readOnce(one, { at, site, round });
  }
  for (const one of measured) console.log(line(one));
}

async function readOnce(
  { paths, times, bytes }: Measured,
  { at, site, round }: { at: number; site: Grown; round: number },
) {
  await setTimeout(untilIdle);
  const before = site.spent();
  const path = paths[at]?.(round) ?? '/';
  bytes[at] = await read(site.url + path, path.startsWith('/v1/admin/') ? { authorization: site.token } : {});
  const answered = site.spent() - before;
  await setTimeout(untilIdle);
  if (round >= warmUp) times[at]?.push(site.isTimed ? answered : site.spent() - before);
}

let reads = 0;

/** From another address each time, because of the rate limits. */
async function read(url: string, login: Record<string, string>) {
  const address = `10.1.${(reads >> 8) & 255}.${reads++ & 255}`;
  const answer = await fetch(url, { headers: { ...login, 'x-forwarded-for': address }, redirect: 'manual' });
  const body = await answer.arrayBuffer();
  if (answer.status >= 500 || [401, 403, 429].includes(answer.status)) throw new Error(`${url}: ${answer.status}`);
  return body.byteLength;
}

/** CPU milliseconds of all threads of a process, to the nanosecond. */
function cpuOf(pid: number) {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return nanoseconds / 1e6;
}

function median(times: number[]) {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

function line({ name, times, bytes }: Measured) {
  const medians = times.map(median);
  const ratio = (medians.at(-1) ?? 0) / (medians[0] || 1);
  const figures = medians.map((time) => time.toFixed(1).padStart(9)).join('');
  const weights = bytes.map((weight) => (weight / 1024).toFixed(0).padStart(6)).join('');
  return `  ${ratio <= budget ? '✓' : '✗'}${figures} ${ratio.toFixed(2).padStart(8)} 倍 ${weights} KB  ${name}`;
}
