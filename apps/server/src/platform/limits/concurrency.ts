import { Failure } from '@mojian/contract/platform/failures';

/**
 * Queue with limits of concurrent and waiting work. A failure does not stop the following work.
 * @throws Failure too-many-requests when the queue is full
 */
export function fewAtOnce(most: number, waitingAtMost: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn() {
    if (running < most) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingAtMost)
      throw new Failure('too-many-requests', '现在访问的人太多，请稍后再试', undefined, 5);
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function passOn() {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn();
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}

/** Queue that runs one work after another. A failure does not stop the following work. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Runs work once per key: whoever asks for the same while it is under way gets the same result. */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Promise<Result>>();

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const running = work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, running);
    return running;
  }
}

type Waiting = { owner: string; isLast: boolean; go: () => void };

/**
 * Slots for a few at a time, one per owner; others wait in order of arrival, or with `isRound` until they are the owner
 * whose last turn is longest ago. Who is last waits until nobody else does.
 */
export class Turns {
  readonly #most: number;
  readonly #isRound: boolean;
  readonly #owners = new Set<string>();
  readonly #waiting: Waiting[] = [];
  /** Owners by their last turn, the latest last; forgotten once nobody waits. */
  readonly #served = new Set<string>();

  constructor(most: number, { isRound = false } = {}) {
    this.#most = most;
    this.#isRound = isRound;
  }

  get isFull() {
    return this.#owners.size >= this.#most;
  }

  /** Lists the owners of all that wait, in order of arrival. */
  owners() {
    return this.#waiting.map(({ owner }) => owner);
  }

  /** Waits for a slot and returns its release function. */
  take(owner: string, { isLast = false } = {}): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push({ owner, isLast, go: () => resolve(() => this.#end(owner)) });
      this.#letIn();
    });
  }

  #end(owner: string) {
    this.#owners.delete(owner);
    this.#letIn();
    if (this.#waiting.length === 0) this.#served.clear();
  }

  #letIn() {
    if (this.isFull) return;
    const next = this.#findNext();
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#owners.add(next.owner);
    this.#served.delete(next.owner);
    this.#served.add(next.owner);
    next.go();
  }

  #findNext() {
    const ready = this.#waiting.filter(({ owner }) => !this.#owners.has(owner));
    const first = ready.filter(({ isLast }) => !isLast);
    const candidates = first.length > 0 ? first : ready;
    if (!this.#isRound) return candidates[0];
    const order = [...this.#served];
    const lastTurn = ({ owner }: Waiting) => order.indexOf(owner);
    return candidates.toSorted((one, other) => lastTurn(one) - lastTurn(other))[0];
  }
}
