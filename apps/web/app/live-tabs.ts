import type { Ear } from './live-ear.ts';
import { Follower } from './live-follower.ts';
import { Leader } from './live-leader.ts';
import { type Locks, openLock } from './live-lock.ts';
import type { Passed, Wish, Word } from './live-words.ts';

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
  readonly #lock: ReturnType<typeof openLock>;
  readonly #follower: Follower;
  readonly #leader: Leader;
  #wish: Wish = { topics: undefined, token: undefined, isSeen: false };
  #channel: BroadcastChannel | undefined;

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
    this.#leader = new Leader({
      ear,
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
    this.#given.ear.lost();
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
    this.#given.ear.lost();
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
