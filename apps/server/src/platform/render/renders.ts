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

/** `isWanted`: whether a client still waits for it. `isKnown`: a page that was kept, and that others read. */
type Waiting = { isWanted: () => boolean; isKnown: boolean; go: () => void; leave: (error: Error) => void };

/** Queue that renders a few pages at a time. */
export class Renders {
  readonly #waiting: Waiting[] = [];
  readonly #counts = new CallCounts();
  #running = 0;
  /** Whether the last to leave the queue was a known page. */
  #tookKnown = false;

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
   * Call before renewing a page behind its readers.
   * @throws Failure unavailable while others wait for theirs
   */
  requireQuiet() {
    if (this.#waiting.length > 0) throw busy();
  }

  /**
   * Renders in the order of requests, known pages and others by turns: those that many read do not wait for a flood of
   * others, nor the others for ever. In a full queue a known page takes the place of another.
   * @throws Failure unavailable when the queue is full, or no client waits any more
   */
  async inTurn<Page>(isWanted: () => boolean, render: () => Promise<Page>, isKnown = false): Promise<Page> {
    if (this.#running >= most) await this.#wait(isWanted, isKnown);
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

  #wait(isWanted: () => boolean, isKnown: boolean) {
    if (this.#waiting.length >= waitingAtMost) this.#sweep();
    if (this.#waiting.length >= waitingAtMost && !(isKnown && this.#refuseLast())) throw busy();
    return new Promise<void>((go, leave) => {
      this.#waiting.push({ isWanted, isKnown, go, leave });
    });
  }

  /** Refuses the unknown page that came last; false when all are known. */
  #refuseLast() {
    const last = this.#waiting.findLastIndex(({ isKnown }) => !isKnown);
    const [refused] = last < 0 ? [] : this.#waiting.splice(last, 1);
    refused?.leave(busy());
    return refused !== undefined;
  }

  #passOn() {
    this.#sweep();
    const next = this.#takeNext();
    if (next) next.go();
    else this.#running--;
  }

  #takeNext() {
    const turn = this.#waiting.findIndex(({ isKnown }) => isKnown !== this.#tookKnown);
    const [next] = this.#waiting.splice(Math.max(0, turn), 1);
    if (next) this.#tookKnown = next.isKnown;
    return next;
  }

  #sweep() {
    for (const one of this.#waiting.splice(0))
      if (one.isWanted()) this.#waiting.push(one);
      else one.leave(abandoned());
  }
}

function busy() {
  return new Failure('unavailable', '现在访问的人太多，请过几秒再试', undefined, retryAfter);
}

function abandoned() {
  return new Failure('unavailable', '没有人在等这一页了');
}
