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

type Waiting = { owner: string; go: () => void };

/** Slots for a few at a time, one per owner; others wait in order of arrival. */
export class Turns {
  readonly #most: number;
  readonly #owners = new Set<string>();
  readonly #waiting: Waiting[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get isFull() {
    return this.#owners.size >= this.#most;
  }

  /** Waits for a slot and returns its release function. */
  take(owner: string): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push({ owner, go: () => resolve(() => this.#end(owner)) });
      this.#letIn();
    });
  }

  #end(owner: string) {
    this.#owners.delete(owner);
    this.#letIn();
  }

  #letIn() {
    if (this.isFull) return;
    const index = this.#waiting.findIndex(({ owner }) => !this.#owners.has(owner));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (!next) return;
    this.#owners.add(next.owner);
    next.go();
  }
}
