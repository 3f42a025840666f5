import { buildWhenNeeded } from '../../scripts/build.js';
import { type Measured, measured } from './calls.ts';
import type { Size } from './fill.ts';
import { measureWhole } from './measure-whole.ts';
import { type GrownSite, startGrown } from './sites.ts';

/** Ten rows, or as many as a page shows: the replies are then equally long at every size. */
const sizes: Size[] = [
  { name: '一页', comments: 10, notices: 20, board: 50, says: 10 },
  { name: '千条', comments: 1000, notices: 1000, board: 1000, says: 1000 },
  { name: '全量', comments: 20_000, notices: 50_000, board: 100_000, says: 20_000 },
];
const nouns = { comments: '评论', notices: '通知', board: '留言板', says: '说说' } as const;
const rounds = 40;
const warmUp = 5;

/**
 * Makes the same calls on three sites of different size in turn, so that other load affects all alike. `articles`: the
 * pages and calls of sites up to 100,000 articles.
 */
export async function measureGrowth([database, ...rest]: string[]) {
  if (database === 'articles') return (await import('./articles.ts')).measureArticles(rest);
  buildWhenNeeded();
  const stop = database === 'postgres' ? await usePostgres() : undefined;
  console.log(`三个站，${process.env.TEST_DATABASE ? 'PostgreSQL' : 'SQLite'}，各写到一种大小……`);
  const sites: GrownSite[] = [];
  try {
    for (const size of sizes) sites.push(await startGrown(size));
    let noun = '';
    for (const call of measured) {
      if (call.grows !== noun) console.log(heading(call.grows));
      noun = call.grows;
      console.log(
        await measure(sites, call).then(
          (times) => line(call.name, times),
          (error: Error) => unmeasured(call.name, error),
        ),
      );
    }
    console.log('\n非写每一行不可的，各一次');
    for (const row of await measureWhole(sites)) console.log(row);
  } finally {
    for (const site of sites) await site.remove();
    await stop?.();
  }
}

/** Median milliseconds on each site. */
async function measure(sites: GrownSite[], { act, before }: Measured) {
  const times: number[][] = sites.map(() => []);
  for (let round = 0; round < rounds + warmUp; round++)
    for (const [n, site] of sites.entries()) {
      await before?.(site, round);
      const begun = performance.now();
      await act(site, round);
      if (round >= warmUp) times[n]?.push(performance.now() - begun);
    }
  return times.map(median);
}

function median(times: number[]) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function heading(grows: Measured['grows']) {
  const counts = sizes.map((size) => size[grows].toLocaleString('en')).join(' / ');
  return `\n${nouns[grows]}：${counts} 条，毫秒（中位数）`;
}

/** Formats times as a curve `▁▂▇`: one block per half of the time at ten rows. */
function line(name: string, times: number[]) {
  const [first = 1] = times;
  const ratios = times.map((time) => time / first);
  const curve = ratios.map((ratio) => '▁▂▃▄▅▆▇█'[Math.min(7, Math.max(0, Math.round(ratio * 2) - 1))]).join('');
  const figures = times.map((time) => time.toFixed(1).padStart(7)).join('');
  return `  ${curve}${figures}   ${(ratios.at(-1) ?? 1).toFixed(2).padStart(6)} 倍  ${name}`;
}

function unmeasured(name: string, { message }: Error) {
  process.exitCode = 1;
  return `  ✗ ${name}：${message}`;
}

async function usePostgres() {
  const { startPostgres } = await import('../../apps/server/test/start-postgres.ts');
  const { url, stop } = await startPostgres();
  process.env.TEST_DATABASE = url;
  return stop;
}
