import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findRunning, localAddress } from '../../platform/pid-file.ts';
import type { Context } from './context.ts';
import { dropSaved } from './data.ts';
import { hasVersion, listVersions, pointTo } from './home.ts';
import { amendJournal, readJournal, recordDone, type Step, upgradesFolder } from './journal.ts';
import { backUpAside } from './precautions.ts';
import { isReady, type Page, readPages, restart } from './running.ts';
import { lastLogLine } from './trial.ts';

type Change = { from: string; to: string; paths: string[]; before: Page[] };

/** Has the newer version run in place of the older and watches it; what fails brings the older back. */
export async function replace(context: Context, { from, to, paths, before }: Change) {
  const { config, home, privileges } = context;
  let child: ChildProcess | undefined;
  try {
    await enter(context, 'switch', `换成 ${to}`);
    await privileges.asRoot(() => pointTo(home, to));
    await enter(context, 'start', '停下旧版，启动新版');
    child = await restart({ ...context, version: to, dataDir: config.dataDir });
    const pid = await untilRunning(context, to, child);
    await enter(context, 'watch', `新版开着了，看 ${Math.round(context.watch / 1000)} 秒`);
    await watch(context, { pid, paths, before });
  } catch (error) {
    child?.kill('SIGKILL');
    await goBack(context, { from, reason: (error as Error).message });
    throw new Error(`${(error as Error).message}。${await describeOutcome(context, from)}`);
  }
  await tidy(context, to);
}

async function enter({ config, say }: Context, step: Step, line: string) {
  say(line);
  await amendJournal(config.dataDir, { step });
}

/** Waits until a version answers as ready. @returns its process */
async function untilRunning(context: Context, version: string, child?: ChildProcess) {
  const { config, wait } = context;
  for (const until = Date.now() + wait; ; await setTimeout(200)) {
    const running = findRunning(config.dataDir);
    if (running?.version === version && (await isReady(localAddress(running)))) return running.pid;
    if (hasFailed(context, version, child)) throw new Error(`${version} 启动不了${reasonIn(context)}`);
    if (Date.now() > until) throw new Error(`${version} 迟迟没有应答`);
  }
}

/** Whether the started process ended, or a service manager started the newer version more than once. */
function hasFailed({ config }: Context, version: string, child?: ChildProcess) {
  if (child && (!child.pid || child.exitCode !== null || child.signalCode !== null)) return true;
  const { step = 'start', to = '', attempts = 0 } = readJournal(config.dataDir) ?? {};
  return version === to && (step === 'undo' || step === 'undone' || attempts > 1);
}

function reasonIn({ config, service }: Context) {
  const line = service ? '' : lastLogLine(join(upgradesFolder(config.dataDir), 'start.log'));
  return line && `：${line}`;
}

const pagesEvery = 5000;
const failuresAtMost = 2;

type Watching = { pid: number; paths: string[]; before: Page[] };

async function watch({ config, watch }: Context, { pid, paths, before }: Watching) {
  let failures = 0;
  let pagesAt = 0;
  for (const until = Date.now() + watch; Date.now() < until; await setTimeout(500)) {
    const running = findRunning(config.dataDir);
    if (running?.pid !== pid) throw new Error('新版开着开着停了');
    const address = localAddress(running);
    failures = (await isReady(address)) ? 0 : failures + 1;
    if (failures > failuresAtMost) throw new Error('新版不再应答');
    if (Date.now() < pagesAt) continue;
    pagesAt = Date.now() + pagesEvery;
    requireWorking(before, await readPages(address, paths));
  }
}

/** Compares status codes only: titles may change, since people write meanwhile. */
function requireWorking(before: Page[], now: Page[]) {
  for (const [index, { path, status }] of now.entries()) {
    const isGone = status >= 400 && before[index]?.status === 200;
    if (status === 0 || status >= 500 || isGone)
      throw new Error(`新版的 ${path} ${status ? `答 ${status}` : '没有应答'}`);
  }
}

type Return = { from: string; reason: string };

/** Has the older version run again, which puts its data back as it starts. @throws Error in Chinese when it does not */
export async function goBack(context: Context, { from, reason }: Return) {
  const { config, home, privileges } = context;
  const { isSaved } = await amendJournal(config.dataDir, { step: 'undo', failure: reason });
  await privileges.asRoot(() => pointTo(home, from));
  if (findRunning(config.dataDir)?.version === from && !isSaved) {
    await amendJournal(config.dataDir, { step: 'undone' });
    return;
  }
  const child = await restart({ ...context, version: from, dataDir: config.dataDir });
  await untilRunning(context, from, child).catch((error) => {
    throw new Error(`${reason}；退回 ${from} 也没有成功（${error.message}），请看日志后运行 mojian upgrade`);
  });
}

/** Says in Chinese where the data is now. */
async function describeOutcome(context: Context, from: string) {
  const journal = readJournal(context.config.dataDir);
  const back = `${from} 和它的数据都回来了`;
  if (!journal?.isAside) return back;
  const name = await backUpAside(context, journal).catch(() => '');
  const place = name ? `备份在 DATA_DIR/backups/${name}` : '留在 DATA_DIR/upgrades 里';
  return `${back}；新版开着时写下的没有丢，${place}，新版修好后可以从那里恢复`;
}

/** Versions that stay beside the running one. */
const olderAtMost = 2;

/** Removes versions and data of long before. */
export async function tidy(context: Context, current: string) {
  const { config, home, privileges, say } = context;
  await enter(context, 'tidy', '收拾');
  const old = listVersions(home).filter((version) => version !== current);
  for (const version of old.slice(olderAtMost)) {
    await privileges.asRoot(() => rm(join(home.folder, version), { recursive: true, force: true }));
    await dropSaved(config, version);
  }
  await recordDone(config.dataDir);
  const [previous] = old;
  const hint = previous && hasVersion(home, previous) ? `。想退回 ${previous}：mojian rollback` : '';
  say(`升级好了，现在是 ${current}${hint}`);
}
