import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { cpuOf, openFiles, quantile, residentMegabytes } from '../server-use.ts';
import type { Arrivals, Task } from '../streams/listeners.ts';
import { tokenPrefix } from '../writing/members.ts';

const minute = 60;
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Opens many streams, of five a member, and measures memory, files, CPU at rest and how long a kept page takes. */
export async function idleStreams({ url, pid = 0 }: { url: string; pid: number | undefined }, count: number) {
  await wait(3000);
  const before = residentMegabytes(pid);
  const child = fork(resolve(import.meta.dirname, '../streams/listeners.ts'), [url, tokenPrefix, '5']);
  const ask = (task: Task) =>
    new Promise<Arrivals>((done) => {
      child.once('message', (answer) => done(answer as Arrivals));
      child.send(task);
    });
  await ask({ is: 'open', count });
  await wait(5000);
  const held = residentMegabytes(pid);
  const used = cpuOf(pid);
  const times: number[] = [];
  for (let second = 0; second < minute * 5; second++) {
    const begun = performance.now();
    await (await fetch(`${url}/`)).arrayBuffer();
    times.push(performance.now() - begun);
    await wait(200);
  }
  const cpu = (cpuOf(pid) - used) / minute / 10;
  process.stdout.write(
    `${count} 条流闲着：内存 ${before} → ${held} MB，每条 ${(((held - before) * 1024) / count).toFixed(1)} KB；一分钟后 ${residentMegabytes(pid)} MB；` +
      `文件 ${openFiles(pid)} 个；处理器 ${cpu.toFixed(1)} %；存着的页 p50 ${quantile(times, 0.5).toFixed(1)}、p99 ${quantile(times, 0.99).toFixed(1)} ms\n`,
  );
  child.disconnect();
}
