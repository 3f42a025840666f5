import { Failure } from '@mojian/contract/platform/failures';

/** Visitors' calls that wait; more are refused. */
const waitingAtMost = 256;
const retryAfter = 5;

type Waiting = { isWanted: () => boolean; go: () => void; leave: (error: Error) => void };

/**
 * Lets one visitor's reading call begin per turn of the event loop. However many arrive, kept pages, streams, health checks
 * and members wait for the one under way, not for all of them.
 */
export class VisitorTurns {
  readonly #waitingAtMost: number;
  readonly #waiting: Waiting[] = [];
  #isTaken = false;

  constructor(most = waitingAtMost) {
    this.#waitingAtMost = most;
  }

  /** @throws Failure unavailable when too many wait, or when the caller has left */
  async take(isWanted: () => boolean) {
    if (this.#isTaken) await this.#wait(isWanted);
    else this.#begin();
  }

  #begin() {
    this.#isTaken = true;
    setImmediate(() => this.#next());
  }

  #wait(isWanted: () => boolean) {
    if (this.#waiting.length >= this.#waitingAtMost)
      throw new Failure('unavailable', '现在访问的人太多，请过几秒再试', undefined, retryAfter);
    return new Promise<void>((go, leave) => this.#waiting.push({ isWanted, go, leave }));
  }

  #next() {
    this.#isTaken = false;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.isWanted()) {
        this.#begin();
        return next.go();
      }
      next.leave(new Failure('unavailable', '没有人在等这个回答了'));
    }
  }
}
