import { tokenToSend } from '../session/session.ts';
import { openConnection } from './connection.ts';
import { Follower } from './follower.ts';
import { Leader } from './leader.ts';
import type { Passed, Wish, Word } from './messages.ts';
import type { Subscriptions } from './subscriptions.ts';

type LiveTabsOptions = {
  subscriptions: Subscriptions;
  locks: Locks;
  /** Login or logout in another tab. */
  onSession: () => void;
};

const name = 'mojian:live';

/**
 * One line to the server for all tabs. Whoever gets the lock has it and passes on what comes; when that tab goes or
 * stands still, another goes on after the last chat event, which all of them heard alike.
 */
export class Tabs {
  readonly #given: LiveTabsOptions;
  readonly #self = crypto.randomUUID();
  readonly #lock: ReturnType<typeof openLock>;
  readonly #follower: Follower;
  readonly #leader: Leader;
  #wish: Wish = { topics: undefined, token: undefined, isSeen: false };
  #channel: BroadcastChannel | undefined;

  constructor(deps: LiveTabsOptions) {
    this.#given = deps;
    const { subscriptions: ear, locks } = deps;
    this.#lock = openLock({ locks, name, onMine: () => this.#lead(), onTaken: () => this.#followAgain() });
    this.#follower = new Follower({
      subscriptions: ear,
      say: () => this.#say(),
      isSeen: () => this.#wish.isSeen,
      takeOver: () => this.#lock.ask({ steal: true }),
    });
    this.#leader = new Leader({
      subscriptions: ear,
      wish: () => this.#wish,
      isMine: () => this.#lock.isMine(),
      pass: (word) => this.#pass(word),
      onNothing: () => this.leave(),
      onLost: () => this.#lose(),
    });
  }

  /** Makes known what this tab wants. Whether it still hears anything, be it for others. */
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

  /** Lets go of everything at once, as when the page is put away. */
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
    this.#given.subscriptions.lost();
    this.#pass({ is: 'lost' });
    this.#pass({ is: 'who' });
    this.#leader.settle({ isLookedAt: true });
  }

  #followAgain() {
    this.#leader.hangUp();
    this.#lock.ask();
    this.#follower.ask();
  }

  /** Where nobody looks, browsers let timers wait: a tab that is looked at does better. */
  #lose() {
    this.#given.subscriptions.lost();
    this.#pass({ is: 'lost' });
    if (this.#wish.isSeen || !this.#leader.isOtherSeen()) return;
    this.#lock.letGo();
    this.#followAgain();
  }

  #hear(word: Word) {
    if (word.is === 'session') this.#given.onSession();
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

  /** Says something as the one who has the line. */
  #pass(word: Passed) {
    if (this.#lock.isMine()) this.#post({ ...word, as: this.#as() });
  }

  #post(word: Word) {
    this.#channel?.postMessage(word);
  }
}

/** The part of the browser's LockManager that is needed. */
export type Locks = Pick<LockManager, 'request'>;

type LiveLockOptions = {
  locks: Locks;
  name: string;
  onMine: () => void;
  /** Another tab took it: this one stood still too long. */
  onTaken: () => void;
};

/** A lock that one tab of the browser holds, until it lets go or goes away. */
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

/** One line for all tabs, or, where browsers do not let tabs agree (as without https), one for this tab. */
export function linkFor(subscriptions: Subscriptions): Link {
  const canShare = typeof BroadcastChannel !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator;
  // looking at the token lets the tab notice what happened to the session elsewhere
  return canShare
    ? new Tabs({ subscriptions, locks: navigator.locks, onSession: () => void tokenToSend() })
    : ownLine(subscriptions);
}

function ownLine(subscriptions: Subscriptions): Link {
  const line = openConnection({
    onOpened: (opened) => subscriptions.opened(opened),
    onEvent: (event) => void subscriptions.hear(event),
    onLost: () => subscriptions.lost(),
    onSign: () => {},
    lastId: () => subscriptions.lastId,
  });
  return {
    want({ topics, token }) {
      line.set(topics, token);
      return topics !== undefined;
    },
    leave: () => line.set(undefined, undefined),
  };
}
