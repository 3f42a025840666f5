import { tokenToSend } from '../session/session.ts';
import { chooseTopics, openConnection } from './connection.ts';
import type { Subscriptions } from './subscriptions.ts';
import { Follower, Leader, type LeaderMessage, type TabMessage, type TabState } from './tab-roles.ts';

type LiveTabsOptions = {
  subscriptions: Subscriptions;
  locks: Locks;
  /** Login or logout in another tab. */
  onSession: () => void;
  /** The server refused the stream. */
  onRefused: () => void;
};

/** Name of the channel and of the lock: another where the messages change, so that tabs of two versions ignore each other. */
const name = 'mojian:stream';

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
  #state: TabState = { topics: undefined, token: undefined, isSeen: false };
  #channel: BroadcastChannel | undefined;

  constructor(deps: LiveTabsOptions) {
    this.#deps = deps;
    const { subscriptions, locks, onRefused } = deps;
    this.#lock = openLock({ locks, name, onMine: () => this.#lead(), onTaken: () => this.#followAgain() });
    this.#follower = new Follower({
      subscriptions,
      tell: () => this.#tell(),
      isSeen: () => this.#state.isSeen,
      takeOver: () => this.#lock.request({ steal: true }),
    });
    this.#leader = new Leader({
      subscriptions,
      state: () => this.#state,
      isMine: () => this.#lock.isMine(),
      send: (message) => this.#send(message),
      onNothing: () => this.leave(),
      onLost: () => this.#lose(),
      onRefused,
    });
  }

  /** Announces this tab's topics. Returns whether it still listens, perhaps for others. */
  update(state: TabState) {
    const isNewSession = state.token !== this.#state.token;
    this.#state = state;
    if (isNewSession) this.#post({ type: 'login' });
    if (!state.topics && !this.#isNeeded()) {
      this.leave();
      return false;
    }
    this.#enter();
    if (this.#lock.isMine()) this.#leader.connect({ isLookedAt: true });
    else this.#follower.ask();
    return true;
  }

  /** Releases everything at once, as when the page is put into the back-forward cache. */
  leave() {
    this.#post({ type: 'topics', from: this.#self, topics: [], isSeen: false });
    this.#follower.stop();
    this.#leader.close();
    this.#lock.release();
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
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#receive(data);
    this.#lock.request();
  }

  #lead() {
    this.#follower.stop();
    this.#deps.subscriptions.lost(false);
    this.#send({ type: 'lost', isTried: false });
    this.#send({ type: 'ping' });
    this.#leader.connect({ isLookedAt: true });
  }

  #followAgain() {
    this.#leader.close();
    this.#lock.request();
    this.#follower.ask();
  }

  /** Browsers throttle timers of hidden tabs: a visible tab leads better. */
  #lose() {
    this.#deps.subscriptions.lost();
    this.#send({ type: 'lost', isTried: true });
    if (this.#state.isSeen || !this.#leader.isOtherSeen()) return;
    this.#lock.release();
    this.#followAgain();
  }

  #receive(message: TabMessage) {
    if (message.type === 'login') this.#deps.onSession();
    else if (message.type !== 'topics') this.#follow(message);
    else if (this.#lock.isMine()) this.#leader.receive(message);
  }

  #follow(message: LeaderMessage & { session: string }) {
    const isForOther = 'to' in message && message.to !== this.#self;
    if (!this.#lock.isMine() && !isForOther && message.session === this.#session()) this.#follower.receive(message);
  }

  #tell() {
    this.#post({ type: 'topics', from: this.#self, topics: this.#state.topics ?? [], isSeen: this.#state.isSeen });
  }

  #session() {
    return this.#state.token?.slice(0, 8) ?? '';
  }

  /** Broadcasts as the leader. */
  #send(message: LeaderMessage) {
    if (this.#lock.isMine()) this.#post({ ...message, session: this.#session() });
  }

  #post(message: TabMessage) {
    this.#channel?.postMessage(message);
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
  let end: (() => void) | undefined;

  function request({ steal = false } = {}) {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    const take = () => {
      if (mine.signal.aborted) return;
      return new Promise<void>((resolve) => {
        end = resolve;
        onMine();
      });
    };
    locks.request(name, steal ? { steal } : { signal: mine.signal }, take).catch(() => {
      if (mine.signal.aborted) return;
      end = undefined;
      onTaken();
    });
  }

  function release() {
    asking?.abort();
    end?.();
    end = undefined;
  }

  return { request, release, isMine: () => end !== undefined };
}

type Link = { update: (state: TabState) => boolean; leave: () => void };

/** Shared connection, or one per tab where the browser has no locks (no https). */
export function linkFor(subscriptions: Subscriptions, onRefused: () => void): Link {
  const canShare = typeof BroadcastChannel !== 'undefined' && typeof navigator !== 'undefined' && 'locks' in navigator;
  // reading the token notices session changes of other tabs
  return canShare
    ? new Tabs({ subscriptions, locks: navigator.locks, onSession: () => void tokenToSend(), onRefused })
    : connectAlone(subscriptions, onRefused);
}

function connectAlone(subscriptions: Subscriptions, onRefused: () => void): Link {
  const connection = openConnection({
    onOpened: (opened) => subscriptions.opened(opened),
    onEvent: (event) => void subscriptions.emit(event),
    onLost: () => subscriptions.lost(),
    onRefused,
    onSign: () => {},
    lastId: () => subscriptions.lastId,
  });
  return {
    update({ topics, token }) {
      connection.set(topics && chooseTopics(topics), token);
      return topics !== undefined;
    },
    leave: () => connection.set(undefined, undefined),
  };
}
