import { Failure } from '@mojian/contract/platform/failures';

/** Barrier all writes pass: while a restore runs they wait or fail with `unavailable`. */
export class WriteBarrier {
  #isOpen = true;
  #within = 0;
  #onEmpty: (() => void)[] = [];
  #closedUntil = 0;
  readonly #onWritten: () => void;

  /** @param onWritten called after each work that passed and did not fail */
  constructor(onWritten = () => {}) {
    this.#onWritten = onWritten;
  }

  /** Runs work that may write. @throws Failure unavailable while closed */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    this.requireOpen();
    this.#within += 1;
    try {
      const result = await work();
      this.#onWritten();
      return result;
    } finally {
      this.#within -= 1;
      if (this.#within === 0) for (const tell of this.#onEmpty.splice(0)) tell();
    }
  }

  /** Checks the barrier for a small best-effort write. @throws Failure unavailable while closed */
  requireOpen() {
    if (this.#isOpen && performance.now() >= this.#closedUntil) return;
    throw new Failure(
      'unavailable',
      '站点正在恢复备份，很快就好。请先保留写好的内容，稍后再提交',
      undefined,
      retryAfter,
    );
  }

  /** Closes the barrier for some milliseconds, at the request of another process. 0 opens it. */
  closeFor(milliseconds: number) {
    this.#closedUntil = performance.now() + milliseconds;
  }

  /** Resolves once no work is under way. */
  async empty() {
    if (this.#within > 0) await new Promise<void>((tell) => void this.#onEmpty.push(tell));
  }

  /** Closes the barrier, waits for running work, and reopens after `work`. One at a time. */
  async runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isOpen = false;
    try {
      await this.empty();
      return await work();
    } finally {
      this.#isOpen = true;
    }
  }
}

const retryAfter = 30;
