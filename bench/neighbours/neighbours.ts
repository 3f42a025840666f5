import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readFeeds } from '../../apps/server/src/pages/neighbours/read-feeds.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import type { Db } from '../../apps/server/src/platform/db/schema.ts';

const count = 300;
const hour = 3_600_000;

/**
 * Reads 300 friends' feeds of all kinds, three rounds: found for the first time, asked again, and again. CPU is that of
 * the reading process; the friends are another one.
 */
export async function measureNeighbours() {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-neighbours-'));
  const friends = fork(resolve(import.meta.dirname, 'friends.ts'));
  const [port] = (await once(friends, 'message')) as [number];
  const db = openDatabase(join(folder, 'mojian.db'));
  try {
    await migrate(db, 'sqlite');
    await addFriends(db, port);
    for (const round of ['found for the first time', 'asked again', 'and again']) await measureRound(db, round);
    const { rows, bytes } = await stored(db);
    console.log(`${rows} titles stored, ${Math.round(bytes / 1024)} KB of text`);
  } finally {
    await db.destroy();
    friends.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addFriends(db: Db, port: number) {
  const links = Array.from({ length: count }, (_, number) => ({
    groupName: '',
    name: `friend ${number}`,
    url: `http://127.0.0.1:${port}/${number}/`,
    state: 'approved' as const,
    createdAt: 0,
  }));
  await db.insertInto('links').values(links).execute();
}

let clock = Date.now();
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function measureRound(db: Db, round: string) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  let largest = 0;
  const watch = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage().rss);
  }, 20);
  const mayReach = (address: string) => address === '127.0.0.1';
  for (let run = 0; run < Math.ceil(count / 100); run++)
    await readFeeds({ db, siteUrl: 'https://mojian.example', mayReach, now: () => clock });
  clearInterval(watch);
  delays.disable();
  const { user, system } = process.cpuUsage(before);
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  console.log(
    `${round}: CPU ${Math.round((user + system) / 1000)} ms, ${Math.round(performance.now() - startedAt)} ms in all, ` +
      `memory at most ${megabytes(largest)} MB, ${megabytes(heapUsed + external)} MB held afterwards, event loop held up p99 ${Math.round(delays.percentile(99) / 1e6)} ms, ` +
      `at most ${Math.round(delays.max / 1e6)} ms`,
  );
  clock += hour + 1000;
}

async function stored(db: Db) {
  const rows = await db.selectFrom('neighbourArticles').select(['title', 'url']).execute();
  return { rows: rows.length, bytes: rows.reduce((sum, { title, url }) => sum + Buffer.byteLength(title + url), 0) };
}
