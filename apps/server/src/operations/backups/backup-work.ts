import { join } from 'node:path';
import { type BackupWork, backupWork } from '@mojian/contract/operations/backups';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { dayLength } from '@mojian/contract/platform/time';
import { z } from 'zod';
import { isoTime } from '../../platform/dates.ts';
import { writeWhole } from '../../platform/durable-files.ts';
import { readIfThere } from '../../platform/storage/local-storage.ts';
import type { SiteDeps } from './backups.ts';
import { backupFolder } from './folder.ts';
import { type OnProgress, stepNames } from './progress.ts';
import type { Replacing } from './restore.ts';

/** Dependencies of a site that restores itself. */
export type BackupDeps = SiteDeps & { replacing: Replacing };

type Result = Partial<Pick<BackupWork, 'preview' | 'safety' | 'name'>>;
type Work = Pick<BackupWork, 'kind' | 'name'> & { run: (onProgress: OnProgress) => Promise<Result> };

/** Runs one backup job at a time in the background, its state visible to all processes. */
export class BackupWorker {
  readonly #dataDir: string;
  #own: BackupWork | null = null;
  #isReported = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async work() {
    await lastWrite; // a job of another worker in this process may just have ended
    const state = await readWorkState(this.#dataDir, (why) => this.#report(why));
    const own = this.#own;
    return own && (!state || state.startedAt <= own.startedAt) ? own : state;
  }

  /** Once per process: the admin polls every second. */
  #report(why: string) {
    if (!this.#isReported) process.stderr.write(`${why}\n`);
    this.#isReported = true;
  }

  /** Starts without waiting. @throws Failure already-done while a job is running */
  async begin({ kind, name, run }: Work): Promise<BackupWork> {
    await this.requireIdle();
    if (this.#own?.state === 'running') throw busy(); // another job began meanwhile
    const work: BackupWork = {
      kind,
      name,
      state: 'running',
      step: '',
      done: 0,
      total: 0,
      startedAt: isoTime(Date.now()),
      failure: '',
      preview: null,
      safety: '',
    };
    this.#own = work;
    const tellEnd = reportWork(this.#dataDir, work);
    await lastWrite; // the job removes unfinished files, its own state among them
    void run(({ step, done, total }) => Object.assign(work, { step: stepNames[step], done, total }))
      .then(
        (result) => Object.assign(work, result, { state: 'done' }),
        (error) => Object.assign(work, { state: 'failed', failure: messageOf(error) }),
      )
      .then(tellEnd);
    return { ...work };
  }

  /** @throws Failure already-done while a job is running */
  async requireIdle() {
    if ((await this.work())?.state === 'running') throw busy();
  }
}

function busy() {
  return new Failure('already-done', '上一个任务还没有完成，请稍候');
}

/** An unknown error names paths of the machine, in English: it is for whoever reads the program's output. */
function messageOf(error: unknown) {
  if (isFailure(error)) return error.message;
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  return '出了意外，没有完成；原因在程序的输出里（如 journalctl -u mojian）';
}

type WorkState = { work: BackupWork; toldAt: number };
const stateShape: z.ZodType<WorkState> = z.object({ work: backupWork, toldAt: z.number() });

const everyMilliseconds = 1000;
/** A process silent for this long is dead. */
const goneAfter = 15_000;
/** Results expire after this. */
const forgottenAfter = dayLength;

/**
 * Reads the state of the running or last job in any process. A file beside the backups, since a restore replaces the
 * database.
 */
export async function readWorkState(dataDir: string, onBroken: (why: string) => void = () => {}) {
  const state = parseState(await readIfThere(await statePath(dataDir)), onBroken);
  if (!state) return null;
  const { work, toldAt: reportedAt } = state;
  const expiresAfter = work.state === 'running' ? goneAfter : forgottenAfter;
  return Math.abs(Date.now() - reportedAt) > expiresAfter ? null : work; // the clock may have been set back
}

/** An unreadable file counts as none; the backups do not depend on it. */
function parseState(bytes: Buffer | undefined, onBroken: (why: string) => void): WorkState | undefined {
  if (!bytes) return undefined;
  try {
    return stateShape.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    onBroken(`backups/.work 读不出来（${bytes.length} 字节），当作没有`);
    return undefined;
  }
}

/** Serialises this process's writes. */
let lastWrite = Promise.resolve();

/** Writes the state at intervals until the returned function writes it the last time. */
export function reportWork(dataDir: string, work: BackupWork) {
  const report = () => {
    // on a full disk the state is not written, and other processes do not see it
    lastWrite = lastWrite.then(() => writeState(dataDir, { work, toldAt: Date.now() })).catch(() => {});
    return lastWrite;
  };
  void report();
  const timer = setInterval(report, everyMilliseconds).unref();
  return () => {
    clearInterval(timer);
    return report();
  };
}

/** A newer job's state wins, unless it has ended while this one runs. */
async function writeState(dataDir: string, state: WorkState) {
  const path = await statePath(dataDir);
  const known = parseState(await readIfThere(path), () => {})?.work;
  const isNewer = known && known.startedAt > state.work.startedAt;
  if (isNewer && (known.state === 'running' || state.work.state !== 'running')) return;
  await writeWhole(path, Buffer.from(JSON.stringify(state)), { mode: 0o600 });
}

async function statePath(dataDir: string) {
  return join(await backupFolder(dataDir), '.work');
}
