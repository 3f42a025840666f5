import { openConnection } from './connection.ts';
import { type Passed, type Wanted, type Wish, Wishes } from './messages.ts';
import type { Subscriptions } from './subscriptions.ts';

type LiveLeaderOptions = {
  subscriptions: Subscriptions;
  /** What this tab itself wants. */
  wish: () => Wish;
  isMine: () => boolean;
  /** Says something to the other tabs. */
  pass: (word: Passed) => void;
  /** No tab wants anything. */
  onNothing: () => void;
  onLost: () => void;
};

/** What a tab does while it has the line: it asks for what all tabs want, and passes on what comes. */
export class Leader {
  readonly #given: LiveLeaderOptions;
  readonly #others = new Wishes();
  readonly #line: ReturnType<typeof openConnection>;
  #onLine: { topics: string[]; token: string | undefined } | undefined;

  constructor(deps: LiveLeaderOptions) {
    this.#given = deps;
    const { subscriptions: ear, pass } = deps;
    this.#line = openConnection({
      lastId: () => ear.lastId,
      onEvent: (event) => ear.hear(event) && pass({ is: 'event', event }),
      onOpened: (opened) => {
        ear.opened(opened);
        pass({ is: 'open', opened });
      },
      onLost: deps.onLost,
      onSign: () => this.#tidy(),
    });
  }

  /** Brings the line in line with what all tabs want. What is wanted no longer may wait until the next sign of life. */
  settle({ isLookedAt = false, isTidying = false } = {}) {
    const { token, topics: own = [] } = this.#given.wish();
    const wanted = [...new Set([...own, ...this.#others.topics()])].sort();
    const has = this.#onLine?.token === token ? this.#onLine?.topics : undefined;
    const topics = has && !isTidying && wanted.every((topic) => has.includes(topic)) ? has : wanted;
    if (topics.length === 0) return this.#given.onNothing();
    this.#onLine = { topics, token };
    this.#line.set(topics, token, isLookedAt);
  }

  /** Another tab says what it wants, and is told how the line stands. */
  hear(word: Wanted) {
    const isLookedAt = this.#others.hear(word);
    this.settle({ isLookedAt });
    const { subscriptions: ear, pass } = this.#given;
    if (ear.state === 'live') pass({ is: 'open', to: word.from, opened: { how: 'resumed', ...ear.heard } });
    else pass({ is: 'lost', to: word.from });
  }

  isNeeded() {
    return this.#others.topics().length > 0;
  }

  isOtherSeen() {
    return this.#others.isOneSeen();
  }

  hangUp() {
    this.#line.set(undefined, undefined);
    this.#onLine = undefined;
  }

  /** Nothing is known of the other tabs any more. */
  forget() {
    this.#others.forget();
  }

  #tidy() {
    this.#given.pass({ is: 'who' });
    if (this.#given.isMine()) this.settle({ isTidying: true });
  }
}
