import type { BackupWork } from '@mojian/contract/operations/backups';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { isoTime } from '../../platform/dates.ts';
import type { SiteParts } from './backups.ts';
import { type OnProgress, stepNames } from './progress.ts';
import type { Replacing } from './restore.ts';
import { readToldWork, tellWork } from './told-work.ts';

/** What a running site needs to replace itself. */
export type DeskParts = SiteParts & { replacing: Replacing };

type Result = Partial<Pick<BackupWork, 'preview' | 'safety' | 'name'>>;
type Work = Pick<BackupWork, 'kind' | 'name'> & { run: (onProgress: OnProgress) => Promise<Result> };

/** The one long work with backups that the site does or has just done: begun by a call, looked at by others. */
export class BackupDesk {
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
