import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDatabase } from '../../../test/database.ts';
import { program } from '../../../test/program.ts';
import { dialectOf } from '../../platform/db/dialect.ts';

let folder: string;
let place: Awaited<ReturnType<typeof newDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-status-'));
  place = await newDatabase();
});
afterEach(async () => {
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command as people do. */
function run(...args: string[]) {
  return runWith({}, ...args);
}

async function runWith(more: Record<string, string>, ...args: string[]) {
  const database = dialectOf(place.url) === 'postgres' ? { DATABASE_URL: place.url } : {};
  const env = { ...process.env, DATA_DIR: folder, SITE_URL: 'https://blog.example', ...database, ...more };
  const child = spawn(process.execPath, [program, ...args], { env });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (bytes) => (printed.out += bytes));
  child.stderr.on('data', (bytes) => (printed.err += bytes));
  const [code] = await once(child, 'close');
  return { code, ...printed };
}

/** Simulates a running site: a process with its name, and a server that is ready or not. */
async function begin(status: number) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'mojian.js']);
  const server: Server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const site = { pid: child.pid, host: '127.0.0.1', port, version: '0.2.0', startedAt: new Date().toISOString() };
  await writeFile(join(folder, 'mojian.pid'), JSON.stringify(site));
  const end = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    server.close();
  };
  return { pid: child.pid, port, end };
}

test('status tells a running, a busy, a killed and a stopped site apart', { timeout: 120_000 }, async () => {
  const ready = await begin(200);
  const { code, out } = await run('status');
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining(`墨笺 0.2.0 在运行，进程 ${ready.pid}`),
  });
  expect(out).toContain(`http://127.0.0.1:${ready.port}，读者打开 https://blog.example`);
  expect(JSON.parse((await run('status', '--json')).out)).toMatchObject({
    running: true,
    ready: true,
    dataDir: folder,
  });
  await ready.end();
  expect(await run('status')).toMatchObject({
    code: 1,
    out: expect.stringContaining(`上次的进程 ${ready.pid} 没有正常停下`),
  });

  const busy = await begin(503);
  expect(await run('status', '--ready')).toMatchObject({ code: 1, out: expect.stringContaining('就绪  否') });
  await busy.end();
  const other = await begin(200);
  await rm(join(folder, 'mojian.pid'));
  expect(await run('status')).toMatchObject({ code: 1 });
  const own = await runWith({ PORT: String(other.port) }, 'status', '--ready');
  expect(own).toMatchObject({ code: 0, out: expect.stringContaining('墨笺在运行') });
  await other.end();
  expect(JSON.parse((await run('status', '--json')).out)).toMatchObject({ running: false, stalePid: null });
});

test('a set-up link is printed until there is an owner', { timeout: 120_000 }, async () => {
  const { code, out, err } = await run('setup-link');
  expect(code).toBe(0);
  expect(out).toMatch(/https:\/\/blog\.example\/setup\?token=[\w-]{43}\n/);
  expect(err).toContain('没有在运行');
  await run('set', 'identity.name', '听雨楼');
  const { openDatabase } = await import('../../platform/db/open.ts');
  const db = openDatabase(dialectOf(place.url) === 'postgres' ? place.url : join(folder, 'mojian.db'));
  const owner = {
    nickname: '站长',
    nicknameKey: '站长',
    role: 'owner' as const,
    email: 'me@blog.example',
    createdAt: 1,
  };
  await db.insertInto('users').values(owner).execute();
  await db.destroy();
  expect(await run('setup-link')).toMatchObject({ code: 0, out: expect.stringMatching(/^已经有站长了/), err: '' });
});

test('lists and findings are printed for scripts', { timeout: 120_000 }, async () => {
  expect(JSON.parse((await run('backup', 'list', '--json')).out)).toEqual([]);
  expect(JSON.parse((await run('review', '--json')).out)).toEqual([]);
  const fields = JSON.parse((await run('set', 'list', '--json')).out) as { path: string; value: unknown }[];
  expect(fields).toContainEqual({ path: 'mail.password', value: false });
  expect(await run('backup', '--json')).toMatchObject({ code: 2, out: '' });
  const { code, out } = await run('doctor', '--json');
  const examined = JSON.parse(out) as { ok: boolean; findings: { name: string }[] };
  expect(code).toBe(examined.ok ? 0 : 1);
  expect(examined.findings.map(({ name }) => name)).toContain('数据库');
});

test('the program knows its version, and completes its commands', { timeout: 120_000 }, async () => {
  expect(JSON.parse((await run('version', '--json')).out)).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.version,
  });
  const { out } = await run('completion', 'bash');
  const complete = async (...words: string[]) => {
    const typed = `COMP_WORDS=(mojian ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
    const child = spawn('bash', ['-c', `${out}\n${typed}\n_mojian\nprintf '%s ' "\${COMPREPLY[@]}"`]);
    let replies = '';
    child.stdout.on('data', (bytes) => (replies += bytes));
    await once(child, 'close');
    return replies.trim();
  };
  expect(await complete('doc')).toBe('doctor');
  expect(await complete('backup', '')).toBe('list');
  expect(await complete('status', '--')).toBe('--json --ready --help');
  expect(await run('completion', 'tcsh')).toMatchObject({ code: 2, out: '' });
});
