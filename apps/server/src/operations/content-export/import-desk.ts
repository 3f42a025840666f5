import type { ContentFound, ContentWork } from '@mojian/contract/operations/content';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { isoTime } from '../../platform/dates.ts';

export type OnProgress = (done: number, total: number) => void;
type Work = Pick<ContentWork, 'kind' | 'id'> & { run: (onProgress: OnProgress) => Promise<ContentFound> };

/** Runs one import at a time in the background. */
export class ImportDesk {
  #now: ContentWork | null = null;

  get work() {
    return this.#now;
  }

  /** Starts without waiting. @throws Failure already-done while another runs */
  begin({ kind, id, run }: Work): ContentWork {
    if (this.#now?.state === 'running') throw new Failure('already-done', '上一次导入还没有完成，请稍候');
    const work: ContentWork = {
      kind,
      id,
      state: 'running',
      done: 0,
      total: 0,
      startedAt: isoTime(Date.now()),
      failure: '',
      found: null,
    };
    this.#now = work;
    run((done, total) => Object.assign(work, { done, total })).then(
      (found) => void Object.assign(work, { state: 'done', found }),
      (error) => void Object.assign(work, { state: 'failed', failure: messageOf(error) }),
    );
    return { ...work };
  }
}

function messageOf(error: unknown) {
  return isFailure(error) ? error.message : `没有导入：${(error as Error).message}`;
}
