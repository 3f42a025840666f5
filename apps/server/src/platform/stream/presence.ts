import type { Push } from '../push/push.ts';
import { PresenceElsewhere } from './presence-elsewhere.ts';

/** Who is there: whoever has a stream open, in any process of the site, and lets others see it. */
export type Presence = {
  isPresent(userId: number): boolean;
  count(): number;
};

/** For what runs without streams. */
export const nobodyPresent: Presence = { isPresent: () => false, count: () => 0 };

type Parts = {
  push: Push;
  /** Of these members, those who let others see that they are there. */
  findShowing: (userIds: number[]) => Promise<number[]>;
  onError: (error: unknown) => void;
};

type Change = { on: number[]; off: number[] };

/** What changed is gathered for so long, in milliseconds. */
const every = 1000;
/** Who reloads or changes networks is back by then. */
const grace = 8000;
/** The other processes are told again who is there. */
const announceEvery = 15_000;

/** Keeps account of who is there, here and in the other processes. */
export class LivePresence implements Presence {
  readonly #parts: Parts;
  /** Of the members with a stream here: how many, or when they left. */
  readonly #here = new Map<number, { streams: number; leftAt: number }>();
  readonly #showing = new Set<number>();
  /** Whose wish is not known yet, or may have changed. */
  readonly #unsure = new Set<number>();
  readonly #elsewhere: PresenceElsewhere;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #listeners = new Set<(change: Change) => void>();
  #told = new Set<number>();
  #announceAt = 0;
  #isAsking = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { push, onError } = parts;
    const onAsked = () => {
      this.#announceAt = 0;
    };
    this.#elsewhere = new PresenceElsewhere({ push, onAsked, onError }, grace);
    this.#timer = setInterval(() => void this.#turn(), every).unref();
    this.#elsewhere.say('ask');
  }

  isPresent(userId: number) {
    return this.#told.has(userId);
  }

  count() {
    return this.#told.size;
  }

  /** Hears who came and went, gathered. */
  onChange(listener: (change: Change) => void) {
    this.#listeners.add(listener);
  }

  /** A stream of theirs was opened. */
  came(userId: number) {
    const here = this.#here.get(userId);
    this.#here.set(userId, { streams: (here?.streams ?? 0) + 1, leftAt: 0 });
    if (!here) this.#unsure.add(userId);
  }

  left(userId: number) {
    const streams = (this.#here.get(userId)?.streams ?? 1) - 1;
    this.#here.set(userId, { streams, leftAt: performance.now() });
  }

  /** Whether they let others see that they are there, which is what it takes to see it of others. */
  isShowing(userId: number) {
    return this.#showing.has(userId);
  }

  /** They may wish otherwise now. */
  askAgain(userId: number) {
    if (this.#here.has(userId)) this.#unsure.add(userId);
  }

  close() {
    clearInterval(this.#timer);
    return this.#elsewhere.say('leaving');
  }

  /** One round after the other: an answer that comes late must not undo a newer one. */
  async #turn() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    await this.#round().catch((error: unknown) => {
      this.#announceAt = 0; // the next round asks about everyone
      this.#parts.onError(error);
    });
    this.#isAsking = false;
  }

  async #round() {
    const now = performance.now();
    this.#letGo(now);
    await this.#askWishes(now);
    if (now >= this.#announceAt) {
      this.#announceAt = now + announceEvery;
      this.#elsewhere.say('on', [...this.#showing]);
    }
    this.#tell(now);
  }

  #letGo(now: number) {
    const gone = [...this.#here].filter(([, { streams, leftAt }]) => streams === 0 && now - leftAt > grace);
    for (const [id] of gone) this.#here.delete(id);
    this.#hide(gone.map(([id]) => id));
  }

  async #askWishes(now: number) {
    const ids = [...(now >= this.#announceAt ? this.#here.keys() : this.#unsure)];
    if (ids.length === 0) return;
    for (const id of ids) this.#unsure.delete(id); // who changes their mind meanwhile is asked again
    const showing = new Set(await this.#parts.findShowing(ids));
    this.#hide(ids.filter((id) => !showing.has(id)));
    const fresh = [...showing].filter((id) => this.#here.has(id) && !this.#showing.has(id));
    for (const id of fresh) this.#showing.add(id);
    this.#elsewhere.say('on', fresh);
  }

  #hide(ids: number[]) {
    this.#elsewhere.say(
      'off',
      ids.filter((id) => this.#showing.delete(id)),
    );
  }

  /** What is different from what was told last. */
  #tell(now: number) {
    const there = new Set([...this.#showing, ...this.#elsewhere.present(now)]);
    const on = [...there].filter((id) => !this.#told.has(id));
    const off = [...this.#told].filter((id) => !there.has(id));
    this.#told = there;
    if (on.length + off.length === 0) return;
    for (const listener of this.#listeners) listener({ on, off });
  }
}
