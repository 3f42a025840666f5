import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findRunning, identityOf } from '../../platform/pid-file.ts';
import type { Place } from './data.ts';
import { findHome } from './home.ts';
import { amendJournal, isEnded, isUntouched, isUpgrading, type Journal, readJournal, recordDone } from './journal.ts';
import { endProcess } from './running.ts';

type Program = { version: string; folder: string };
type Say = (line: string) => void;

/** Starts of a newer version that may fail before it is given up. */
const attemptsAtMost = 3;
/** Milliseconds a newer version that nobody watches has to run before the upgrade counts as done. */
const doneAfter = 60_000;

/** Loaded when an upgrade is to be gone on with: it brings the clients of both databases, which a usual start can spare. */
const loadData = () => import('./data.ts');

/**
 * Goes on with an upgrade where it was interrupted, before anything opens the database: a newer version keeps the
 * database of before, an older one puts it back.
 * @returns the program to run instead of this one, if it is another version's turn
 */
export async function recoverBeforeStart(place: Place, program: Program, say: Say): Promise<string | undefined> {
  const journal = readIfReadable(place.dataDir, say);
  if (journal?.step === 'undone') return refuseUndone(journal, program);
  if (!journal || isEnded(journal)) return undefined;
  if (isUntouched(journal)) {
    if (!isUpgrading(place.dataDir)) await closeInterrupted(place, journal);
    return undefined;
  }
  if (journal.step === 'tidy') return undefined;
  if (program.version === journal.to) return startNewer(place, journal, program);
  if (program.version === journal.from) {
    const { isAside } = await startOlder(place, journal);
    if (isAside)
      say(`退回了 ${journal.from}。${journal.to} 开着时写下的留着，运行 sudo mojian upgrade 就变成一份备份\n`);
  }
  return undefined;
}

/**
 * Keeps a version that was given up from the data: a start of it may come late, and the service, which cannot move the
 * link, starts it again after handing over to the older one. @throws Error in Chinese
 */
function refuseUndone({ from, to, attempts }: Journal, { version, folder }: Program) {
  if (version !== to) return undefined;
  const older = join(dirname(folder), from, 'bin/mojian');
  if (isHandedOver({ attempts }) && existsSync(older)) return older;
  const home = findHome(folder);
  if (home && home.current !== to) throw new Error(`没有换成 ${to}，已退回 ${from}`);
  return undefined;
}

/** Whether the service gave a version up by itself; the link still names it. */
export function isHandedOver({ attempts }: Pick<Journal, 'attempts'>) {
  return attempts >= attemptsAtMost;
}

/** A journal of a later version, or a broken one, must not keep the site from starting. */
function readIfReadable(dataDir: string, say: Say) {
  try {
    return readJournal(dataDir);
  } catch (error) {
    say(`${(error as Error).message}\n`);
    return undefined;
  }
}

/** Says in Chinese that an upgrade was interrupted, and what to do; '' where none was. */
export function describeInterrupted(dataDir: string) {
  const journal = readIfReadable(dataDir, () => {});
  if (!journal || (isEnded(journal) && !journal.isAside) || isUpgrading(dataDir)) return '';
  return `升级（${journal.from} → ${journal.to}）没有收尾，请运行 sudo mojian upgrade`;
}

/** An upgrade that died before it touched the site leaves nothing but its trial. */
export async function closeInterrupted(place: Place, { trialPid, trialMark }: Journal) {
  await endProcess({ pid: trialPid, mark: trialMark });
  const { removeTrial } = await loadData();
  await removeTrial(place);
  await amendJournal(place.dataDir, { step: 'undone', failure: '中途断了' });
}

async function startNewer(place: Place, journal: Journal, { version, folder }: Program) {
  const { dataDir } = place;
  const older = join(dirname(folder), journal.from, 'bin/mojian');
  if (journal.step === 'undo') return existsSync(older) ? older : undefined;
  const attempts = journal.attempts + 1;
  if (attempts > attemptsAtMost && existsSync(older)) {
    await amendJournal(dataDir, { step: 'undo', failure: journal.failure || '新版启动不了' });
    return older;
  }
  const step = journal.step === 'watch' ? 'watch' : 'start';
  const { pid, mark } = identityOf(process.pid);
  await amendJournal(dataDir, { step, attempts, startPid: pid, startMark: mark });
  await endOther(dataDir, version);
  if (journal.isSaved) return undefined;
  const { saveDatabase } = await loadData();
  await saveDatabase(place, journal.from);
  await amendJournal(dataDir, { isSaved: true });
  return undefined;
}

async function startOlder(place: Place, journal: Journal) {
  const { dataDir } = place;
  const { step, isSaved, hasServed, isAside, keepsData, from, to, startPid, startMark } = journal;
  const { addedNoStep, putBack, dropSaved } = await loadData();
  if (step !== 'undo' && isUpgrading(dataDir)) return journal;
  await endProcess({ pid: startPid, mark: startMark });
  await endOther(dataDir, from);
  const onAside = () => amendJournal(dataDir, { step: 'undo', isAside: true });
  const keepsAll = keepsData || (isSaved && !isAside && (await addedNoStep(place, from)));
  if (isSaved && !keepsAll) await putBack(place, { from, to, isAside, onAside, keepsAside: hasServed });
  const failure = journal.failure || '中途断了';
  const undone = await amendJournal(dataDir, { step: 'undone', isSaved: false, keepsData: keepsAll, failure });
  if (isSaved) await dropSaved(place, from);
  return undone;
}

async function endOther(dataDir: string, version: string) {
  const running = findRunning(dataDir);
  if (running && running.version !== version) await endProcess(running);
}

/** For a newer version that is about to listen: from then on people write. */
export async function recordServing({ dataDir }: Place, version: string) {
  const journal = readIfReadable(dataDir, () => {});
  if (journal && !isEnded(journal) && journal.to === version && !journal.hasServed)
    await amendJournal(dataDir, { hasServed: true });
}

/** For a site that answers: an upgrade whose watcher died is done once the newer version has run for a while. */
export function confirmInTime({ dataDir }: Place, version: string) {
  const read = () => readIfReadable(dataDir, () => {});
  const isPending = () => {
    const journal = read();
    return journal?.to === version && ['start', 'watch', 'tidy'].includes(journal.step) && !isUpgrading(dataDir);
  };
  const journal = read();
  if (!journal || isEnded(journal) || journal.to !== version) return;
  setTimeout(() => {
    if (isPending()) void recordDone(dataDir).catch(() => {});
  }, doneAfter).unref();
}
