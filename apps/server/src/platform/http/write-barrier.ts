import { Failure } from '@mojian/contract/platform/failures';

/** Barrier all writes pass: while a restore runs they wait or fail with `unavailable`. */
export class WriteBarrier {
  #isOpen = true;
  #within = 0;
  #onEmpty: (() => void) | undefined;
  #closedUntil = 0;

  /** Does work that may write. @throws Failure unavailable while somebody asked for quiet. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    this.requireOpen();
    this.#within += 1;
    try {
      return await work();
    } finally {
      this.#within -= 1;
      if (this.#within === 0) this.#onEmpty?.();
    }
  }

  /** For what writes no more than a trace. @throws Failure unavailable while somebody asked for quiet. */
  requireOpen() {
    if (this.#isOpen && performance.now() >= this.#closedUntil) return;
    throw new Failure(
      'unavailable',
      '站点正在恢复备份，很快就好。请先保留写好的内容，稍后再提交',
      undefined,
      retryAfter,
    );
  }

  /** Lets nothing in for so many milliseconds from now: another process of the site asked for quiet. 0 opens. */
  closeFor(milliseconds: number) {
    this.#closedUntil = performance.now() + milliseconds;
  }

  /** Lets nothing more in, waits for what is within, and opens again when the work is over. One at a time. */
  async runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isOpen = false;
    try {
      if (this.#within > 0)
        await new Promise<void>((empty) => {
          this.#onEmpty = empty;
        });
      return await work();
    } finally {
      this.#onEmpty = undefined;
      this.#isOpen = true;
    }
  }
}

const retryAfter = 30;
