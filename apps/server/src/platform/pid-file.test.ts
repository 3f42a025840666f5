import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  findRunning,
  identityOf,
  isAlive,
  isDataFolderLocked,
  localAddress,
  lockDataFolder,
  readPidFile,
  removePidFile,
  writePidFile,
} from './pid-file.ts';

const site = { host: '127.0.0.1', port: 3000, version: '0.1.0', startedAt: '2026-05-01T00:00:00.000Z' };
const written = () => ({ ...identityOf(process.pid), ...site });
let folder: string;
let ends: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mojian-pid-'));
});
afterEach(async () => {
  for (const end of ends) await end();
  ends = [];
  rmSync(folder, { recursive: true });
});

const pidOf = (file: string) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { pid: number }).pid;
const write = (file: object) => writeFileSync(join(folder, 'mojian.pid'), JSON.stringify(file));

/** A process that evaluates a module and lives on. */
async function begin(module: string, { word = '', runner = [] as string[] } = {}) {
  const code = `${module}; console.log(1); setInterval(() => {}, 1000)`;
  const [program = '', ...words] = [...runner, process.execPath, '--input-type=module', '-e', code, word];
  const child = spawn(program, words);
  await once(child.stdout, 'data');
  const end = () => {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    child.kill('SIGKILL');
    return once(child, 'exit');
  };
  ends.push(end);
  return { ...identityOf(child.pid ?? 0), end };
}

/** A process that holds the folder as a running site does, without keeping what would release it. */
function beginSite({ shared = false, runner = [] as string[] } = {}) {
  const module = pathToFileURL(join(import.meta.dirname, 'pid-file.ts')).href;
  const named = `import { lockDataFolder, writePidFile } from ${JSON.stringify(module)}`;
  const folderOf = JSON.stringify(folder);
  const work = `await lockDataFolder(${folderOf}, { shared: ${shared} }); writePidFile(${folderOf}, ${JSON.stringify(site)})`;
  const collect =
    "(await import('node:v8')).setFlagsFromString('--expose-gc'); (await import('node:vm')).runInNewContext('gc')()";
  return begin(`${named}; ${work}; ${collect}`, { runner });
}

test('the PID file names the process and is removed with it', () => {
  writePidFile(folder, site);
  expect(readPidFile(folder)).toEqual(written());
  expect(pidOf('mojian.pid')).toBe(process.pid);
  removePidFile(folder);
  expect(readPidFile(folder)).toBeUndefined();
});

test('a process does not remove another one’s PID file', () => {
  write({ ...written(), pid: process.ppid });
  removePidFile(folder);
  expect(pidOf('mojian.pid')).toBe(process.ppid);
});

test('a site runs until its process ends, however that ends', async () => {
  const running = await beginSite();
  expect(findRunning(folder)).toMatchObject({ pid: running.pid, mark: running.mark });
  await running.end();
  expect(readPidFile(folder)?.pid).toBe(running.pid);
  expect(findRunning(folder)).toBeUndefined();
  expect(isDataFolderLocked(folder)).toBe(false);
});

test('no program is a site for the words of its command line', async () => {
  const other = await begin('', { word: '/var/log/mojian.log' });
  write({ ...site, ...identityOf(process.pid), pid: other.pid }); // left by a site of this boot
  expect(findRunning(folder)).toBeUndefined();
  write({ ...site, pid: other.pid, mark: other.mark }); // even its own mark is no lock
  expect(findRunning(folder)).toBeUndefined();
  write({ ...site, pid: other.pid }); // left by a version that wrote no mark, before this program began
  expect(findRunning(folder)).toBeUndefined();
});

test('a running site of a version without marks is known by having begun before its file', async () => {
  const older = await begin('');
  write({ ...site, pid: older.pid, startedAt: new Date().toISOString() });
  expect(findRunning(folder)).toMatchObject({ pid: older.pid, mark: older.mark });
  await older.end();
  expect(findRunning(folder)).toBeUndefined();
});

test('a folder admits one site, and says in one line who is there', async () => {
  const first = await beginSite();
  const refusal = `另一个墨笺（进程 ${first.pid}，端口 3000）正用着这个数据文件夹：${folder}。请先停下它，或换一个 DATA_DIR`;
  await expect(lockDataFolder(folder)).rejects.toThrow(refusal);
  await expect(lockDataFolder(folder, { shared: true })).rejects.toThrow(refusal);
  await first.end();
  const release = await lockDataFolder(folder);
  expect(isDataFolderLocked(folder)).toBe(true);
  release();
  expect(readdirSync(folder).sort()).toEqual(['mojian.lock', 'mojian.pid']);
});

test('sites that share a folder keep out only one that wants it alone', async () => {
  await beginSite({ shared: true });
  const second = await beginSite({ shared: true });
  expect(findRunning(folder)?.pid).toBe(second.pid);
  await expect(lockDataFolder(folder)).rejects.toThrow('正用着这个数据文件夹');
});

test('a file left in a container that names the reading process is not a running site', () => {
  writePidFile(folder, site);
  expect(findRunning(folder)).toBeUndefined();
});

test('a process is the very one that was kept, not another with its number', async () => {
  const { end, ...identity } = await begin('');
  expect(isAlive(identity)).toBe(true);
  expect(isAlive({ ...identity, mark: `${identity.mark}1` })).toBe(false);
  expect(isAlive({ pid: 0, mark: '' })).toBe(false);
  await end();
  expect(isAlive(identity)).toBe(false);
});

/** Runs a program with a file of its own in place of the kernel's id of this boot, where that is allowed. */
const otherBoot = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'file=$1; shift; mount --bind "$file" /proc/sys/kernel/random/boot_id && exec "$@"',
  'sh',
];

test.runIf(canCover())('a site in a sandbox that shows it another boot is the very one it says', async () => {
  writeFileSync(join(folder, 'boot'), '12345678-0000-4000-8000-123456789abc');
  const running = await beginSite({ runner: [...otherBoot, join(folder, 'boot')] });
  expect(readPidFile(folder)?.mark).toMatch(/^12345678-/);
  expect(findRunning(folder)).toMatchObject({ pid: running.pid, mark: running.mark });
  expect(isAlive(running)).toBe(true);
});

function canCover() {
  const [program = '', ...words] = [...otherBoot, '/dev/null', 'true'];
  return process.platform === 'linux' && spawnSync(program, words).status === 0;
}

test.each(['', 'x', '{}', '{"pid":"1"}'])('a file that says %j is no file', (text) => {
  writeFileSync(join(folder, 'mojian.pid'), text);
  expect(readPidFile(folder)).toBeUndefined();
});

test('a site that listens on all addresses is reached by the loopback one', () => {
  expect(localAddress({ host: '0.0.0.0', port: 80 })).toBe('http://127.0.0.1:80');
  expect(localAddress({ host: '::', port: 80 })).toBe('http://[::1]:80');
  expect(localAddress({ host: '10.0.0.2', port: 80 })).toBe('http://10.0.0.2:80');
});
