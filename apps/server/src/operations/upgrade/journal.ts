import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isDiskFull } from '../../platform/db/errors.ts';
import { writeWhole } from '../../platform/durable-files.ts';
import { tryLock } from '../../platform/file-lock.ts';
import { versionPattern } from './release.ts';

/**
 * Steps of an upgrade in order. Up to `compare` the site is untouched; from `switch` on `mojian start` of either version
 * goes on from here; `undo` goes back; the last two are ends.
 */
const steps = [
  'check',
  'unpack',
  'backup',
  'copy',
  'trial',
  'compare',
  'switch',
  'start',
  'watch',
  'tidy',
  'undo',
  'done',
  'undone',
] as const;

export type Step = (typeof steps)[number];

const version = z.string().regex(versionPattern);
const entry = z.object({
  format: z.literal(1),
  from: version,
  to: version,
  step: z.enum(steps),
  /** Milliseconds. */
  startedAt: z.number(),
  /** Whether the earlier database is saved under `savedPlace(from)`. */
  isSaved: z.boolean(),
  /** Going back leaves the data as it is. */
  keepsData: z.boolean(),
  /** Whether the newer version has served requests: what it wrote must not be lost. Versions up to 0.2.0 do not say. */
  hasServed: z.boolean().default(true),
  /** Whether the database of the newer version lies under `asidePlace(to)`. */
  isAside: z.boolean(),
  /** Backup with what was written on the newer version before it was given up; '' for none. */
  asideBackup: z.string(),
  /** Starts of the newer version that never answered. */
  attempts: z.number(),
  /** Processes to end before another version may open the data; 0 for none. Versions up to 0.2.0 keep no marks. */
  trialPid: z.number(),
  trialMark: z.string().default(''),
  startPid: z.number(),
  startMark: z.string().default(''),
  failure: z.string(),
});
const journal = entry.extend({
  /** The upgrade done before this one, to which a rollback returns when this one comes to nothing. */
  previous: entry.optional().catch(undefined),
});

export type Journal = z.infer<typeof journal>;

const untouched: readonly Step[] = ['check', 'unpack', 'backup', 'copy', 'trial', 'compare'];

export const isUntouched = ({ step }: Journal) => untouched.includes(step);
export const isEnded = ({ step }: Journal) => step === 'done' || step === 'undone';

/**
 * Folder of all an upgrade writes. In the data folder and not beside the versions: the service may write nowhere else,
 * and it has to go on after a power cut.
 */
export function upgradesFolder(dataDir: string) {
  return join(dataDir, 'upgrades');
}

function journalPath(dataDir: string) {
  return join(upgradesFolder(dataDir), 'journal.json');
}

/** The running or last upgrade. @throws Error in Chinese for a journal this version cannot read */
export function readJournal(dataDir: string): Journal | undefined {
  const path = journalPath(dataDir);
  if (!existsSync(path)) return undefined;
  try {
    return journal.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new Error(`升级的记录读不出来：${path}。确定没有升级做到一半，就删除它`);
  }
}

export async function writeJournal(dataDir: string, entry: Journal) {
  const write = () =>
    writeWhole(journalPath(dataDir), Buffer.from(`${JSON.stringify(entry, null, 1)}\n`), { mode: 0o600 });
  try {
    await write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    dropReserve(dataDir);
    await write();
  }
  if (isEnded(entry)) dropReserve(dataDir);
}

const reservePath = (dataDir: string) => join(upgradesFolder(dataDir), 'reserve');
const reserveBytes = 8 * 1024 ** 2;

/** Takes room on the disk that going back may use, should something fill the disk meanwhile. */
export function keepReserve(dataDir: string) {
  return writeWhole(reservePath(dataDir), Buffer.alloc(reserveBytes, 1), { mode: 0o600 });
}

function dropReserve(dataDir: string) {
  rmSync(reservePath(dataDir), { force: true });
}

/** Changes fields of the present journal; another process may have written others since. */
export async function amendJournal(dataDir: string, change: Partial<Journal>): Promise<Journal> {
  const present = readJournal(dataDir);
  if (!present) throw new Error('升级的记录不见了');
  const next = { ...present, ...change };
  await writeJournal(dataDir, next);
  return next;
}

/** Ends an upgrade well. What was done before it can no longer be rolled back. */
export function recordDone(dataDir: string) {
  return amendJournal(dataDir, { step: 'done', previous: undefined });
}

/** The upgrade that a rollback would undo: one that came to nothing leaves the one before it. */
export function lastDone(journal: Journal | undefined): Journal | undefined {
  const last = journal?.step === 'undone' ? journal.previous : journal;
  return last?.step === 'done' ? last : undefined;
}

export function newJournal(from: string, to: string, previous?: Journal): Journal {
  return {
    format: 1,
    from,
    to,
    step: 'check',
    startedAt: Date.now(),
    isSaved: false,
    keepsData: false,
    hasServed: false,
    isAside: false,
    asideBackup: '',
    attempts: 0,
    trialPid: 0,
    trialMark: '',
    startPid: 0,
    startMark: '',
    failure: '',
    previous,
  };
}

/** Holds the lock of upgrades until the returned function or the end of the process; undefined while another holds it. */
export function lockUpgrades(dataDir: string) {
  const folder = upgradesFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return tryLock(join(folder, '.lock'));
}

/** Whether a process is upgrading at this moment. */
export function isUpgrading(dataDir: string) {
  if (!existsSync(upgradesFolder(dataDir))) return false;
  const release = lockUpgrades(dataDir);
  release?.();
  return release === undefined;
}
