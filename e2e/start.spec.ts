import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { freePort, run, startSite } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'mojian-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the program where it must refuse, and returns what it printed. */
async function refused(env: Record<string, string>) {
  const program = run({ LOG_LEVEL: 'error', PORT: String(await freePort()), ...env });
  expect(await program.ended).toBe(1);
  return program.output().trim();
}

test('the first start fills a site, prints its address and the one-time link, and stops cleanly', async () => {
  const site = await startSite({ DATA_DIR: join(folder, 'first') });
  await site.says('/setup?token=');
  expect(site.output()).toContain(site.url);
  const { data } = (await (await fetch(`${site.url}/v1/article/`)).json()) as { data: { total: number } };
  expect(data.total).toBeGreaterThan(5);
  expect(await site.stop()).toBe(0);

  const again = await startSite({ DATA_DIR: site.dataDir });
  const second = (await (await fetch(`${again.url}/v1/article/`)).json()) as { data: { total: number } };
  expect(second.data.total).toBe(data.total);
  await again.remove();
});

test('an empty site starts without sample content', async () => {
  const site = await startSite({ SAMPLE_CONTENT: '0', DATA_DIR: join(folder, 'empty') });
  const home = await fetch(site.url);
  expect(home.status).toBe(200);
  const { data } = (await (await fetch(`${site.url}/v1/article/`)).json()) as { data: { total: number } };
  expect(data.total).toBe(0);
  await site.remove();
});

test('a site that stops leaves the next start the compiled code of program and pages', async () => {
  const cache = join(folder, 'compiled');
  const site = await startSite({ NODE_COMPILE_CACHE: cache });
  await fetch(site.url);
  await site.remove();
  const files = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  const chunks = files.filter((path) => path.endsWith('.code')).map((path) => basename(path, '.code'));
  expect(chunks.toSorted()).toEqual(['base', 'first', 'pages', 'start']);
});

test('a taken port ends with one clear line', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  expect(await refused({ DATA_DIR: join(folder, 'port'), PORT: String(port) })).toMatch(
    /^启动失败：端口 \d+ 已被占用[^\n]*$/,
  );
  other.close();
});

test('a weak owner password ends the start with one clear line', async () => {
  const owner = { OWNER_EMAIL: 'me@example.com', OWNER_PASSWORD: 'admin888' };
  const printed = await refused({ DATA_DIR: join(folder, 'weak'), SAMPLE_CONTENT: '0', ...owner });
  expect(printed).toMatch(/^启动失败：OWNER_EMAIL 与 OWNER_PASSWORD 不能用作站长账号[^\n]*$/);
  expect(printed).not.toContain('墨笺已启动');
});

test('a read-only data folder ends with one clear line', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect(await refused({ DATA_DIR: join(file, 'data') })).toMatch(/^启动失败：数据目录不可写：[^\n]*$/);
});

test('a database of a newer version is refused and left alone', async () => {
  const site = await startSite({ SAMPLE_CONTENT: '0', DATA_DIR: join(folder, 'newer') });
  await site.stop();
  const database = new DatabaseSync(join(site.dataDir, 'mojian.db'));
  database.exec("insert into kysely_migration (name, timestamp) values ('999-future', '')");
  database.close();
  expect(await refused({ DATA_DIR: site.dataDir })).toMatch(/^启动失败：数据库来自更新的版本（999-future）[^\n]*$/);
});

test('a wrong setting names its variable', async () => {
  expect(await refused({ DATA_DIR: folder, PORT: 'abc' })).toBe('启动失败：环境变量 PORT 须为端口号，如 3000');
  expect(await refused({ DATA_DIR: folder, DATABASE_URL: 'mysql://x' })).toContain(
    'DATABASE_URL 须以 postgres:// 开头',
  );
  expect(await refused({ DATA_DIR: folder, SITE_URL: 'https://example.com/blog' })).toMatch(
    /^启动失败：环境变量 SITE_URL 只写到域名[^\n]*子域名$/,
  );
  expect(await refused({ DATA_DIR: '~/mojian-data' })).toMatch(/^启动失败：环境变量 DATA_DIR 不认识 ~[^\n]*$/);
  expect(await refused({ DATA_DIR: folder, SMTP_URL: 'mail.example.com' })).toContain('SMTP_URL 须以 smtp://');
  expect(await refused({ DATA_DIR: folder, SMTP_URL: 'smtp://robot:open-sesame@mail.example.com' })).toMatch(
    /^启动失败：环境变量 SMTP_URL 须形如(?!.*open-sesame)[^\n]*$/,
  );
});

test('a host that is not this machine’s is named, and not taken for the database', async () => {
  for (const host of ['x86_64-conda-linux-gnu', '203.0.113.1'])
    expect(await refused({ DATA_DIR: join(folder, 'host'), HOST: host, SAMPLE_CONTENT: '0' })).toMatch(
      new RegExp(`^启动失败：不能监听环境变量 HOST 所写的 ${host}（[A-Z_]+）[^\\n]*$`),
    );
});

test('what an editor of Windows leaves in the variables does no harm', async () => {
  const data = join(folder, 'windows');
  const owner = { OWNER_EMAIL: 'me@example.com\r', OWNER_PASSWORD: 'Ink-and-Paper-2026\r' };
  const site = await startSite({ DATA_DIR: data, SAMPLE_CONTENT: '0\r', LOG_LEVEL: "'error'\r", ...owner });
  const body = JSON.stringify({ email: 'me@example.com', password: 'Ink-and-Paper-2026' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${site.url}/oauth/emailLogin`, { method: 'POST', headers, body })).status).toBe(200);
  await site.remove();
});

test('a killed site starts again with all its data', async () => {
  const site = await startSite({ DATA_DIR: join(folder, 'killed') });
  await site.kill();
  const again = await startSite({ DATA_DIR: site.dataDir });
  expect((await fetch(again.url)).status).toBe(200);
  const database = new DatabaseSync(join(again.dataDir, 'mojian.db'), { readOnly: true });
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
  await again.stop();
});
