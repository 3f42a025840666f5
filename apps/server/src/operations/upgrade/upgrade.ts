import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDiskFull } from '../../platform/db/errors.ts';
import { findRunning, isAlive, localAddress } from '../../platform/pid-file.ts';
import { inspect, requireNewer, type Source, unpack } from './archive.ts';
import type { Context } from './context.ts';
import { addedNoStep, readSteps, removeTrial, savedPlace } from './data.ts';
import { hasVersion, pointTo, removeUnfinishedUpgrades } from './home.ts';
import {
  amendJournal,
  isEnded,
  isUntouched,
  type Journal,
  keepReserve,
  lastDone,
  newJournal,
  readJournal,
  type Step,
  writeJournal,
} from './journal.ts';
import { backUpAndProve, backUpAside, requireKnownData, requireOneProcess, requireSpace } from './precautions.ts';
import { closeInterrupted, isHandedOver } from './recover.ts';
import { goBack, replace, tidy } from './replace.ts';
import { isReady, listPages, readPages } from './running.ts';
import { tryVersion } from './trial.ts';

/** Upgrades to a release. The caller holds the lock of upgrades. @throws Error in Chinese; the old version runs then */
export async function upgrade(context: Context, typed: string) {
  const { config, home, privileges } = context;
  const source = await privileges.asRoot(() => inspect(typed)); // read as root: the file may be in root's own folder
  requireNewer(source.version, home.current);
  await requireKnownData(config);
  await requireSpace(context, source);
  await requireOneProcess(config);
  const previous = lastDone(readJournal(config.dataDir));
  await writeJournal(config.dataDir, newJournal(home.current, source.version, previous));
  const pages = await prepare(context, source).catch(async (error: Error) => {
    const reason = isDiskFull(error) ? '磁盘满了，腾出地方再试' : error.message;
    await forget(context, source, reason);
    throw new Error(`没有升级，站点照旧。${reason}`);
  });
  await replace(context, { from: home.current, to: source.version, ...pages });
}

/** All that can be done and tried beside the running site. */
async function prepare(context: Context, source: Source) {
  const { config, home, privileges, say } = context;
  await keepReserve(config.dataDir);
  await enter(context, 'unpack', `解开 ${source.version}，核对每个文件`);
  await privileges.asRoot(async () => {
    await removeUnfinishedUpgrades(home);
    await unpack(source, join(home.folder, source.version));
  });
  await enter(context, 'backup', '备份，并试着恢复一遍');
  say(`备份好了，试恢复过：DATA_DIR/backups/${await backUpAndProve(context)}`);
  const running = findRunning(config.dataDir);
  const address = localAddress(running ?? config);
  const paths = await listPages(address);
  const before = running ? await readPages(address, paths) : [];
  await tryVersion(context, { version: source.version, paths, before });
  return { paths, before };
}

async function enter({ config, say }: Context, step: Step, line: string) {
  say(line);
  await amendJournal(config.dataDir, { step });
}

/** Removes what an upgrade left that did not come to the switch. */
async function forget({ config, home, privileges }: Context, { version }: Source, failure: string) {
  await removeTrial(config).catch(() => {});
  await privileges.asRoot(() => rm(join(home.folder, version), { recursive: true, force: true }));
  await amendJournal(config.dataDir, { step: 'undone', failure });
}

/**
 * Brings an interrupted upgrade to an end: finished where the newer version answers, else undone.
 * @returns whether there was one
 */
export async function finishInterrupted(context: Context) {
  const journal = readJournal(context.config.dataDir);
  if (!journal) return false;
  if (isEnded(journal)) {
    await moveLinkBack(context, journal);
    return finishAside(context, journal);
  }
  context.say(`上一次升级（${journal.from} → ${journal.to}）做到一半断了，先收尾`);
  await (isUntouched(journal) ? dropUntouched(context, journal) : finishTouched(context, journal));
  return true;
}

/** The service handed over to the older version, and could not move the link. */
async function moveLinkBack({ config, home, privileges }: Context, { step, from, to, attempts }: Journal) {
  if (step !== 'undone' || home.current !== to || !isHandedOver({ attempts })) return;
  await privileges.asRoot(() => pointTo(home, from));
  await amendJournal(config.dataDir, { attempts: 0 });
}

async function dropUntouched({ config, home, privileges, say }: Context, journal: Journal) {
  await closeInterrupted(config, journal);
  await privileges.asRoot(async () => {
    await removeUnfinishedUpgrades(home);
    if (journal.to !== home.current) await rm(join(home.folder, journal.to), { recursive: true, force: true });
  });
  say(`没有升级，还是 ${journal.from}`);
}

async function finishTouched(context: Context, journal: Journal) {
  const { config, home, privileges, say } = context;
  if (journal.step === 'tidy' || (journal.step !== 'undo' && (await comesToAnswer(context, journal)))) {
    await privileges.asRoot(() => pointTo(home, journal.to));
    return tidy(context, journal.to);
  }
  await goBack(context, { ...journal, reason: journal.failure || '升级中途断了' });
  const ended = readJournal(config.dataDir);
  say(`退回了 ${journal.from}，${ended?.keepsData ? '写下的都在' : '数据是升级前的'}`);
  if (ended) await finishAside(context, ended);
}

/** Milliseconds in which a requested start has to begin. */
const beginsWithin = 10_000;

/** Waits until the newer version answers; its start may not have begun, or it may still be migrating. */
async function comesToAnswer(context: Context, { to }: Journal) {
  const begun = Date.now();
  for (; Date.now() < begun + context.wait; await setTimeout(200)) {
    if (await isAnswering(context, to)) return true;
    const { startPid: pid = 0, startMark: mark = '' } = readJournal(context.config.dataDir) ?? {};
    if (pid === 0 ? Date.now() > begun + beginsWithin : !isAlive({ pid, mark })) return false;
  }
  return false;
}

async function isAnswering({ config }: Context, version: string) {
  const running = findRunning(config.dataDir);
  if (running?.version !== version) return false;
  const address = localAddress(running);
  const pages = await readPages(address, await listPages(address));
  return (await isReady(address)) && pages.every(({ status }) => status > 0 && status < 500);
}

async function finishAside(context: Context, journal: Journal) {
  if (!journal.isAside) return false;
  const name = await backUpAside(context, journal);
  context.say(`${journal.to} 开着时写下的，备份在 DATA_DIR/backups/${name}，${journal.to} 或更新的版本可以恢复它`);
  return true;
}

/** Says in Chinese what a rollback would do. @throws Error in Chinese where there is nothing to go back to */
export async function planRollback({ config, home }: Pick<Context, 'config' | 'home'>) {
  const journal = lastDone(readJournal(config.dataDir));
  if (journal?.to !== home.current) throw new Error('没有可以退回的上一版');
  const { from, isSaved } = journal;
  if (!hasVersion(home, from)) throw new Error(`${from} 的程序已经不在了，退不回去`);
  const keepsData = !isSaved || (await addedNoStep(config, from));
  if (!keepsData && (await readSteps(savedPlace(config, from))).length === 0)
    throw new Error('升级前的数据已经不在了，退不回去');
  return { journal, keepsData };
}

type RollbackPlan = Awaited<ReturnType<typeof planRollback>>;

/** Goes back to the version before the last upgrade that was done. */
export async function rollBack(context: Context, { journal, keepsData }: RollbackPlan) {
  const { config, say } = context;
  await requireOneProcess(config);
  await writeJournal(config.dataDir, { ...journal, keepsData });
  await goBack(context, { ...journal, reason: '站长退回' });
  say(`退回好了，现在是 ${journal.from}`);
  const ended = readJournal(config.dataDir);
  if (ended) await finishAside(context, ended);
}
