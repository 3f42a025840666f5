import { Failure } from '@mojian/contract/platform/failures';

/**
 * A queue that does so many works at once and lets so many wait. A work that fails does not stop those behind it.
 * @throws Failure too-many-requests for a work that finds the queue full.
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

/** A queue that does one work after another. A work that fails does not stop those behind it. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

type Waiting = { owner: string; go: () => void };

/** Lets a few at a time in, and of one owner never two; the others wait, first come first served. */
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

  /** Waits for a turn. The function it brings ends the turn, and has to be called. */
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
