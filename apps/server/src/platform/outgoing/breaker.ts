const failuresAllowed = 3;
const shortest = 60_000;
const longest = 30 * 60_000;

/**
 * Milliseconds for which nobody is asked after so many failures in a row: none up to two, `shortest` after the third, and
 * twice as long after each further one, up to `longest`.
 */
export function pauseAfter(failures: number, limits: { shortest: number; longest: number }) {
  if (failures < failuresAllowed) return 0;
  return Math.min(limits.shortest * 2 ** (failures - failuresAllowed), limits.longest);
}

/** Circuit breaker: opens for a minute after three failures in a row, doubling at each further one. */
export class Breaker {
  #failures = 0;
  #until = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isOpen() {
    const left = this.#until - this.#now();
    return left > 0 && left <= longest; // a longer pause means that the clock was set back
  }

  worked() {
    this.#failures = 0;
    this.#until = 0;
  }

  failed() {
    this.#failures++;
    const pause = pauseAfter(this.#failures, { shortest, longest });
    if (pause > 0) this.#until = this.#now() + pause;
  }
}
