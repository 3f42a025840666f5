import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Site, startSite } from './site.ts';

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
