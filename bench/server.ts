import { readFileSync } from 'node:fs';
import { type Site, start } from '../e2e/site.ts';
import { startFirst } from './first-site.ts';

const starts = 5;

/** Starts the program on a filled first site, five times to time it. */
export async function startBenchSite() {
  const first = await startFirst({ TRUST_PROXY: '1' });
  await first.stop();
  const env = { DATA_DIR: first.dataDir, PORT: new URL(first.url).port, TRUST_PROXY: '1' };

  const times: number[] = [];
  let site: Site = first;
  for (let round = 0; round < starts; round++) {
    const begun = performance.now();
    site = await start(env);
    times.push(performance.now() - begun);
    if (round < starts - 1) await site.stop();
  }
  await new Promise((done) => setTimeout(done, 3000));
  const { data } = (await (await fetch(`${site.url}/v1/article/?pageSize=50`)).json()) as Listed;
  const longest = data.records.filter(({ readType }) => readType === 0).sort((a, b) => b.words - a.words)[0];
  return {
    url: site.url,
    article: `/article/${longest?.id}`,
    startMs: Math.round(times.sort((a, b) => a - b)[Math.floor(starts / 2)] ?? 0),
    memory: () => residentMegabytes(site.pid ?? 0),
    remove: site.remove,
  };
}

type Listed = { data: { records: { id: number; words: number; readType: number }[] } };

function residentMegabytes(pid: number) {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Math.round(kilobytes / 1024);
}
