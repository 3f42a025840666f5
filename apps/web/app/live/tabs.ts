import { tokenToSend } from '../session/session.ts';
import { chooseTopics, openConnection } from './connection.ts';
import type { Subscriptions } from './subscriptions.ts';
import { Follower, Leader, type Passed, type Wish, type Word } from './tab-roles.ts';

type LiveTabsOptions = {
  subscriptions: Subscriptions;
  locks: Locks;
  /** Login or logout in another tab. */
  onSession: () => void;
  /** The server refused the stream. */
  onRefused: () => void;
};

const name = 'mojian:live';

/**
 * Shares one connection among tabs. The holder of the lock connects and relays events; when it closes or freezes,
 * another tab resumes after the last chat event, which all have received.
 */
export class Tabs {
  readonly #deps: LiveTabsOptions;
  readonly #self = crypto.randomUUID();
  readonly #lock: ReturnType<typeof openLock>;
  readonly #follower: Follower;
  readonly #leader: Leader;
  #wish: Wish = { topics: undefined, token: undefined, isSeen: false };
  #channel: BroadcastChannel | undefined;

  constructor(deps: LiveTabsOptions) {
    this.#deps = deps;
    const { subscriptions, locks, onRefused } = deps;
    this.#lock = openLock({ locks, name, onMine: () => this.#lead(), onTaken: () => this.#followAgain() });
    this.#follower = new Follower({
      subscriptions,
      say: () => this.#say(),
      isSeen: () => this.#wish.isSeen,
      takeOver: () => this.#lock.ask({ steal: true }),
    });
    this.#leader = new Leader({
      subscriptions,
      wish: () => this.#wish,
      isMine: () => this.#lock.isMine(),
      pass: (word) => this.#pass(word),
      onNothing: () => this.leave(),
      onLost: () => this.#lose(),
      onRefused,
    });
  }

  /** Announces this tab's topics. Returns whether it still listens, perhaps for others. */
  want(wish: Wish) {
    const isNewSession = wish.token !== this.#wish.token;
    this.#wish = wish;
    if (isNewSession) this.#post({ is: 'session' });
    if (!wish.topics && !this.#isNeeded()) {
      this.leave();
      return false;
    }
    this.#enter();
    if (this.#lock.isMine()) this.#leader.settle({ isLookedAt: true });
    else this.#follower.ask();
    return true;
  }

  /** Releases everything at once, as when the page is put into the back-forward cache. */
  leave() {
    this.#post({ is: 'want', from: this.#self, topics: [], isSeen: false });
    this.#follower.stop();
    this.#leader.hangUp();
    this.#lock.letGo();
    this.#channel?.close();
    this.#channel = undefined;
    this.#leader.forget();
  }

  #isNeeded() {
    return this.#lock.isMine() && this.#leader.isNeeded();
  }

  #enter() {
    if (this.#channel) return;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) => this.#hear(data);
    this.#lock.ask();
  }

  #lead() {
    this.#follower.stop();
    this.#deps.subscriptions.lost(false);
    this.#pass({ is: 'lost', isTried: false });
    this.#pass({ is: 'who' });
    this.#leader.settle({ isLookedAt: true });
  }

  #followAgain() {
    this.#leader.hangUp();
    this.#lock.ask();
    this.#follower.ask();
  }

  /** Browsers throttle timers of hidden tabs: a visible tab leads better. */
  #lose() {
    this.#deps.subscriptions.lost();
    this.#pass({ is: 'lost', isTried: true });
    if (this.#wish.isSeen || !this.#leader.isOtherSeen()) return;
    this.#lock.letGo();
    this.#followAgain();
  }

  #hear(word: Word) {
    if (word.is === 'session') this.#deps.onSession();
    else if (word.is !== 'want') this.#hearPassed(word);
    else if (this.#lock.isMine()) this.#leader.hear(word);
  }

  #hearPassed(word: Passed & { as: string }) {
    const isForOther = 'to' in word && word.to !== this.#self;
    if (!this.#lock.isMine() && !isForOther && word.as === this.#as()) this.#follower.hear(word);
  }

  #say() {
    this.#post({ is: 'want', from: this.#self, topics: this.#wish.topics ?? [], isSeen: this.#wish.isSeen });
  }

  #as() {
    return this.#wish.token?.slice(0, 8) ?? '';
  }

  /** Broadcasts as the leader. */
  #pass(word: Passed) {
    if (this.#lock.isMine()) this.#post({ ...word, as: this.#as() });
  }

  #post(word: Word) {
    this.#channel?.postMessage(word);
  }
}

export type Locks = Pick<LockManager, 'request'>;

type LiveLockOptions = {
  locks: Locks;
  name: string;
  onMine: () => void;
  /** Another tab stole the lock, since this one was frozen too long. */
  onTaken: () => void;
};

/** A lock held by one tab until it releases it or closes. */
export function openLock({ locks, name, onMine, onTaken }: LiveLockOptions) {
  let asking: AbortController | undefined;
  let release: (() => void) | undefined;

  function ask({ steal = false } = {}) {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    const hold = () => {
      if (mine.signal.aborted) return;
      return new Promise<void>((resolve) => {
        release = resolve;
        onMine();
      });
    };
    locks.request(name, steal ? { steal } : { signal: mine.signal }, hold).catch(() => {
      if (mine.signal.aborted) return;
      release = undefined;
      onTaken();
    });
  }

  function letGo() {
    asking?.abort();
    release?.();
    release = undefined;
  }

  return { ask, letGo, isMine: () => release !== undefined };
}

type Link = { want: (wish: Wish) => boolean; leave: () => void };

/** Shared connection, or one per tab where the browser has no locks (no https). */
export function linkFor(subscriptions: Subscriptions, onRefused: () => void): Link {
  const canShare = typeof BroadcastChannel !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator;
  // reading the token notices session changes of other tabs
  return canShare
    ? new Tabs({ subscriptions, locks: navigator.locks, onSession: () => void tokenToSend(), onRefused })
    : ownLine(subscriptions, onRefused);
}

function ownLine(subscriptions: Subscriptions, onRefused: () => void): Link {
  const line = openConnection({
    onOpened: (opened) => subscriptions.opened(opened),
    onEvent: (event) => void subscriptions.hear(event),
    onLost: () => subscriptions.lost(),
    onRefused,
    onSign: () => {},
    lastId: () => subscriptions.lastId,
  });
  return {
    want({ topics, token }) {
      line.set(topics && chooseTopics(topics), token);
      return topics !== undefined;
    },
    leave: () => line.set(undefined, undefined),
  };
}
