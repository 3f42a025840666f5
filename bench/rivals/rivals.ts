import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildWhenNeeded } from '../../scripts/build.js';
import { sentence } from '../corpus.ts';
import { waitForRest } from '../server-use.ts';
import { fillGhost, ghostPost } from './fill-ghost.ts';
import { requireInstalled } from './installed.ts';
import { startOurs } from './ours.ts';
import { cpuOf, type Figures, memory, rotate } from './rotate.ts';

/** System under measurement. What it cannot do is missing. */
type System = {
  name: string;
  url: string;
  /** Processes whose CPU time and memory count: this one and all below it. */
  pids: () => number[];
  article: (n: number) => string;
  /** The n-th page of the home page's list. */
  home: (n: number) => string;
  list: string;
  search?: string;
  publish: (n: number) => Promise<Response>;
  comment?: (n: number) => Promise<Response>;
  stop: () => Promise<unknown> | unknown;
};

const posts = 1000;
const writes = 30;
/** Ghost's lists of twelve have 83 pages. */
const homePages = 80;

/**
 * Measures an installed Ghost and WordPress beside this program, 1,000 posts of 3,000 characters in each:
 * `npm run bench -- rivals <folder of Ghost> <folder of WordPress>` (see ghost.sh and wordpress.sh; "-" leaves one out).
 * Prints each system as it ends, and all beside each other at last.
 */
export async function measureRivals([ghost, wordpress]: string[]) {
  const starts: (() => Promise<System>)[] = [() => startOurs(posts)];
  if (ghost && ghost !== '-') {
    requireInstalled('Ghost', ghost);
    starts.push(() => startGhost(resolve(ghost)));
  }
  if (wordpress && wordpress !== '-') {
    requireInstalled('WordPress', wordpress);
    starts.push(() => startWordPress(resolve(wordpress)));
  }
  buildWhenNeeded();
  const columns: Column[] = [];
  for (const start of starts) {
    const system = await start();
    try {
      const column = { name: system.name, rows: await measure(system) };
      printTable([column]);
      columns.push(column);
    } finally {
      await system.stop();
    }
  }
  if (columns.length > 1) printTable(columns);
}

type Column = { name: string; rows: [name: string, figure: string][] };

function printTable(columns: Column[]) {
  const names = columns.map(({ name }) => name);
  console.log(`| 处理器毫秒（每秒次数，p99 毫秒） | ${names.join(' | ')} |\n|${' --- |'.repeat(names.length + 1)}`);
  for (const [at, [name]] of (columns[0]?.rows ?? []).entries())
    console.log(`| ${name} | ${columns.map(({ rows }) => rows[at]?.[1]).join(' | ')} |`);
}

/** Rows in the same order for every system; "–" for what it does not have. */
async function measure(system: System): Promise<Column['rows']> {
  const { url, pids, article, home, list, search, publish, comment } = system;
  const read = async (path: (n: number) => string, amount: number) => {
    await rotate(url, path, { amount: Math.ceil(amount / 10), pids: pids() });
    return figureOf(await rotate(url, path, { amount, pids: pids() }));
  };
  const write = async (act: ((n: number) => Promise<Response>) | undefined) => {
    if (!act) return '–';
    await waitForRest(() => cpuOf(pids())); // reading leaves work behind, which is not the writing's
    return figureOf(await times(act, pids()));
  };
  return [
    ['闲时内存，MB', String(memory(pids()))],
    ['文章，一千篇轮着看', await read(article, posts)],
    ['首页后面的八十页', figureOf(await rotate(url, home, { amount: homePages, pids: pids() }))],
    ['列表接口，十篇', await read(() => list, 300)],
    ['搜索两个字', search ? await read(() => search, 300) : '–'],
    ['发布一篇', await write(publish)],
    ['写一条评论', await write(comment)],
    ['之后的内存，MB', String(memory(pids()))],
  ];
}

function figureOf({ cpu, rate, p99 }: Figures) {
  return `${cpu.toFixed(2)}（${rate.toFixed(rate < 10 ? 1 : 0)}，${Math.round(p99)}）`;
}

/** Acts one after the other; each must succeed. */
async function times(act: (n: number) => Promise<Response>, pids: number[]): Promise<Figures> {
  const taken: number[] = [];
  const before = cpuOf(pids);
  const begun = performance.now();
  for (let n = 0; n < writes; n++) {
    const start = performance.now();
    const answer = await act(n);
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${answer.url}：${answer.status} ${body.slice(0, 300)}`);
    taken.push(performance.now() - start);
  }
  const sorted = taken.sort((a, b) => a - b);
  return {
    cpu: (cpuOf(pids) - before) / writes,
    rate: writes / ((performance.now() - begun) / 1000),
    p99: sorted.at(-1) ?? 0,
  };
}

async function startGhost(folder: string): Promise<System> {
  script('ghost.sh', 'start', folder);
  const url = 'http://127.0.0.1:2468';
  await answering(`${url}/`);
  await answering(`${url}/ghost/api/admin/site/`);
  const { headers, key } = await fillGhost(url);
  return {
    name: 'Ghost',
    url,
    pids: () => [pidIn(folder, 'ghost'), pidIn(folder, 'db')],
    article: (n) => `/bench-${1 + (n % posts)}/`,
    home: (n) => `/page/${2 + (n % homePages)}/`,
    list: `/ghost/api/content/posts/?key=${key}&limit=10&fields=id,title,excerpt,published_at&include=tags`,
    publish: (n) => {
      const post = { ...ghostPost(n + 7000), slug: undefined, published_at: undefined };
      const body = JSON.stringify({ posts: [post] });
      return fetch(`${url}/ghost/api/admin/posts/`, { method: 'POST', headers, body });
    },
    stop: () => script('ghost.sh', 'stop', folder),
  };
}

async function startWordPress(folder: string): Promise<System> {
  script('wordpress.sh', 'start', folder);
  const url = 'http://127.0.0.1:8418';
  await answering(`${url}/`);
  const filled = JSON.parse(readFileSync(`${folder}/filled.json`, 'utf8')) as { authorization: string; post: number };
  const send = (path: string, body: object, authorization?: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: authorization
        ? { 'content-type': 'application/json', authorization }
        : { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    name: 'WordPress',
    url,
    pids: () => [pidIn(folder, 'fpm'), pidIn(folder, 'nginx'), pidIn(folder, 'db')],
    article: (n) => `/bench-${1 + (n % posts)}/`,
    home: (n) => `/page/${2 + (n % homePages)}/`,
    list: '/wp-json/wp/v2/posts?per_page=10',
    search: `/?s=${encodeURIComponent(sentence(17, 2))}`,
    publish: (n) => {
      const { title, lexical } = ghostPost(n + 7000);
      return send('/wp-json/wp/v2/posts', { title, content: lexical, status: 'publish' }, filled.authorization);
    },
    comment: (n) => {
      const author = { author_name: '过客', author_email: `a${n}@example.com` };
      return send('/wp-json/wp/v2/comments', { post: filled.post, content: `写得好，第 ${n} 次来`, ...author });
    },
    stop: () => script('wordpress.sh', 'stop', folder),
  };
}

function script(name: string, act: string, folder: string) {
  const { status } = spawnSync('bash', [resolve(import.meta.dirname, name), act, folder], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${name} ${act} 没有成功`);
}

function pidIn(folder: string, name: string) {
  return Number(readFileSync(`${folder}/${name}.pid`, 'utf8'));
}

async function answering(url: string) {
  for (let round = 0; round < 600; round++) {
    const answer = await fetch(url, { redirect: 'manual' }).catch(() => undefined);
    if (answer && answer.status < 500) return;
    await setTimeout(200);
  }
  throw new Error(`没有起来：${url}`);
}
