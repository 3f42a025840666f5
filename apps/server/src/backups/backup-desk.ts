import type { BackupWork } from '@mojian/contract/admin/backups';
import { Failure, isFailure } from '@mojian/contract/failures';
import { isoTime } from '../http/iso-time.ts';
import type { SiteParts } from './backups.ts';
import { type OnProgress, stepNames } from './progress.ts';
import type { Replacing } from './restore.ts';

/** What a running site needs to replace itself. */
export type DeskParts = SiteParts & { replacing: Replacing };

type Result = Partial<Pick<BackupWork, 'preview' | 'safety' | 'name'>>;
type Work = Pick<BackupWork, 'kind' | 'name'> & { run: (onProgress: OnProgress) => Promise<Result> };

/** The one long work with backups this process does or has just done: begun by a call, looked at by others. */
export class BackupDesk {
  #now: BackupWork | null = null;

  get work() {
    return this.#now;
  }

  /** Begins and does not wait. @throws Failure already-done while another work is under way. */
  begin({ kind, name, run }: Work): BackupWork {
    this.requireIdle();
    const work: BackupWork = {
      ...{ kind, name, state: 'running', step: '', done: 0, total: 0, startedAt: isoTime(Date.now()) },
      ...{ failure: '', preview: null, safety: '' },
    };
    this.#now = work;
    run(({ step, done, total }) => Object.assign(work, { step: stepNames[step], done, total })).then(
      (result) => void Object.assign(work, result, { state: 'done' }),
      (error) => void Object.assign(work, { state: 'failed', failure: wordsOf(error) }),
    );
    return { ...work };
  }

  /** @throws Failure already-done while a work is under way. */
  requireIdle() {
    if (this.#now?.state === 'running') throw new Failure('already-done', '上一件还没有做完，请等一等');
  }
}

function wordsOf(error: unknown) {
  return isFailure(error) ? error.message : `没有做成：${(error as Error).message}`;
}
