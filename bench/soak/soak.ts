import { fork } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sizeOf } from '../../apps/server/test/grown/fill.ts';
import { pagesOf } from '../../apps/server/test/grown/reads.ts';
import { copyGrown } from '../../apps/server/test/grown/template.ts';
import { type Site, startSite } from '../../e2e/site.ts';
import { buildWhenNeeded } from '../../scripts/build.js';
import { openReport } from '../report.ts';
import { cpuOf, openFiles, quantile, residentMegabytes, residentOfAll } from '../server-use.ts';
import type { Task } from '../streams/listeners.ts';
import { fillMembers, ownerToken, signInOwner, tokenPrefix, writers } from '../writing/members.ts';
import { lineChart, type Series } from './chart.ts';

const templates = process.env.GROWN_SITES ?? resolve(import.meta.dirname, '../.data');
const pictures = resolve(import.meta.dirname, '../../docs/images');
const articles = 1000;
const members = 2000;
const streams = 500;
const sampleEvery = 10_000;
/** Megabytes after an hour. */
const budget = 220;

type Sample = { memory: number; whole: number; delay: number; files: number; outbox: number; cpu: number };

/**
 * Runs a mixed load on a site of 1,000 articles: pages from the cache and rendered, searches, logins, comments, chat with
 * open streams, publishing, a backup every quarter of an hour. Samples the server every ten seconds and draws the samples
 * into docs/images.
 */
export async function measureSoak([minutes = '60']: string[]) {
  buildWhenNeeded();
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-soak-'));
  await copyGrown(templates, articles, join(dataDir, 'mojian.db'));
  await fillMembers(join(dataDir, 'mojian.db'), members, 'editor');
  await signInOwner(join(dataDir, 'mojian.db'));
  const site = await startSite({ DATA_DIR: dataDir, SAMPLE_CONTENT: '0', TRUST_PROXY: '1' });
  const listeners = fork(resolve(import.meta.dirname, '../streams/listeners.ts'), [site.url, tokenPrefix]);
  try {
    await new Promise((done) => {
      listeners.once('message', done);
      listeners.send({ is: 'open', count: streams } satisfies Task);
    });
    const { samples, answers } = await run(site, Number(minutes));
    print(samples, answers, Number(minutes));
  } finally {
    listeners.disconnect();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Answers = Map<string, number>;

async function run(site: Site, minutes: number) {
  const until = performance.now() + minutes * 60_000;
  const answers: Answers = new Map();
  const load = Object.entries(actsOf(site)).map(([name, { every, act }]) =>
    repeat(until, every, async (round) => {
      const status = await act(round).catch(() => 0);
      const key = `${name} ${status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    }),
  );
  const samples: Sample[] = [];
  while (performance.now() < until) {
    await setTimeout(Math.min(sampleEvery, Math.max(0, until - performance.now())));
    samples.push(await sample(site));
  }
  await Promise.all(load);
  return { samples, answers };
}

/** `every`: milliseconds between two of a kind, which wait for each other. */
type Act = { every: number; act: (round: number) => Promise<number> };

function actsOf({ url }: Site): Record<string, Act> {
  const size = sizeOf(articles);
  const pages = pagesOf(size).map(({ path }) => path);
  const page = (round: number) => {
    const path = pages[round % pages.length] ?? '/';
    return typeof path === 'string' ? path : path(round);
  };
  const ask = async (
    round: number,
    path: string,
    init: { method?: string; token?: number | string; body?: object } = {},
  ) => {
    const { method = 'GET', token, body } = init;
    const headers: Record<string, string> = {
      'x-forwarded-for': `10.${(round >> 16) & 255}.${(round >> 8) & 255}.${round & 255}`,
    };
    if (token !== undefined) headers.authorization = typeof token === 'string' ? token : `${tokenPrefix}${token}`;
    if (body) headers['content-type'] = 'application/json';
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    await answer.arrayBuffer();
    return answer.status;
  };
  const member = (round: number) => writers + (round % (members - writers));
  const post = (round: number, path: string, token: number, body: object) =>
    ask(round, path, { method: 'POST', token, body });
  return {
    缓存的页面: { every: 10, act: (round) => ask(round, round % 2 ? '/' : '/archive') },
    渲染的页面: { every: 150, act: (round) => ask(round, page(round)) },
    搜索: {
      every: 400,
      act: (round) => ask(round, `/v1/article/search?keyword=${encodeURIComponent(words[round % words.length] ?? '')}`),
    },
    登录: {
      every: 3000,
      act: (round) =>
        post(round, '/oauth/emailLogin', member(round), {
          email: `a${round}@example.com`,
          password: 'not the password',
        }),
    },
    评论: {
      every: 1000,
      act: (round) =>
        post(round, '/v1/comment/', member(round), {
          articleId: 11 + 100 * (round % 10),
          text: `第 ${round} 条：石榴花落了。`,
          key: crypto.randomUUID(),
        }),
    },
    聊天: {
      every: 250,
      act: (round) =>
        post(round, '/v1/im/chat', member(round), { roomId: 1, text: `第 ${round} 句`, key: crypto.randomUUID() }),
    },
    发布: {
      every: 20_000,
      act: (round) => publish(round, (path, body) => fetchJson(url, path, round % writers, body)),
    },
    备份: {
      every: 15 * 60_000,
      act: (round) =>
        ask(round, '/v1/admin/backups/work', { method: 'POST', token: ownerToken, body: { kind: 'create' } }),
    },
  };
}

const words = ['备份', '春天', '摄影', '数据库', '旅行', '读书'];

type Post = (path: string, body: object) => Promise<{ code: number; data: { id: number; version: number } }>;

async function publish(round: number, post: Post) {
  const markdown = `第 ${round} 篇。雨下了一夜，院子里的石榴花落了一地。\n\n`.repeat(60);
  const content = { title: `雨水 ${round}`, markdown, tags: ['春', '雨'], summary: '', category: '', keywords: '' };
  const { data } = await post('/v1/article/', { key: crypto.randomUUID(), content });
  return (await post('/v1/article/submit', { id: data.id, version: data.version })).code;
}

async function fetchJson(url: string, path: string, token: number, body: object) {
  const headers = { authorization: `${tokenPrefix}${token}`, 'content-type': 'application/json' };
  return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

async function repeat(until: number, every: number, act: (round: number) => Promise<void>) {
  for (let round = 0; performance.now() < until; round++) {
    const begun = performance.now();
    await act(round);
    await setTimeout(Math.max(0, every - (performance.now() - begun)));
  }
}

async function sample({ url, pid = 0 }: Site): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^mojian_${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return {
    memory: residentMegabytes(pid),
    whole: residentOfAll(pid),
    delay: read('event_loop_delay_seconds\\{quantile="0.99"\\}') * 1000,
    files: openFiles(pid),
    outbox: read('outbox_oldest_seconds'),
    cpu: cpuOf(pid) / 1000,
  };
}

function print(samples: Sample[], answers: Answers, minutes: number) {
  const series: Record<string, Series> = {
    memory: { title: '内存', unit: 'MB', values: samples.map(({ memory }) => memory) },
    whole: { title: '内存，连同它开的进程', unit: 'MB', values: samples.map(({ whole }) => whole) },
    delay: { title: '事件循环的延迟，p99', unit: '毫秒', values: samples.map(({ delay }) => delay) },
    files: { title: '打开的文件与连接', unit: '个', values: samples.map(({ files }) => files) },
    outbox: { title: '发件箱里最老的一件晚了多久', unit: '秒', values: samples.map(({ outbox }) => outbox) },
  };
  const report = openReport();
  report.section(`${minutes} 分钟的混合负载，${articles} 篇文章，${streams} 条事件流`);
  for (const [name, one] of Object.entries(series)) {
    writeFileSync(join(pictures, `soak-${name}.svg`), lineChart(one, minutes));
    const third = Math.ceil(one.values.length / 3);
    const first = quantile(one.values.slice(0, third), 0.5);
    const last = quantile(one.values.slice(-third), 0.5);
    const most = Math.max(...one.values);
    const figure = `开头 ${first.toFixed(1)}，末尾 ${last.toFixed(1)}，最多 ${most.toFixed(1)} ${one.unit}`;
    report.line(one.title, figure, name === 'memory' ? { ok: last <= budget, want: `≤ ${budget} MB` } : undefined);
  }
  report.line('处理器', `${(samples.at(-1)?.cpu ?? 0).toFixed(0)} 秒`);
  for (const [name, count] of [...answers].sort()) report.line(name, `${count} 次`);
  report.end();
}
