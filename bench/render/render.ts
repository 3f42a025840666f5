import { Agent, request } from 'node:http';
import { buildWhenNeeded } from '../../scripts/build.js';
import { openReport } from '../report.ts';
import { cpuOf, residentMegabytes } from '../server-use.ts';
import { startThousand } from './site.ts';

/** CPU milliseconds per answer; `slowest`: milliseconds of the slowest of a hundred at 32 connections. */
const budgets = { article: 4, home: 5, slowest: 150 };
const rounds = Number(process.env.MOJIAN_BENCH_ROUNDS ?? 3);

type Place = { url: string; pid?: number | undefined; paths: string[]; remove: () => Promise<void> };
type Kind = {
  name: string;
  budget?: number;
  slowest?: number;
  count: number;
  atOnce: number;
  path: (n: number, paths: string[]) => string;
};

/** More pages than the cache holds, in rotation: each is rendered. */
const kinds: Kind[] = [
  { name: '文章', budget: budgets.article, count: 400, atOnce: 4, path: article },
  { name: '文章，32 条连接', slowest: budgets.slowest, count: 400, atOnce: 32, path: article },
  { name: '首页与它的各页', budget: budgets.home, count: 180, atOnce: 4, path: home },
  { name: 'GET /v1/article/', count: 1000, atOnce: 4, path: (n) => `/v1/article/?pageNo=${1 + (n % 10)}` },
];

/** Articles enough to push every other page out of the cache. */
const pushOut: Kind = { name: '', count: 400, atOnce: 4, path: article };

function article(n: number, paths: string[]) {
  return paths[n % paths.length] ?? '';
}

function home(n: number) {
  const by = n % 2 ? '' : '&by=hot';
  const place = n >> 1;
  return `/?page=${1 + (place % 90)}${by}`;
}

/**
 * Measures what a page costs that is not in the cache, on 1,000 articles. With folders of other checkouts, already
 * built, these answer in turn with this one.
 */
export async function measureRenders(others: string[]) {
  buildWhenNeeded();
  const report = openReport();
  const programs = [...others, process.cwd()];
  const sites: Place[] = [];
  for (const program of programs) sites.push(await startThousand(program));
  for (const kind of kinds) {
    report.section(`${kind.name}（占处理器的毫秒，${rounds} 轮）`);
    const all = await measure(sites, kind);
    for (const [n, figures] of all.entries()) report.line(programs[n] ?? '', ...verdictOf(figures, kind));
  }
  for (const site of sites) await site.remove();
  report.end();
}

type Figures = { cpu: number[]; times: number[]; memory: number };

/** In turn, so that other load on the machine affects all alike. */
async function measure(sites: Place[], kind: Kind) {
  const all = sites.map((): Figures => ({ cpu: [], times: [], memory: 0 }));
  for (const site of sites) await ask(site, kind, -1);
  for (let round = 0; round < rounds; round++)
    for (const [n, site] of sites.entries()) {
      if (kind.path === home) await ask(site, pushOut, round);
      const { cpu, times } = await ask(site, kind, round);
      all[n]?.cpu.push(cpu);
      all[n]?.times.push(...times);
    }
  for (const [n, figures] of all.entries()) figures.memory = residentMegabytes(sites[n]?.pid ?? 0);
  return all;
}

function verdictOf({ cpu, times, memory }: Figures, { budget, slowest }: Kind) {
  const each = cpu.map((one) => one.toFixed(2)).join(' / ');
  const figure = `${each}，p50 ${at(times, 0.5)} ms，p99 ${at(times, 0.99)} ms，占内存 ${memory} MB`;
  const byCpu = budget && { ok: Math.min(...cpu) <= budget, want: `≤ ${budget} ms` };
  const bySlowest = slowest && { ok: at(times, 0.99) <= slowest, want: `p99 ≤ ${slowest} ms` };
  return [figure, byCpu || bySlowest || undefined] as const;
}

let callers = 0;

async function ask({ url, pid = 0, paths }: Place, { count, atOnce, path }: Kind, round: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const times: number[] = [];
  const number = round < 0 ? 100 : count;
  let next = 0;
  const worker = async () => {
    while (next < number) {
      const begun = performance.now();
      await get(url + path((round + 1) * count + next++, paths), agent);
      times.push(performance.now() - begun);
    }
  };
  const before = cpuOf(pid);
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
  return { cpu: (cpuOf(pid) - before) / number, times };
}

/** From another address each time, beyond the reach of the limit. */
function get(url: string, agent: Agent) {
  callers += 1;
  const headers = {
    'accept-encoding': 'gzip, br',
    'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0',
    'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
  };
  return new Promise<void>((done, fail) => {
    request(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`${answer.statusCode} ${url}`));
      answer.on('end', done).resume();
    })
      .on('error', fail)
      .end();
  });
}

function at(times: number[], share: number) {
  return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0);
}
