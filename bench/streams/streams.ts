import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWhenNeeded } from '../../scripts/build.js';
import { startFirst } from '../first-site.ts';
import { fillMembers, tokenPrefix } from '../writing/members.ts';
import type { Arrivals, Task } from './listeners.ts';

const sizes = [100, 500, 1000, 2000];
const messages = 8;
const rates = [2, 5, 10, 20];
const seconds = 6;
const program = resolve(import.meta.dirname, 'listeners.ts');

/** Measures how long a group message takes to reach all of many streams, and the memory per stream. */
export async function measureStreams() {
  buildWhenNeeded();
  const site = await startFirst({ SAMPLE_CONTENT: '0', TRUST_PROXY: '1' });
  const most = sizes.at(-1) ?? 0;
  await fillMembers(join(site.dataDir, 'mojian.db'), most);
  const listeners = startListeners(site.url);
  const memory = () => residentKilobytes(site.pid ?? 0);
  try {
    await listeners.ask({ is: 'open', count: 1 });
    await listeners.ask({ is: 'say', count: 3, every: 200 });
    await calm();
    const idle = memory();
    print(`进程内存，只有一条流：${Math.round(idle / 1024)} MB`);
    for (const count of sizes) {
      await listeners.ask({ is: 'open', count });
      await calm();
      const held = memory();
      const arrivals = await listeners.ask({ is: 'say', count: messages, every: 1000 });
      const each = ((held - idle) / count).toFixed(1);
      print(`${count} 条流：${describe(arrivals)}；开着时每条 ${each} KB，进程 ${Math.round(memory() / 1024)} MB`);
    }
    for (const rate of rates) {
      const arrivals = await listeners.ask({ is: 'say', count: rate * seconds, every: 1000 / rate });
      print(`${most} 条流，每秒 ${rate} 条消息，${seconds} 秒：${describe(arrivals)}`);
    }
    await listeners.ask({ is: 'stand still' });
    const arrivals = await listeners.ask({ is: 'say', count: messages, every: 1000 });
    print(`其中一条不读：${describe(arrivals)}；进程 ${Math.round(memory() / 1024)} MB`);
  } finally {
    listeners.stop();
    await site.remove();
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const calm = () => new Promise((done) => setTimeout(done, 3000));

function startListeners(url: string) {
  const child = fork(program, [url, tokenPrefix]);
  const gone = new Promise<never>((_, fail) => child.once('exit', () => fail(new Error('听的进程没有了'))));
  return {
    ask: (task: Task) =>
      Promise.race([
        gone,
        new Promise<Arrivals>((done) => {
          child.once('message', (answer) => done(answer as Arrivals));
          child.send(task);
        }),
      ]),
    stop: () => child.disconnect(),
  };
}

/** Summarises all arrivals; 全部收到 is the arrival at the last stream, median over messages. */
function describe(arrivals: Arrivals) {
  const sorted = arrivals.flat().sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  const last = arrivals.map((ofOne) => Math.max(...ofOne)).sort((a, b) => a - b);
  return `中位数 ${at(0.5)} ms，p99 ${at(0.99)} ms，全部收到 ${Math.round(last[Math.floor(last.length / 2)] ?? 0)} ms`;
}

function residentKilobytes(pid: number) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
