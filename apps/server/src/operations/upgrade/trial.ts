import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { identityOf } from '../../platform/pid-file.ts';
import type { Context } from './context.ts';
import { copyForTrial, removeTrial } from './data.ts';
import { programOf } from './home.ts';
import { amendJournal, upgradesFolder } from './journal.ts';
import { differenceOf, isReady, type Page, readPages } from './running.ts';

type Trial = { version: string; paths: string[]; before: Page[] };

/**
 * Runs a version on a copy of the data, migrations and all, and compares its pages with the running site's. It sends no
 * mail, runs no jobs, and ends with this process. @throws Error in Chinese
 */
export async function tryVersion(context: Context, { version, paths, before }: Trial) {
  const { config, say } = context;
  say('复制数据，给新版试');
  await amendJournal(config.dataDir, { step: 'copy' });
  const copy = await copyForTrial(config);
  say(`${version} 在复制的数据上试运行`);
  await amendJournal(config.dataDir, { step: 'trial' });
  const port = await freePort();
  const log = join(upgradesFolder(config.dataDir), 'trial.log');
  const child = await startTrial(context, version, { ...copy, port, log });
  try {
    const { pid, mark } = identityOf(child.pid ?? 0);
    await amendJournal(config.dataDir, { trialPid: pid, trialMark: mark });
    const address = `http://127.0.0.1:${port}`;
    await untilReady(child, { address, log, until: Date.now() + context.wait });
    await amendJournal(config.dataDir, { step: 'compare' });
    const difference = differenceOf(before, await readPages(address, paths));
    if (difference) throw new Error(`新版的页面不对：${difference}`);
    say(`${paths.length} 个页面都对`);
  } finally {
    await endTrial(child);
    await removeTrial(config);
    await amendJournal(config.dataDir, { trialPid: 0, trialMark: '' });
  }
}

type Start = { dataDir: string; databaseUrl: string | undefined; port: number; log: string };

/** Variables that speak of this process's own service. */
const serviceVariables = [
  'NOTIFY_SOCKET',
  'WATCHDOG_USEC',
  'WATCHDOG_PID',
  'INVOCATION_ID',
  'LISTEN_FDS',
  'METRICS_TOKEN',
];

/** Starts a version for a trial; the trial stops at the end of its standard input, that is when this process ends. */
async function startTrial({ config, home, env, privileges }: Context, version: string, start: Start) {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !serviceVariables.includes(name)));
  const changed = {
    DATA_DIR: start.dataDir,
    DATABASE_URL: start.databaseUrl,
    HOST: '127.0.0.1',
    PORT: String(start.port),
    SITE_URL: config.siteUrl,
    SAMPLE_CONTENT: '0',
  };
  const log = openSync(start.log, 'w', 0o600);
  try {
    return await privileges.asRoot(() => {
      const child = spawn(programOf(home, version), ['start', '--trial'], {
        cwd: '/',
        stdio: ['pipe', log, log],
        env: { ...own, ...changed },
        ...privileges.spawnOptions,
      });
      child.on('error', () => {});
      return child;
    });
  } finally {
    closeSync(log);
  }
}

type Waiting = { address: string; log: string; until: number };

async function untilReady(child: ChildProcess, { address, log, until }: Waiting) {
  for (; !(await isReady(address)); await setTimeout(200)) {
    if (hasEnded(child))
      throw new Error(`新版启动不了：${lastLogLine(log) || `退出码 ${child.exitCode ?? child.signalCode}`}`);
    if (Date.now() > until) throw new Error('新版迟迟没有应答');
  }
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess) {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

/** Lines that Node prints after the error that ended a program: its stack and its own version. */
const afterError = /^(?:\s+at |Node\.js v|\s*[{}]|\s*$)/;

/** Last line in which a program said something, without control characters. */
export function lastLogLine(log: string) {
  try {
    const lines = readFileSync(log, 'utf8').split('\n');
    return (lines.findLast((line) => !afterError.test(line)) ?? '')
      .trim()
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .slice(0, 300);
  } catch {
    return '';
  }
}

async function endTrial(child: ChildProcess) {
  child.stdin?.destroy();
  for (const until = Date.now() + 10_000; !hasEnded(child) && Date.now() < until; ) await setTimeout(50);
  child.kill('SIGKILL');
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
