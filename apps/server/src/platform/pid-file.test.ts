import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning, localAddress, readPidFile, removePidFile, writePidFile } from './pid-file.ts';

const site = { host: '127.0.0.1', port: 3000, version: '0.1.0', startedAt: '2026-05-01T00:00:00.000Z' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mojian-pid-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pidOf = (file: string) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { pid: number }).pid;

/** A process that looks like a site, or like any other program. */
async function begin(word: string) {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', word]);
  await once(child.stdout, 'data');
  const end = () => {
    child.kill('SIGKILL');
    return once(child, 'exit');
  };
  return { pid: child.pid ?? 0, end };
}

test('the PID file names the process and is removed with it', () => {
  writePidFile(folder, site);
  expect(readPidFile(folder)).toEqual({ pid: process.pid, ...site });
  expect(pidOf('mojian.pid')).toBe(process.pid);
  removePidFile(folder);
  expect(readPidFile(folder)).toBeUndefined();
});

test('a process does not remove another one’s PID file', () => {
  writeFileSync(join(folder, 'mojian.pid'), JSON.stringify({ pid: process.ppid, ...site }));
  removePidFile(folder);
  expect(pidOf('mojian.pid')).toBe(process.ppid);
});

test('a killed site, or another program with its PID, does not count as running', async () => {
  const [running, other] = [await begin('mojian.js'), await begin('other.js')];
  expect(isRunning({ pid: running.pid, ...site })).toBe(true);
  expect(isRunning({ pid: other.pid, ...site })).toBe(false);
  await running.end();
  await other.end();
  expect(isRunning({ pid: running.pid, ...site })).toBe(false);
});

test('a file left in a container that names the reading process is not a running site', () => {
  writePidFile(folder, site);
  expect(isRunning({ pid: process.pid, ...site })).toBe(false);
});

test.each(['', 'x', '{}', '{"pid":"1"}'])('a file that says %j is no file', (text) => {
  writeFileSync(join(folder, 'mojian.pid'), text);
  expect(readPidFile(folder)).toBeUndefined();
});

test('a site that listens on all addresses is reached by the loopback one', () => {
  expect(localAddress({ host: '0.0.0.0', port: 80 })).toBe('http://127.0.0.1:80');
  expect(localAddress({ host: '::', port: 80 })).toBe('http://[::1]:80');
  expect(localAddress({ host: '10.0.0.2', port: 80 })).toBe('http://10.0.0.2:80');
});
