import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { copyGrown } from '../apps/server/test/grown/template.ts';
import { freePort } from '../e2e/site.ts';
import { buildWhenNeeded } from '../scripts/build.js';
import { startFirst } from './first-site.ts';
import { openReport } from './report.ts';
import { cpuOf, quantile, residentMegabytes } from './server-use.ts';

const root = resolve(import.meta.dirname, '..');
const templates = process.env.GROWN_SITES ?? resolve(root, 'bench/.data');
/** Articles; twelve are the sample content. */
const usualSizes = [12, 1000, 100_000];
const rounds = 7;
const idleAfter = 5000;
/** Milliseconds to the first answer. */
const budgets = { release: 300, clone: 600 };

type Program = { name: keyof typeof budgets; command: string; args: string[] };
type Start = { first: number; cpu: number; idleCpu: number; memory: number };

/**
 * Measures the time from the start of the program to its first rendered home page, CPU and memory by then and when idle:
 * of this clone, and of the release where `npm run release` has unpacked one. The first start of each, which compiles and
 * migrates, does not count.
 */
export async function measureStart(words: string[]) {
  buildWhenNeeded();
  const sizes = words.map(Number).filter((size) => size > 0);
  const report = openReport();
  for (const size of sizes.length > 0 ? sizes : usualSizes) {
    report.section(`${size.toLocaleString('en')} 篇文章`);
    for (const program of listPrograms()) {
      const dataDir = await makeData(size);
      const starts: Start[] = [];
      for (let round = 0; round <= rounds; round++) starts.push(await startOnce(program, dataDir));
      await rm(dataDir, { recursive: true, force: true });
      print(report, program.name, starts.slice(1));
    }
  }
  report.end();
}

function listPrograms(): Program[] {
  const clone = { name: 'clone' as const, command: process.execPath, args: [resolve(root, 'scripts/start.js')] };
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  const release = resolve(root, `release/unpacked/mojian-${version}-linux-x64/bin/mojian`);
  return existsSync(release) ? [clone, { name: 'release', command: release, args: ['start'] }] : [clone];
}

async function makeData(size: number) {
  if (size > 12) {
    const dataDir = mkdtempSync(join(tmpdir(), 'mojian-start-'));
    await copyGrown(templates, size, join(dataDir, 'mojian.db'));
    return dataDir;
  }
  const first = await startFirst();
  await first.stop();
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-start-'));
  await cp(first.dataDir, dataDir, { recursive: true });
  await first.remove();
  return dataDir;
}

async function startOnce({ command, args }: Program, dataDir: string): Promise<Start> {
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), SMTP_URL: 'keep:', LOG_LEVEL: 'error' };
  const begun = performance.now();
  const child = spawn(command, args, { env, stdio: 'ignore' });
  const ended = new Promise((done) => child.once('exit', done));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode} before it answered`);
    await setTimeout(2);
  }
  const first = performance.now() - begun;
  const pid = child.pid ?? 0; // start.js and the release's script become the server by exec
  const cpu = cpuOf(pid);
  await setTimeout(idleAfter);
  const used = { first, cpu, idleCpu: cpuOf(pid), memory: residentMegabytes(pid) };
  child.kill('SIGTERM');
  await ended;
  return used;
}

function answers(port: number) {
  return new Promise<boolean>((done) => {
    const request = get({ port, host: '127.0.0.1', agent: false }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode === 200));
    });
    request.on('error', () => done(false));
  });
}

function print(report: ReturnType<typeof openReport>, name: Program['name'], starts: Start[]) {
  const median = (of: (start: Start) => number) => Math.round(quantile(starts.map(of), 0.5));
  const first = median((start) => start.first);
  const figure = `第一个回答 ${first} ms，到那时占处理器 ${median((start) => start.cpu)} ms；闲下来一共 ${median((start) => start.idleCpu)} ms，内存 ${median((start) => start.memory)} MB`;
  report.line(name === 'clone' ? '克隆' : '发布包', figure, {
    ok: first <= budgets[name],
    want: `≤ ${budgets[name]} ms`,
  });
}
