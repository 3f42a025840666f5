const patience = 3;
const shortest = 60_000;
const longest = 30 * 60_000;

/** Leaves a failing source alone: after three failures in a row for a minute, then twice as long each time it fails. */
export class Breaker {
  #failures = 0;
  #until = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isOpen() {
    const left = this.#until - this.#now();
    return left > 0 && left <= longest; // longer: the clock was set back
  }

  worked() {
    this.#failures = 0;
    this.#until = 0;
  }

  failed() {
    this.#failures++;
    if (this.#failures >= patience)
      this.#until = this.#now() + Math.min(shortest * 2 ** (this.#failures - patience), longest);
  }
}
