import type { Passed } from './messages.ts';
import type { Subscriptions } from './subscriptions.ts';

type LiveFollowerOptions = {
  subscriptions: Subscriptions;
  /** Sends this tab's topics to the leader. */
  say: () => void;
  isSeen: () => boolean;
  /** Called when the leader does not respond. */
  takeOver: () => void;
};

/** The leader relays the server's heartbeats; after this many milliseconds without one it is pinged. */
const quiet = 50_000;
/** Milliseconds for the leader's response. */
const answerWithin = 3000;

/** A tab without the connection: receives the leader's events and watches its heartbeat. */
export class Follower {
  readonly #deps: LiveFollowerOptions;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;

  constructor(deps: LiveFollowerOptions) {
    this.#deps = deps;
  }

  /** Sends the topics and expects a response. */
  ask() {
    this.#deps.say();
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#watch(answerWithin);
  }

  hear(word: Passed) {
    this.#isAsking = false;
    this.#watch(quiet);
    const { subscriptions, say } = this.#deps;
    if (word.is === 'who') say();
    else if (word.is === 'event') subscriptions.hear(word.event);
    else if (word.is === 'lost') subscriptions.lost();
    else if (word.to) subscriptions.catchUp(word.opened);
    else subscriptions.opened(word.opened);
  }

  stop() {
    clearTimeout(this.#watchdog);
    this.#isAsking = false;
  }

  #watch(milliseconds: number) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#doubt(), milliseconds);
  }

  /** Hidden tabs wait longer, as their own timers may be throttled. */
  #doubt() {
    if (!this.#deps.isSeen()) this.#watch(quiet);
    else if (this.#isAsking) this.#deps.takeOver();
    else this.ask();
  }
}
