import { openConnection } from './connection.ts';
import { type Passed, type Wanted, type Wish, Wishes } from './messages.ts';
import type { Subscriptions } from './subscriptions.ts';

type LiveLeaderOptions = {
  subscriptions: Subscriptions;
  /** Topics of this tab. */
  wish: () => Wish;
  isMine: () => boolean;
  /** Broadcasts to the other tabs. */
  pass: (word: Passed) => void;
  /** Called when no tab has topics. */
  onNothing: () => void;
  onLost: () => void;
};

/** The tab with the connection: subscribes to the topics of all tabs and relays events. */
export class Leader {
  readonly #deps: LiveLeaderOptions;
  readonly #others = new Wishes();
  readonly #line: ReturnType<typeof openConnection>;
  #onLine: { topics: string[]; token: string | undefined } | undefined;

  constructor(deps: LiveLeaderOptions) {
    this.#deps = deps;
    const { subscriptions, pass } = deps;
    this.#line = openConnection({
      lastId: () => subscriptions.lastId,
      onEvent: (event) => subscriptions.hear(event) && pass({ is: 'event', event }),
      onOpened: (opened) => {
        subscriptions.opened(opened);
        pass({ is: 'open', opened });
      },
      onLost: deps.onLost,
      onSign: () => this.#tidy(),
    });
  }

  /** Adjusts the connection to all topics. Unneeded ones may stay until the next heartbeat. */
  settle({ isLookedAt = false, isTidying = false } = {}) {
    const { token, topics: own = [] } = this.#deps.wish();
    const wanted = [...new Set([...own, ...this.#others.topics()])].sort();
    const has = this.#onLine?.token === token ? this.#onLine?.topics : undefined;
    const topics = has && !isTidying && wanted.every((topic) => has.includes(topic)) ? has : wanted;
    if (topics.length === 0) return this.#deps.onNothing();
    this.#onLine = { topics, token };
    this.#line.set(topics, token, isLookedAt);
  }

  /** Another tab announced its topics: answers with the connection's state. */
  hear(word: Wanted) {
    const isLookedAt = this.#others.hear(word);
    this.settle({ isLookedAt });
    const { subscriptions, pass } = this.#deps;
    if (subscriptions.state === 'live')
      pass({ is: 'open', to: word.from, opened: { how: 'resumed', ...subscriptions.heard } });
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

  /** Drops the topics of all other tabs. */
  forget() {
    this.#others.forget();
  }

  #tidy() {
    this.#deps.pass({ is: 'who' });
    if (this.#deps.isMine()) this.settle({ isTidying: true });
  }
}
