import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canConfine, makeSystem, startMachine } from './confined.ts';
import { isLong } from './long.ts';

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `mojian-${version}-linux-${process.arch}`;
const archive = join(root, 'release', `${name}.tar.xz`);
const url = 'http://127.0.0.1:3000';
const slow = { timeout: 1_200_000, retry: 0 };

/** Runs the real archive, without network, on one core: only in `npm run test:long`, and by root. */
const willRun = isLong && canConfine;
if (isLong && !canConfine) console.warn('e2e/release.spec.ts：要 root、unshare 与内存组，这里没有，没有试发布包');

let machine: Awaited<ReturnType<typeof startMachine>>;

beforeAll(async () => {
  if (!willRun) return;
  if (!existsSync(archive))
    execFileSync(process.execPath, [join(root, 'scripts/release.js'), `linux-${process.arch}`], { stdio: 'inherit' });
  const folder = mkdtempSync('/var/tmp/mojian-'); // a disk: a folder in memory would count as the machine's
  makeSystem(folder);
  execFileSync('cp', [archive, join(folder, 'tmp')]);
  machine = await startMachine(folder);
}, 1_800_000);

afterAll(async () => {
  if (!machine) return;
  console.table(machine.steps);
  await machine.remove();
}, 60_000);

type Envelope = { code: number; message: string; data: Record<string, unknown> };

async function call(path: string, request: Omit<Parameters<typeof machine.ask>[0], 'url'> = {}) {
  const { text } = await machine.ask({ ...request, url: `${url}${path}` });
  const envelope = JSON.parse(text) as Envelope;
  if (envelope.code !== 200) throw new Error(`${path}: ${envelope.message}`);
  return envelope.data;
}

/** Starts the installed site and waits for its first page. */
async function open() {
  const site = machine.start(['/usr/local/bin/mojian', 'start']);
  const begun = Date.now();
  while (!site.output().includes('墨笺已启动')) {
    if (Date.now() - begun > 120_000) throw new Error(`not started:\n${site.output()}`);
    await sleep(10);
  }
  expect(await machine.ask({ url })).toMatchObject({ status: 200, text: expect.stringContaining('<title>') });
  return site;
}

async function close(site: Awaited<ReturnType<typeof open>>) {
  await machine.run('sh', '-c', 'kill $(sed "s/.*\\"pid\\":\\([0-9]*\\).*/\\1/" /var/lib/mojian/mojian.pid)');
  expect(await site.ended).toBe(0);
}

async function writeArticle(token: string) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const large = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#357', noise } });
  const picture = (await large.jpeg({ quality: 80 }).toBuffer()).toString('base64');
  const file = await call('/file/upload', { method: 'POST', token, picture });
  const content = { title: '雨水', markdown: `落在纸上。\n\n![雨](${file.url})` };
  const saved = await call('/v1/article/', { method: 'POST', token, json: { key: 'rain-of-the-release', content } });
  const { id, version: saveVersion } = saved;
  expect(await call('/v1/article/submit', { method: 'POST', token, json: { id, version: saveVersion } })).toMatchObject(
    { state: 'published' },
  );
  return { page: `/article/${id}`, picture: String(file.url) };
}

test.runIf(willRun)('the release installs and runs on an empty machine of one core and 512 MB', slow, async () => {
  expect(statSync(archive).size).toBeLessThan(75_000_000);
  await machine.step('unpack', () => machine.run('tar', '-xJf', `/tmp/${name}.tar.xz`, '-C', '/tmp'));
  const installed = await machine.step('install', () => machine.run(`/tmp/${name}/install.sh`, '--yes', '--no-start'));
  expect(installed).toContain(`墨笺 ${version} 装好了`);
  await machine.run('rm', '-rf', `/tmp/${name}`, `/tmp/${name}.tar.xz`);

  let site = await machine.step('first start and page', open);
  const link = await machine.run('/usr/local/bin/mojian', 'setup-link');
  const token = /setup\?token=([\w-]+)/.exec(link)?.[1];
  const json = { token, nickname: '沈砚', email: 'owner@example.com', password: 'a long enough one' };
  const owner = await machine.step('owner', () => call('/v1/setup', { method: 'POST', json }));
  const article = await machine.step('article with a picture', () => writeArticle(String(owner.token)));
  const shown = async () => {
    expect((await machine.ask({ url: `${url}${article.page}` })).text).toContain('落在纸上');
    expect(await machine.ask({ url: `${url}${article.picture}` })).toMatchObject({ status: 200 });
  };
  await shown();
  await machine.step('backup', () => machine.run('/usr/local/bin/mojian', 'backup', '/var/lib/mojian/rain.zip'));
  await call(`/v1/article/?id=${article.page.split('/').at(-1)}`, { method: 'DELETE', token: String(owner.token) });
  await expect.poll(async () => (await machine.ask({ url: `${url}${article.page}` })).status).toBe(410);

  await close(site);
  await machine.step('restore', () => machine.run('/usr/local/bin/mojian', 'restore', '/var/lib/mojian/rain.zip'));
  site = await machine.step('second start and page', open);
  await shown();
  await sleep(5000);
  console.log(`idle: ${machine.used()} MB`);
  await close(site);
  expect(machine.killed()).toBe(0);
});

test.runIf(willRun)('with 256 MB it still serves', slow, async () => {
  await machine.resize(256);
  const site = await machine.step('start in 256 MB', open);
  await machine.step('300 pages in 256 MB', async () => {
    const pages = ['/', '/archive', '/about', '/say', '/search?q=雨', '/rss.xml'];
    for (let round = 0; round < 50; round += 1)
      for (const { status } of await Promise.all(pages.map((page) => machine.ask({ url: `${url}${page}` }))))
        expect(status).toBe(200);
  });
  await close(site);
  expect(machine.killed()).toBe(0);
});
