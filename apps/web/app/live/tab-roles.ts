import type { LiveEvent } from '@mojian/client/live-stream';
import { chooseTopics, openConnection } from './connection.ts';
import type { Opened, Subscriptions } from './subscriptions.ts';

/** Topics that a tab follows, undefined while it has none, and the token it connects with. `isSeen`: the tab is visible. */
export type TabState = { topics: string[] | undefined; token: string | undefined; isSeen: boolean };

/** A tab's message to the leader; no topics when it closes. */
type TopicsMessage = { type: 'topics'; from: string; topics: string[]; isSeen: boolean };

/** The leader's message to one tab or all. `ping` asks for topics and serves as heartbeat. */
export type LeaderMessage =
  | { type: 'ping' }
  | { type: 'opened'; to?: string; opened: Opened }
  | { type: 'lost'; to?: string; isTried: boolean }
  | { type: 'event'; event: LiveEvent };

/** `session`: beginning of the connection's token; tabs with another ignore it. `login`: somebody logged in or out. */
export type TabMessage = TopicsMessage | { type: 'login' } | (LeaderMessage & { session: string });

type LiveLeaderOptions = {
  subscriptions: Subscriptions;
  state: () => TabState;
  isMine: () => boolean;
  /** Broadcasts to the other tabs. */
  send: (message: LeaderMessage) => void;
  /** Called when no tab has topics. */
  onNothing: () => void;
  onLost: () => void;
  onRefused: () => void;
};

/** The tab with the connection: subscribes to the topics of all tabs and relays events. */
export class Leader {
  readonly #deps: LiveLeaderOptions;
  readonly #others = new OtherTabs();
  readonly #connection: ReturnType<typeof openConnection>;
  #connected: { topics: string[]; token: string | undefined } | undefined;

  constructor(deps: LiveLeaderOptions) {
    this.#deps = deps;
    const { subscriptions, send } = deps;
    this.#connection = openConnection({
      lastId: () => subscriptions.lastId,
      onEvent: (event) => subscriptions.emit(event) && send({ type: 'event', event }),
      onOpened: (opened) => {
        subscriptions.opened(opened);
        send({ type: 'opened', opened });
      },
      onLost: deps.onLost,
      onRefused: deps.onRefused,
      onSign: () => this.#dropUnneeded(),
    });
  }

  /** Adjusts the connection to all topics. Unneeded ones may stay until the next heartbeat. */
  connect({ isLookedAt = false, isExact = false } = {}) {
    const { token, topics: own = [], isSeen } = this.#deps.state();
    const others = this.#others.topics();
    const wanted = [...new Set(isSeen ? [...own, ...others] : [...others, ...own])];
    const has = this.#connected?.token === token ? this.#connected?.topics : undefined;
    const topics = has && !isExact && wanted.every((topic) => has.includes(topic)) ? has : wanted;
    if (topics.length === 0) return this.#deps.onNothing();
    this.#connected = { topics, token };
    this.#connection.set(chooseTopics(topics), token, isLookedAt);
  }

  /** Another tab announced its topics: answers with the connection's state. */
  receive(message: TopicsMessage) {
    const isLookedAt = this.#others.set(message);
    this.connect({ isLookedAt });
    const { subscriptions, send } = this.#deps;
    if (subscriptions.state === 'live')
      send({ type: 'opened', to: message.from, opened: { how: 'resumed', ...subscriptions.position } });
    else send({ type: 'lost', to: message.from, isTried: subscriptions.state === 'lost' });
  }

  isNeeded() {
    return this.#others.topics().length > 0;
  }

  isOtherSeen() {
    return this.#others.isAnySeen();
  }

  close() {
    this.#connection.set(undefined, undefined);
    this.#connected = undefined;
  }

  /** Drops the topics of all other tabs. */
  forget() {
    this.#others.forget();
  }

  #dropUnneeded() {
    this.#deps.send({ type: 'ping' });
    if (this.#deps.isMine()) this.connect({ isExact: true });
  }
}

/** Milliseconds after which a silent tab is forgotten. */
const forgottenAfter = 70_000;

/** Topics of the other tabs, as the leader knows them. */
class OtherTabs {
  readonly #tabs = new Map<string, { topics: string[]; isSeen: boolean; at: number }>();

  /** Stores the topics of a tab. Returns whether it has become visible. */
  set({ from, topics, isSeen }: TopicsMessage) {
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

  isAnySeen() {
    return [...this.#tabs.values()].some(({ isSeen }) => isSeen);
  }

  forget() {
    this.#tabs.clear();
  }
}

type LiveFollowerOptions = {
  subscriptions: Subscriptions;
  /** Sends this tab's topics to the leader. */
  tell: () => void;
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
    this.#deps.tell();
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#watch(answerWithin);
  }

  receive(message: LeaderMessage) {
    this.#isAsking = false;
    this.#watch(quiet);
    const { subscriptions, tell } = this.#deps;
    if (message.type === 'ping') tell();
    else if (message.type === 'event') subscriptions.emit(message.event);
    else if (message.type === 'lost') subscriptions.lost(message.isTried);
    else if (message.to) subscriptions.catchUp(message.opened);
    else subscriptions.opened(message.opened);
  }

  stop() {
    clearTimeout(this.#watchdog);
    this.#isAsking = false;
  }

  #watch(milliseconds: number) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#checkLeader(), milliseconds);
  }

  /** Hidden tabs wait longer, as their own timers may be throttled. */
  #checkLeader() {
    if (!this.#deps.isSeen()) this.#watch(quiet);
    else if (this.#isAsking) this.#deps.takeOver();
    else this.ask();
  }
}
