import { join } from 'node:path';
import { type BackupWork, backupWork } from '@mojian/contract/operations/backups';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { z } from 'zod';
import { isoTime } from '../../platform/dates.ts';
import { readIfThere, writeWhole } from '../../platform/storage/local-storage.ts';
import type { SiteDeps } from './backups.ts';
import { backupFolder } from './folder.ts';
import { type OnProgress, stepNames } from './progress.ts';
import type { Replacing } from './restore.ts';

/** What a running site needs to replace itself. */
export type BackupDeps = SiteDeps & { replacing: Replacing };

type Result = Partial<Pick<BackupWork, 'preview' | 'safety' | 'name'>>;
type Work = Pick<BackupWork, 'kind' | 'name'> & { run: (onProgress: OnProgress) => Promise<Result> };

/** The one long work with backups that the site does or has just done: begun by a call, looked at by others. */
export class BackupWorker {
  readonly #dataDir: string;
  #own: BackupWork | null = null;
  #isReported = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** This process's own, or a later one of another process. */
  async work() {
    const told = await readToldWork(this.#dataDir, (why) => this.#report(why));
    const own = this.#own;
    return own && (!told || told.startedAt <= own.startedAt) ? own : told;
  }

  /** Once for each process: the office asks every second. */
  #report(why: string) {
    if (!this.#isReported) process.stderr.write(`${why}\n`);
    this.#isReported = true;
  }

  /** Begins and does not wait. @throws Failure already-done while another work is under way. */
  async begin({ kind, name, run }: Work): Promise<BackupWork> {
    await this.requireIdle();
    if (this.#own?.state === 'running') throw busy(); // begun since
    const work: BackupWork = {
      ...{ kind, name, state: 'running', step: '', done: 0, total: 0, startedAt: isoTime(Date.now()) },
      ...{ failure: '', preview: null, safety: '' },
    };
    this.#own = work;
    const tellEnd = tellWork(this.#dataDir, work);
    void run(({ step, done, total }) => Object.assign(work, { step: stepNames[step], done, total }))
      .then(
        (result) => Object.assign(work, result, { state: 'done' }),
        (error) => Object.assign(work, { state: 'failed', failure: wordsOf(error) }),
      )
      .then(tellEnd);
    return { ...work };
  }

  /** @throws Failure already-done while a work is under way. */
  async requireIdle() {
    if ((await this.work())?.state === 'running') throw busy();
  }
}

function busy() {
  return new Failure('already-done', '上一个任务还没有完成，请稍候');
}

function wordsOf(error: unknown) {
  return isFailure(error) ? error.message : `操作失败：${(error as Error).message}`;
}

type Told = { work: BackupWork; toldAt: number };
const toldShape: z.ZodType<Told> = z.object({ work: backupWork, toldAt: z.number() });

const everyMilliseconds = 1000;
/** A process that has said nothing of its work for so long is gone. */
const goneAfter = 15_000;
/** How a work ended is of no concern for ever. */
const forgottenAfter = 24 * 3_600_000;

/**
 * The work with backups that some process of the site does or did last, as it told of it. Told in a file beside the
 * backups: a database in the midst of being replaced could not.
 */
export async function readToldWork(dataDir: string, onBroken: (why: string) => void = () => {}) {
  const told = readTold(await readIfThere(await toldPath(dataDir)), onBroken);
  if (!told) return null;
  const { work, toldAt } = told;
  const toldWithin = work.state === 'running' ? goneAfter : forgottenAfter;
  return Math.abs(Date.now() - toldAt) > toldWithin ? null : work; // the clock may have been set back
}

/** What cannot be read counts as not told: the backups themselves do not depend on it. */
function readTold(bytes: Buffer | undefined, onBroken: (why: string) => void): Told | undefined {
  if (!bytes) return undefined;
  try {
    return toldShape.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    onBroken(`backups/.work 读不出来（${bytes.length} 字节），当作没有`);
    return undefined;
  }
}

/** One writer: what this process tells goes to the disk in the order it was told, whichever work it is about. */
let telling = Promise.resolve();

/** Tells of a work now and again and again until it is over, told for the last time by the returned function. */
export function tellWork(dataDir: string, work: BackupWork) {
  const tell = () => {
    telling = telling.then(() => writeTold(dataDir, { work, toldAt: Date.now() })).catch(() => {}); // on a full disk only this process knows
    return telling;
  };
  void tell();
  const timer = setInterval(tell, everyMilliseconds).unref();
  return () => {
    clearInterval(timer);
    return tell();
  };
}

/** A later work stays told, unless it is over and this one still runs in another process. */
async function writeTold(dataDir: string, told: Told) {
  const path = await toldPath(dataDir);
  const known = readTold(await readIfThere(path), () => {})?.work;
  const isLater = known && known.startedAt > told.work.startedAt;
  if (isLater && (known.state === 'running' || told.work.state !== 'running')) return;
  await writeWhole(path, Buffer.from(JSON.stringify(told)), { mode: 0o600 });
}

async function toldPath(dataDir: string) {
  return join(await backupFolder(dataDir), '.work');
}
