import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { freePort, mojian, run, type Site, startSite } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'mojian-running-'));
let site: Site | undefined;
afterEach(() => site?.remove());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stands in for systemd-notify, and records its arguments. */
function fakeSystemd() {
  const [received, program] = [join(folder, 'received'), join(folder, 'systemd-notify')];
  writeFileSync(received, '');
  writeFileSync(program, `#!/bin/sh\necho "$*" >> ${received}\n`);
  chmodSync(program, 0o755);
  const env = { PATH: `${folder}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '400000' };
  return { env, states: () => readFileSync(received, 'utf8').trim().split('\n') };
}

/** Asks for the home page and returns how many pages have come from the cache. */
async function countHits(url: string) {
  await (await fetch(url)).text();
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^mojian_page_cache_hits_total (\d+)/m.exec(metrics)?.[1]);
}

test('a running site names itself in its folder, is healthy and tells systemd until it stops', async () => {
  const { env, states } = fakeSystemd();
  site = await startSite({ SAMPLE_CONTENT: '0', ...env });
  const file = join(site.dataDir, 'mojian.pid');
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    pid: site.pid,
    port: Number(new URL(site.url).port),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  for (const path of ['/healthz', '/readyz']) {
    const answer = await fetch(site.url + path);
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      200,
      'ok\n',
      'no-store',
    ]);
  }
  // the start may drop the page once more
  const { url } = site;
  await expect.poll(() => countHits(url)).toBeGreaterThan(0);
  const metrics = await (await fetch(`${site.url}/metrics`)).text();
  expect(metrics).toMatch(/^mojian_render_seconds_count [1-9]/m);
  expect(metrics).toMatch(/^mojian_requests_total\{group="page",status="200"\} [2-9]/m);

  await expect.poll(states).toContain('WATCHDOG=1');
  expect(states()[0]).toBe('READY=1');
  expect(await site.stop()).toBe(0);
  expect(states().at(-1)).toBe('STOPPING=1');
  expect(existsSync(file)).toBe(false);
});

test('a second site on the folder of a running one is refused in one line, and leaves the first alone', async () => {
  site = await startSite({ SAMPLE_CONTENT: '0' });
  const port = await freePort();
  const second = run({ LOG_LEVEL: 'error', DATA_DIR: site.dataDir, PORT: String(port) });
  expect(await second.ended).toBe(1);
  expect(second.output().trim()).toMatch(/^启动失败：另一个墨笺（进程 \d+，端口 \d+）正用着这个数据文件夹[^\n]*$/);
  expect((await fetch(site.url)).status).toBe(200);
  expect(await command(site.dataDir, 'status')).toContain('在运行，进程');
});

test('a file left by a power cut does not hold up a restore, whoever has the number now', async () => {
  site = await startSite({ SAMPLE_CONTENT: '0' });
  const file = join(site.dataDir, 'mojian.pid');
  await expect.poll(() => existsSync(file)).toBe(true);
  const left = readFileSync(file, 'utf8');
  await site.kill();
  const other = run({}, ['-e', 'setInterval(() => {}, 1000)', '/var/log/mojian.log']);
  writeFileSync(file, left.replace(/"pid":\d+/, `"pid":${other.child.pid}`));
  expect(await command(site.dataDir, 'status')).toContain('没有在运行');
  expect(await command(site.dataDir, 'restore', 'none.zip')).not.toContain('还在');
  await other.end('SIGKILL');
});

test('nobody else on the machine may read what a site stores', async () => {
  const dataDir = join(folder, 'private');
  site = await startSite({ SAMPLE_CONTENT: '0', DATA_DIR: dataDir });
  await fetch(site.url);
  await command(dataDir, 'backup');
  const paths = ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].map((path) => join(dataDir, path));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter(isOpen)).toEqual([]);

  await site.stop();
  chmodSync(join(dataDir, 'mojian.db'), 0o644); // as earlier versions left it
  mkdirSync(join(dataDir, '.copy-killed')); // by a restore that was killed
  site = await startSite({ DATA_DIR: dataDir });
  expect(isOpen(join(dataDir, 'mojian.db'))).toBe(false);
  expect(existsSync(join(dataDir, '.copy-killed'))).toBe(false);
});

const isOpen = (path: string) => (statSync(path).mode & 0o007) !== 0;

/** Runs a command on a data folder. @returns its output */
async function command(dataDir: string, ...args: string[]) {
  const program = run({ DATA_DIR: dataDir }, [mojian, ...args]);
  await program.ended;
  return program.output();
}
