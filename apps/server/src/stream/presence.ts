import type { Push } from '../push/push.ts';

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

const topic = 'presence';
/** What changed is gathered for so long, in milliseconds. */
const every = 1000;
/** Who reloads or changes networks is back by then. */
const grace = 8000;
/** A process says again who is there; of one that does not, nobody is left after a while. */
const announceEvery = 15_000;
const expiry = 40_000;
/** A notice is bounded. */
const idsAtOnce = 500;

/** Keeps account of who is there, and tells the processes of each other. */
export class LivePresence implements Presence {
  readonly #parts: Parts;
  readonly #self = crypto.randomUUID();
  /** Of the members with a stream here: how many, or when they left. */
  readonly #here = new Map<number, { streams: number; leftAt: number }>();
  readonly #showing = new Set<number>();
  /** Whose wish is not known yet, or may have changed. */
  readonly #unsure = new Set<number>();
  /** By process: until when a member counts as being there. */
  readonly #elsewhere = new Map<string, Map<number, number>>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #listeners = new Set<(change: Change) => void>();
  #told = new Set<number>();
  #announceAt = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.push.subscribe(({ topic: name, ids }) => {
      if (name === topic) for (const line of ids) this.#hear(line);
    });
    this.#timer = setInterval(() => void this.#round().catch(parts.onError), every).unref();
    this.#say('ask');
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
    return this.#say('leaving');
  }

  async #round() {
    const now = performance.now();
    this.#letGo(now);
    await this.#askWishes(now);
    if (now >= this.#announceAt) {
      this.#announceAt = now + announceEvery;
      this.#say('on', [...this.#showing]);
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
    const showing = new Set(await this.#parts.findShowing(ids));
    for (const id of ids) this.#unsure.delete(id);
    this.#hide(ids.filter((id) => !showing.has(id)));
    const fresh = [...showing].filter((id) => this.#here.has(id) && !this.#showing.has(id));
    for (const id of fresh) this.#showing.add(id);
    this.#say('on', fresh);
  }

  #hide(ids: number[]) {
    this.#say(
      'off',
      ids.filter((id) => this.#showing.delete(id)),
    );
  }

  /** What is different from what was told last. */
  #tell(now: number) {
    const there = new Set(this.#showing);
    for (const [process, members] of this.#elsewhere) {
      for (const [id, until] of members) if (until > now) there.add(id);
      if (members.size === 0) this.#elsewhere.delete(process);
    }
    const [on, off] = [missing(there, this.#told), missing(this.#told, there)];
    this.#told = there;
    if (on.length + off.length === 0) return;
    for (const listener of this.#listeners) listener({ on, off });
  }

  #say(word: 'ask' | 'leaving'): Promise<void>;
  #say(word: 'on' | 'off', ids: number[]): Promise<void>;
  async #say(word: string, ids?: number[]) {
    for (let start = 0; start < (ids?.length ?? 1); start += idsAtOnce) {
      const line = [this.#self, word, ids?.slice(start, start + idsAtOnce).join() ?? ''].join(' ');
      await this.#parts.push.publish({ topic, ids: [line] }).catch(this.#parts.onError);
    }
  }

  #hear(line: string) {
    const [process = '', word = '', list = ''] = line.split(' ');
    if (process === this.#self) return;
    const members = this.#elsewhere.get(process) ?? new Map<number, number>();
    const ids = word === 'leaving' ? [...members.keys()] : list.split(',').filter(Boolean).map(Number);
    const until = performance.now() + (word === 'leaving' ? grace : expiry);
    if (word === 'ask') this.#announceAt = 0;
    for (const id of ids)
      if (word === 'off') members.delete(id);
      else members.set(id, until);
    this.#elsewhere.set(process, members);
  }
}

function missing(some: Set<number>, others: Set<number>) {
  return [...some].filter((id) => !others.has(id));
}
