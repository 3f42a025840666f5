import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { mojian, run, type Site, startSite } from './site.ts';

const posts = resolve(import.meta.dirname, '../../shared/data/posts-zh');
const folder = mkdtempSync(join(tmpdir(), 'mojian-keeping-'));
const sites: Site[] = [];

afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = async (env: Record<string, string>) => {
  const site = await startSite(env);
  sites.push(site);
  return site;
};

/** Pours a folder into a site from another process, as a person at the keyboard does. */
async function pour(from: string, env: Record<string, string>) {
  const program = run(env, [mojian, 'import', from]);
  const code = await program.ended;
  return { code, printed: program.output() };
}

const write = (name: string, text: string) => {
  mkdirSync(join(folder, 'posts'), { recursive: true });
  writeFileSync(join(folder, 'posts', name), text);
};
/** On a connection of its own: a kept one may be closed by the site at the very moment it is used again. */
const page = async (site: Site, path: string) =>
  (await fetch(site.url + path, { headers: { connection: 'close' } })).text();

test('articles imported while the site runs appear without a restart', async () => {
  const site = await start({ SAMPLE_CONTENT: '0' });
  expect(await page(site, '/archive')).not.toContain('渡口的灯');

  write('lamp.md', '---\ntitle: 渡口的灯\ndate: 2026-05-01\npermalink: /old/lamp.html\n---\n摆渡人每晚点一盏灯。');
  expect(await pour(join(folder, 'posts'), { DATA_DIR: site.dataDir })).toMatchObject({ code: 0 });
  await expect.poll(() => page(site, '/archive'), { interval: 100 }).toContain('渡口的灯');
  await expect.poll(() => page(site, '/'), { interval: 100 }).toContain('渡口的灯');

  const moved = await fetch(`${site.url}/old/lamp.html`, { redirect: 'manual' });
  expect(moved.status).toBe(301);
  expect(moved.headers.get('location')).toMatch(/^\/article\/\d+$/);

  write('lamp.md', '---\ntitle: 渡口的两盏灯\ndate: 2026-05-01\n---\n后来点两盏。');
  await pour(join(folder, 'posts'), { DATA_DIR: site.dataDir });
  await expect.poll(() => page(site, moved.headers.get('location') ?? ''), { interval: 100 }).toContain('渡口的两盏灯');
});

test.skipIf(!existsSync(posts))(
  'twenty real posts are imported and found by a word of two characters; a second run changes nothing',
  async () => {
    const site = await start({ SAMPLE_CONTENT: '0' });
    const copy = join(folder, 'real');
    cpSync(posts, copy, { recursive: true });
    expect((await pour(copy, { DATA_DIR: site.dataDir })).printed).toMatch(/新增[^\d]*20/);
    const found = (await (
      await fetch(`${site.url}/v1/article/search?keyword=${encodeURIComponent('编译')}`)
    ).json()) as {
      data: { total: number };
    };
    expect(found.data.total).toBeGreaterThan(1);

    const longest = (await (await fetch(`${site.url}/v1/article/?pageSize=50`)).json()) as {
      data: { total: number; records: { id: number }[] };
    };
    expect(longest.data.total).toBe(20);
    for (const { id } of longest.data.records) expect((await fetch(`${site.url}/article/${id}`)).status).toBe(200);
    expect((await pour(copy, { DATA_DIR: site.dataDir })).printed).toMatch(/未变[^\d]*20/);
  },
);

test('two processes on PostgreSQL both drop a changed page, and keep serving while the database is away', async () => {
  const database = await freshDatabase();
  const env = { DATABASE_URL: database.url, SAMPLE_CONTENT: '0' };
  const one = await start(env);
  const two = await start(env);
  expect(await page(one, '/archive')).not.toContain('一纸两桥');
  expect(await page(two, '/archive')).not.toContain('一纸两桥');

  write('bridge.md', '---\ntitle: 一纸两桥\ndate: 2026-06-01\n---\n桥在纸上，也在河上。');
  expect(await pour(join(folder, 'posts'), { DATA_DIR: one.dataDir, DATABASE_URL: database.url })).toMatchObject({
    code: 0,
  });
  for (const site of [one, two])
    await expect.poll(() => page(site, '/archive'), { interval: 100 }).toContain('一纸两桥');

  await database.takeAway();
  const stored = await fetch(`${one.url}/archive`, { headers: { connection: 'close' } });
  expect(stored.status).toBe(200);
  expect(await stored.text()).toContain('一纸两桥');
  const unseen = await fetch(`${one.url}/tags`);
  expect(unseen.status).toBe(503);
  expect(await unseen.text()).toContain('暂时无法读取数据');
  const call = await fetch(`${one.url}/v1/tag/`);
  expect(await call.json()).toMatchObject({ code: 503, extra: { failure: 'unavailable' } });
});

/** A database of its own on the tests' PostgreSQL, which can be made to refuse everybody. */
async function freshDatabase() {
  const { default: pg } = await import('pg');
  const server = inject('postgres');
  const name = `mojian_${process.pid}_${Date.now()}`;
  const asServer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await asServer(`create database ${name}`);
  return {
    url: new URL(`/${name}`, server).href,
    takeAway: () =>
      asServer(
        `alter database ${name} allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ),
  };
}
