import type { Passed } from './messages.ts';
import type { Subscriptions } from './subscriptions.ts';

type LiveFollowerOptions = {
  subscriptions: Subscriptions;
  /** Says to the tab with the line what this one wants. */
  say: () => void;
  isSeen: () => boolean;
  /** The tab with the line stands still. */
  takeOver: () => void;
};

/** The server's signs of life are passed on; without any for so long the tab with the line is asked, in milliseconds. */
const quiet = 50_000;
/** A tab that has not answered by then stands still. */
const answerWithin = 3000;

/** What a tab does while another one has the line: it hears what is passed on, and watches that something is. */
export class Follower {
  readonly #given: LiveFollowerOptions;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;

  constructor(deps: LiveFollowerOptions) {
    this.#given = deps;
  }

  /** Says what it wants, and has to be answered. */
  ask() {
    this.#given.say();
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#watch(answerWithin);
  }

  hear(word: Passed) {
    this.#isAsking = false;
    this.#watch(quiet);
    const { subscriptions: ear, say } = this.#given;
    if (word.is === 'who') say();
    else if (word.is === 'event') ear.hear(word.event);
    else if (word.is === 'lost') ear.lost();
    else if (word.to) ear.catchUp(word.opened);
    else ear.opened(word.opened);
  }

  stop() {
    clearTimeout(this.#watchdog);
    this.#isAsking = false;
  }

  #watch(milliseconds: number) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#doubt(), milliseconds);
  }

  /** A tab nobody looks at has time, and may stand still itself. */
  #doubt() {
    if (!this.#given.isSeen()) this.#watch(quiet);
    else if (this.#isAsking) this.#given.takeOver();
    else this.ask();
  }
}
