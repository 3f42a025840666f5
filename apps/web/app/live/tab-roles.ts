import type { LiveEvent } from '@mojian/client/live-stream';
import { chooseTopics, openConnection } from './connection.ts';
import type { Opened, Subscriptions } from './subscriptions.ts';

/** Topics of one tab; undefined while it has none. `isSeen`: the tab is visible. */
export type Wish = { topics: string[] | undefined; token: string | undefined; isSeen: boolean };

/** A tab's message to the leader; no topics when it closes. */
type Wanted = { is: 'want'; from: string; topics: string[]; isSeen: boolean };

/** The leader's message to one tab or all. `who` asks for topics and serves as heartbeat. */
export type Passed =
  | { is: 'who' }
  | { is: 'open'; to?: string; opened: Opened }
  | { is: 'lost'; to?: string; isTried: boolean }
  | { is: 'event'; event: LiveEvent };

/** `as`: member of the connection; tabs of another member ignore it. `session`: somebody logged in or out. */
export type Word = Wanted | { is: 'session' } | (Passed & { as: string });

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
  onRefused: () => void;
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
      onRefused: deps.onRefused,
      onSign: () => this.#tidy(),
    });
  }

  /** Adjusts the connection to all topics. Unneeded ones may stay until the next heartbeat. */
  settle({ isLookedAt = false, isTidying = false } = {}) {
    const { token, topics: own = [], isSeen } = this.#deps.wish();
    const others = this.#others.topics();
    const wanted = [...new Set(isSeen ? [...own, ...others] : [...others, ...own])];
    const has = this.#onLine?.token === token ? this.#onLine?.topics : undefined;
    const topics = has && !isTidying && wanted.every((topic) => has.includes(topic)) ? has : wanted;
    if (topics.length === 0) return this.#deps.onNothing();
    this.#onLine = { topics, token };
    this.#line.set(chooseTopics(topics), token, isLookedAt);
  }

  /** Another tab announced its topics: answers with the connection's state. */
  hear(word: Wanted) {
    const isLookedAt = this.#others.hear(word);
    this.settle({ isLookedAt });
    const { subscriptions, pass } = this.#deps;
    if (subscriptions.state === 'live')
      pass({ is: 'open', to: word.from, opened: { how: 'resumed', ...subscriptions.heard } });
    else pass({ is: 'lost', to: word.from, isTried: subscriptions.state === 'lost' });
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

/** Milliseconds after which a silent tab is forgotten. */
const forgottenAfter = 70_000;

/** Topics of the other tabs, as the leader knows them. */
class Wishes {
  readonly #tabs = new Map<string, { topics: string[]; isSeen: boolean; at: number }>();

  /** Returns whether the tab has become visible. */
  hear({ from, topics, isSeen }: Wanted) {
    const wasSeen = this.#tabs.get(from)?.isSeen ?? false;
    if (topics.length > 0) this.#tabs.set(from, { topics, isSeen, at: performance.now() });
    else this.#tabs.delete(from);
    return isSeen && !wasSeen;
  }

  /** Lists the topics of visible tabs first, of those the newest. */
  topics() {
    for (const [from, { at }] of this.#tabs) if (performance.now() - at > forgottenAfter) this.#tabs.delete(from);
    const tabs = [...this.#tabs.values()].reverse();
    return tabs.sort((one, other) => Number(other.isSeen) - Number(one.isSeen)).flatMap(({ topics }) => topics);
  }

  isOneSeen() {
    return [...this.#tabs.values()].some(({ isSeen }) => isSeen);
  }

  forget() {
    this.#tabs.clear();
  }
}

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
    else if (word.is === 'lost') subscriptions.lost(word.isTried);
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
