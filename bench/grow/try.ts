import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import type { Db } from '../../apps/server/src/platform/db/schema.ts';
import { fill } from '../growth/fill.ts';
import { hammer } from '../load.ts';
import { addressOf, ask, checkWritten, countAllowed, Traffic } from './drills.ts';
import { processes, type Stack } from './stack.ts';
import { between, type Usage, usageOf } from './usage.ts';

const seconds = 5;
const writeSeconds = 5;
const writersAtOnce = 16;
const calls = 900;
const untilIdle = 3000;

export const tries = ['limits', 'failures', 'throughput'] as const;

/**
 * Drives load through the proxy and prints what it finds.
 * @throws Error when a write was lost, a limit was not exact, or a killed process cost a reader an answer
 */
export async function tryStack(stack: Stack, chosen: readonly string[] = tries) {
  if (!stack.nginx) throw new Error('--try 要用 nginx 分发请求，这里没有装');
  const db = openDatabase(stack.postgres.url);
  try {
    if (chosen.includes('limits')) await tryLimits(stack);
    const place = await fill(db, { name: '', comments: 10, notices: 0, board: 0, says: 0 });
    await setTimeout(untilIdle); // pages drawn and jobs done that every start begins with
    if (chosen.includes('failures')) await tryFailures(stack, place, db);
    if (chosen.includes('throughput')) await measureThroughput(stack, place);
  } finally {
    await db.destroy();
  }
}

type Place = { articleId: number; tokens: string[] };

async function measureThroughput(stack: Stack, place: Place) {
  console.log('\n吞吐（每秒多少个请求；括号里是每千个请求用去的 CPU 秒：站点 / nginx / PostgreSQL）');
  const article = `/article/${place.articleId}`;
  for (const address of stack.addresses) await fetch(address + article); // renders it once in each
  const kinds: [string, (url: string) => Promise<number>][] = [
    ['缓存里的一页', async (url) => (await hammer(url + article, { seconds })).rate],
    ['接口：文章列表', async (url) => (await hammer(`${url}/v1/article/`, { mode: 'callers', seconds })).rate],
    ['写：评论', (url) => writeFor(url, place)],
  ];
  for (const [name, load] of kinds) {
    const one = await measured(stack, () => load(stack.oneUrl));
    const all = await measured(stack, () => load(stack.url));
    console.log(`  ${name}：1 个进程 ${one}，${processes} 个进程 ${all}`);
  }
}

async function measured(stack: Stack, load: () => Promise<number>) {
  const before = await usageOf(stack);
  const begun = performance.now();
  const rate = await load();
  const took = (performance.now() - begun) / 1000;
  const used = between(before, await usageOf(stack));
  return `${Math.round(rate)}（${perThousand(used, rate * took)}）`;
}

function perThousand({ site, nginx, postgres }: Usage, requests: number) {
  return [site, nginx, postgres].map((one) => ((one / requests) * 1000).toFixed(2)).join(' / ');
}

let written = 0;

async function writeFor(url: string, { articleId, tokens }: Place) {
  const until = performance.now() + writeSeconds * 1000;
  let done = 0;
  const write = async (writer: number) => {
    while (performance.now() < until) {
      const n = written++;
      const body = JSON.stringify({ articleId, text: `压测第 ${n} 句`, key: `load-${n}` });
      const token = tokens[n % tokens.length] ?? '';
      if ((await ask(url, '/v1/comment/', { token, body, address: addressOf(n, writer) })) === 200) done++;
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, (_, writer) => write(writer)));
  return done / writeSeconds;
}

async function tryLimits(stack: Stack) {
  const { allowed, refused } = await countAllowed(stack, calls);
  console.log(`\n上限：同一个地址一分钟 600 次，发出 ${calls} 次，放行 ${allowed}，拒绝 ${refused}`);
  if (allowed !== 600 || refused !== calls - 600) throw new Error('上限在几个进程之间不准');
}

async function tryFailures(stack: Stack, place: Place, db: Db) {
  console.log('\n出事的时候（8 个人读，6 个人写，经过 nginx）');
  const traffic = new Traffic(stack.url, place);
  const [, second, third] = stack.site;
  if (!second || !third) return;
  const { postgres } = stack;
  const drills: [string, () => Promise<number>][] = [
    ['什么也不做', () => around(async () => {})],
    ['kill -9 一个进程，再启动', () => around(() => second.end('SIGKILL'), second.start)],
    ['SIGTERM 一个进程，再启动', () => around(() => third.end('SIGTERM'), third.start)],
    ['PostgreSQL 正常重启', () => around(() => postgres.end('SIGINT'), postgres.startAgain, 0)],
    ['PostgreSQL kill -9 后重启', () => around(() => postgres.end('SIGKILL'), postgres.startAgain, 0)],
  ];
  const failed: string[] = [];
  for (const [name, drill] of drills) {
    let away = 0;
    const counts = await traffic.during(async () => {
      away = await drill();
    });
    const { reads, failedReads, writes, failedWrites, longestGap } = counts;
    console.log(
      `  ${name}（${away} 毫秒）：读 ${reads} 次，失败 ${failedReads}；写成 ${writes} 次，没有写成而重发 ${failedWrites}；最长 ${Math.round(longestGap)} 毫秒没有一次写成`,
    );
    if (failedReads > 0 && !name.startsWith('PostgreSQL')) failed.push(name);
  }
  const { missing, twice } = await checkWritten(db, traffic.acknowledged);
  console.log(`  答应过的 ${traffic.acknowledged.length} 次写：丢失 ${missing}，重复 ${twice}`);
  if (missing + twice > 0) throw new Error('答应过的写没有都在');
  if (failed.length > 0) throw new Error(`有读者没有读到：${failed.join('、')}`);
}

/** Leaves the site some time before, between and after. @returns the milliseconds for which something was away */
async function around(end: () => Promise<unknown>, start = async () => {}, between = untilIdle) {
  await setTimeout(1000);
  const begun = performance.now();
  await end();
  await setTimeout(between);
  await start();
  const away = Math.round(performance.now() - begun);
  await setTimeout(untilIdle);
  return away;
}
