import { isChanging } from '../http-api.ts';
import { readToken } from '../session.ts';
import { loadOffice } from './load-office.ts';

/** What happens within so many milliseconds is looked at together, and looks are so far apart at least. */
const gather = 200;
const apart = 2000;

/** Has the counters look anew, and with them whatever is open (`useLook`): not too often, nor while something is being changed here. */
export class Looks {
  #changedAt = Number.NEGATIVE_INFINITY;
  #lookedAt = performance.now();
  #due: ReturnType<typeof setTimeout> | undefined;

  /** Whoever changed something here is about to show what came of it. */
  noteOwnChange() {
    this.#changedAt = performance.now();
  }

  /** Milliseconds since the last one. */
  age() {
    return performance.now() - this.#lookedAt;
  }

  soon() {
    this.#due ??= setTimeout(() => this.now(), Math.max(gather, apart - this.age()));
  }

  now() {
    this.stop();
    if (isChanging() || performance.now() - this.#changedAt < apart) {
      this.#due = setTimeout(() => this.now(), apart);
      return;
    }
    if (document.visibilityState === 'hidden' || !navigator.onLine || !readToken()) return;
    this.#lookedAt = performance.now();
    dispatchEvent(new Event('mojian:look'));
    void loadOffice();
  }

  stop() {
    clearTimeout(this.#due);
    this.#due = undefined;
  }
}
