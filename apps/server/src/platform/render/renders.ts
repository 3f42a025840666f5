import { setImmediate as nextLook } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import { CallCounts } from '../http/call-counts.ts';

/** Pages at once: drawing takes the processor, and two use what waits for the database. */
const most = 2;
const waitingAtMost = 40;
/** Pages that were not there yet, for one address in a minute. Who reads has most of them from the cache. */
const ofAddress = { most: 240, milliseconds: 60_000 };
const retryAfter = 5;
/** How often the sockets are looked at before a page is drawn: each time one new connection is taken, and read the next time. */
const looks = 16;

/** `isWanted`: whether anybody still waits for it. */
type Waiting = { isWanted: () => boolean; go: () => void; leave: (error: Error) => void };

/** Lets a few pages be rendered at a time, in the order they were asked for. */
export class Renders {
  readonly #waiting: Waiting[] = [];
  readonly #counts = new CallCounts();
  #running = 0;

  /** @throws Failure too-many-requests for an address that has had its share. */
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

  /** @throws Failure unavailable when too many wait, or nobody does any more by its turn. */
  async inTurn<Page>(isWanted: () => boolean, render: () => Promise<Page>): Promise<Page> {
    if (this.#running >= most) await this.#wait(isWanted);
    else this.#running++;
    try {
      // a page is drawn without a pause: between two of them the sockets are looked at, so that a kept page goes out
      // and who has left is seen
      for (let look = 0; look < looks; look++) await nextLook();
      if (!isWanted()) throw abandoned();
      return await render();
    } finally {
      this.#passOn();
    }
  }

  #wait(isWanted: () => boolean) {
    if (this.#waiting.length >= waitingAtMost) this.#sweep();
    if (this.#waiting.length >= waitingAtMost)
      throw new Failure('unavailable', '现在访问的人太多，请过几秒再试', undefined, retryAfter);
    return new Promise<void>((go, leave) => this.#waiting.push({ isWanted, go, leave }));
  }

  #passOn() {
    this.#sweep();
    const next = this.#waiting.shift();
    if (next) next.go();
    else this.#running--;
  }

  #sweep() {
    for (const one of this.#waiting.splice(0))
      if (one.isWanted()) this.#waiting.push(one);
      else one.leave(abandoned());
  }
}

function abandoned() {
  return new Failure('unavailable', '没有人在等这一页了');
}
