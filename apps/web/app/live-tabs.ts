import type { Ear } from './live-ear.ts';
import { Follower } from './live-follower.ts';
import { openLine } from './live-line.ts';
import { type Locks, openLock } from './live-lock.ts';
import { type Passed, type Wanted, type Wish, Wishes, type Word } from './live-words.ts';

type Given = {
  ear: Ear;
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
  readonly #given: Given;
  readonly #self = crypto.randomUUID();
  readonly #others = new Wishes();
  readonly #line: ReturnType<typeof openLine>;
  readonly #lock: ReturnType<typeof openLock>;
  readonly #follower: Follower;
  #wish: Wish = { topics: undefined, token: undefined, isSeen: false };
  #channel: BroadcastChannel | undefined;
  #onLine: { topics: string[]; token: string | undefined } | undefined;

  constructor(given: Given) {
    this.#given = given;
    const { ear, locks } = given;
    this.#lock = openLock({ locks, name, onMine: () => this.#lead(), onTaken: () => this.#followAgain() });
    this.#follower = new Follower({
      ear,
      say: () => this.#say(),
      isSeen: () => this.#wish.isSeen,
      takeOver: () => this.#lock.ask({ steal: true }),
    });
    this.#line = openLine({
      lastId: () => ear.lastId,
      onEvent: (event) => ear.hear(event) && this.#pass({ is: 'event', event }),
      onOpened: (opened) => {
        ear.opened(opened);
        this.#pass({ is: 'open', opened });
      },
      onLost: () => this.#lose(),
      onSign: () => this.#tidy(),
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
    if (this.#lock.isMine()) this.#settle({ isLookedAt: true });
    else this.#follower.ask();
    return true;
  }

  /** Lets go of everything at once, as when the page is put away. */
  leave() {
    this.#post({ is: 'want', from: this.#self, topics: [], isSeen: false });
    this.#follower.stop();
    this.#hangUp();
    this.#lock.letGo();
    this.#channel?.close();
    this.#channel = undefined;
    this.#others.forget();
  }

  #isNeeded() {
    return this.#lock.isMine() && this.#others.topics().length > 0;
  }

  #enter() {
    if (this.#channel) return;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) => this.#hear(data);
    this.#lock.ask();
  }

  #lead() {
    this.#follower.stop();
    this.#given.ear.lost();
    this.#pass({ is: 'lost' });
    this.#pass({ is: 'who' });
    this.#settle({ isLookedAt: true });
  }

  #hangUp() {
    this.#line.set(undefined, undefined);
    this.#onLine = undefined;
  }

  #followAgain() {
    this.#hangUp();
    this.#lock.ask();
    this.#follower.ask();
  }

  /** Brings the line in line with what all tabs want. What is wanted no longer may wait until the next sign of life. */
  #settle({ isLookedAt = false, isTidying = false } = {}) {
    const { token } = this.#wish;
    const wanted = [...new Set([...(this.#wish.topics ?? []), ...this.#others.topics()])].sort();
    const has = this.#onLine?.token === token ? this.#onLine?.topics : undefined;
    const topics = has && !isTidying && wanted.every((topic) => has.includes(topic)) ? has : wanted;
    if (topics.length === 0) return this.leave();
    this.#onLine = { topics, token };
    this.#line.set(topics, token, isLookedAt);
  }

  #tidy() {
    this.#pass({ is: 'who' });
    if (this.#lock.isMine()) this.#settle({ isTidying: true });
  }

  /** Where nobody looks, browsers let timers wait: a tab that is looked at does better. */
  #lose() {
    this.#given.ear.lost();
    this.#pass({ is: 'lost' });
    if (this.#wish.isSeen || !this.#others.isOneSeen()) return;
    this.#lock.letGo();
    this.#followAgain();
  }

  #hear(word: Word) {
    if (word.is === 'session') this.#given.onSession();
    else if (word.is !== 'want') this.#hearPassed(word);
    else if (this.#lock.isMine()) this.#hearWanted(word);
  }

  #hearWanted(word: Wanted) {
    const isLookedAt = this.#others.hear(word);
    this.#settle({ isLookedAt });
    const { state, heard } = this.#given.ear;
    if (state === 'live') this.#pass({ is: 'open', to: word.from, opened: { how: 'resumed', ...heard } });
    else this.#pass({ is: 'lost', to: word.from });
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
