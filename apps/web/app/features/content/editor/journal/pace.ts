/** Milliseconds after the last change, and after the first that is not saved yet. Source: issue 6, 3 s. */
const pause = 1000;
const most = 2500;
/** Seconds between tries that got no answer. */
const tries = [1, 2, 4, 8, 15, 30];

type Timer = ReturnType<typeof setTimeout>;

/** When to save: soon after a change, and again after a try that failed. */
export class Pace {
  #go: () => void;
  #timer: Timer | undefined;
  #first: number | undefined;
  #failed = 0;

  constructor(go: () => void) {
    this.#go = go;
  }

  soon() {
    const now = Date.now();
    this.#first ??= now;
    this.#in(Math.max(0, Math.min(pause, this.#first + most - now)));
  }

  /** After a failure: `seconds` is what the server asked to wait. */
  later(seconds?: number) {
    const wait = seconds ?? tries[Math.min(this.#failed, tries.length - 1)] ?? 30;
    this.#failed += 1;
    this.#in(wait * 1000);
  }

  arrived() {
    this.#failed = 0;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#first = undefined;
  }

  #in(wait: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#first = undefined;
      this.#go();
    }, wait);
  }
}
