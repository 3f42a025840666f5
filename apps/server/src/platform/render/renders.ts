import { setImmediate as nextLook } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import { CallCounts } from '../http/rate-limit.ts';

/** Concurrent renders: rendering is CPU-bound, and two overlap one's database waits. */
const most = 2;
const waitingAtMost = 40;
/** Renders of pages that are not kept, per address and minute; most come from the cache. */
const ofAddress = { most: 240, milliseconds: 60_000 };
const retryAfter = 5;
/** Event-loop turns before each render, so that waiting connections are accepted and read. */
const turnsBeforeRender = 16;

/** `isWanted`: whether a client still waits for it. `rank`: of how often the page was read lately. */
type Waiting = { isWanted: () => boolean; rank: number; go: () => void; leave: (error: Error) => void };

/** Queue that renders a few pages at a time. */
export class Renders {
  readonly #waiting: Waiting[] = [];
  readonly #counts = new CallCounts();
  #running = 0;
  /** Whether the last to leave the queue was the most read. */
  #tookMostRead = false;

  /** @throws Failure too-many-requests for an address beyond its limit */
  count(address: string) {
    this.#counts.incr(
      address,
      (_error, { current, ttl } = { current: 0, ttl: 0 }) => {
        if (current > ofAddress.most)
          throw new Failure('too-many-requests', undefined, undefined, Math.max(1, Math.ceil(ttl / 1000)));
      },
      ofAddress.milliseconds,
    );
  }

  /**
   * Call before renewing a page in the background.
   * @throws Failure unavailable while others wait for theirs
   */
  requireQuiet() {
    if (this.#waiting.length > 0) throw busy();
  }

  /**
   * Renders by turns the page most read and the one that waits longest: what many read does not wait for a flood of
   * others, nor the others for ever. Pages read about as often keep the order in which they came. In a full queue a page
   * takes the place of one less read.
   * @throws Failure unavailable when the queue is full, or no client waits any more
   */
  async inTurn<Page>(isWanted: () => boolean, render: () => Promise<Page>, reads = 0): Promise<Page> {
    if (this.#running >= most) await this.#wait(isWanted, rankOf(reads));
    else this.#running++;
    try {
      // a render blocks the event loop: between two, sockets are served, so that cached pages go out
      // and disconnects are noticed
      for (let look = 0; look < turnsBeforeRender; look++) await nextLook();
      if (!isWanted()) throw abandoned();
      return await render();
    } finally {
      this.#passOn();
    }
  }

  #wait(isWanted: () => boolean, rank: number) {
    if (this.#waiting.length >= waitingAtMost) this.#sweep();
    if (this.#waiting.length >= waitingAtMost) this.#refuseLessRead(rank);
    return new Promise<void>((go, leave) => {
      this.#waiting.push({ isWanted, rank, go, leave });
    });
  }

  /** Refuses the last of the least read pages that wait, or throws when none is read less. */
  #refuseLessRead(rank: number) {
    const least = Math.min(...this.#waiting.map((one) => one.rank));
    if (least >= rank) throw busy();
    const last = this.#waiting.findLastIndex((one) => one.rank === least);
    for (const one of this.#waiting.splice(last, 1)) one.leave(busy());
  }

  #passOn() {
    this.#sweep();
    const next = this.#takeNext();
    if (next) next.go();
    else this.#running--;
  }

  #takeNext() {
    this.#tookMostRead = !this.#tookMostRead;
    const most = Math.max(...this.#waiting.map((one) => one.rank));
    const place = this.#tookMostRead ? this.#waiting.findIndex((one) => one.rank === most) : 0;
    return this.#waiting.splice(place, 1)[0];
  }

  #sweep() {
    for (const one of this.#waiting.splice(0))
      if (one.isWanted()) this.#waiting.push(one);
      else one.leave(abandoned());
  }
}

/** A page is read more than another only when it is read about twice as often. */
function rankOf(reads: number) {
  return Math.floor(Math.log2(1 + reads));
}

function busy() {
  return new Failure('unavailable', '现在访问的人太多，请过几秒再试', undefined, retryAfter);
}

function abandoned() {
  return new Failure('unavailable', '没有人在等这一页了');
}
