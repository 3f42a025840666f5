import type { Push } from '../push/push.ts';

/** Members online: those with an open stream in any process who let others see it. */
export type Presence = {
  isPresent(userId: number): boolean;
  count(): number;
};

/** For programs without streams. */
export const nobodyPresent: Presence = { isPresent: () => false, count: () => 0 };

type PresenceDeps = {
  push: Push;
  /** Filters members to those who show that they are online. */
  findShowing: (userIds: number[]) => Promise<number[]>;
  onError: (error: unknown) => void;
};

type Change = { on: number[]; off: number[] };

/** Milliseconds over which changes are batched. */
const every = 1000;
/** Milliseconds before a member without streams counts as offline, for reloads and network changes. */
const grace = 8000;
/** Milliseconds between announcements to other processes. */
const announceEvery = 15_000;

/** Tracks who is online, here and in the other processes. */
export class LivePresence implements Presence {
  readonly #deps: PresenceDeps;
  /** Streams per member in this process, or when the last one closed. */
  readonly #here = new Map<number, { streams: number; leftAt: number }>();
  readonly #showing = new Set<number>();
  /** Members whose preference has to be read again. */
  readonly #unsure = new Set<number>();
  readonly #elsewhere: RemotePresence;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #listeners = new Set<(change: Change) => void>();
  #published = new Set<number>();
  #announceAt = 0;
  #isAsking = false;

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
    const { push, onError } = deps;
    const onRequested = () => {
      this.#announceAt = 0;
    };
    this.#elsewhere = new RemotePresence({ push, onAsked: onRequested, onError }, grace);
    this.#timer = setInterval(() => void this.#turn(), every).unref();
    this.#elsewhere.say('ask');
  }

  isPresent(userId: number) {
    return this.#published.has(userId);
  }

  count() {
    return this.#published.size;
  }

  /** Receives the batched changes. */
  onChange(listener: (change: Change) => void) {
    this.#listeners.add(listener);
  }

  /** Counts an opened stream. */
  came(userId: number) {
    const here = this.#here.get(userId);
    this.#here.set(userId, { streams: (here?.streams ?? 0) + 1, leftAt: 0 });
    if (!here) this.#unsure.add(userId);
  }

  left(userId: number) {
    const streams = (this.#here.get(userId)?.streams ?? 1) - 1;
    this.#here.set(userId, { streams, leftAt: performance.now() });
  }

  /** Whether a member shows being online, which is also required to see others. */
  isShowing(userId: number) {
    return this.#showing.has(userId);
  }

  /** Marks a preference as outdated. */
  forgetPreference(userId: number) {
    if (this.#here.has(userId)) this.#unsure.add(userId);
  }

  close() {
    clearInterval(this.#timer);
    return this.#elsewhere.say('leaving');
  }

  /** Runs one update at a time, so that a late reply cannot undo a newer one. */
  async #turn() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    await this.#round().catch((error: unknown) => {
      this.#announceAt = 0; // the next round checks every member
      this.#deps.onError(error);
    });
    this.#isAsking = false;
  }

  async #round() {
    const now = performance.now();
    this.#removeGone(now);
    await this.#askPreferences(now);
    if (now >= this.#announceAt) {
      this.#announceAt = now + announceEvery;
      this.#elsewhere.say('on', [...this.#showing]);
    }
    this.#publishChange(now);
  }

  #removeGone(now: number) {
    const gone = [...this.#here].filter(([, { streams, leftAt }]) => streams === 0 && now - leftAt > grace);
    for (const [id] of gone) this.#here.delete(id);
    this.#hide(gone.map(([id]) => id));
  }

  async #askPreferences(now: number) {
    const ids = [...(now >= this.#announceAt ? this.#here.keys() : this.#unsure)];
    if (ids.length === 0) return;
    for (const id of ids) this.#unsure.delete(id); // a preference changed meanwhile is read again
    const showing = new Set(await this.#deps.findShowing(ids));
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

  /** Publishes the difference from the last published state. */
  #publishChange(now: number) {
    const there = new Set([...this.#showing, ...this.#elsewhere.present(now)]);
    const on = [...there].filter((id) => !this.#published.has(id));
    const off = [...this.#published].filter((id) => !there.has(id));
    this.#published = there;
    if (on.length + off.length === 0) return;
    for (const listener of this.#listeners) listener({ on, off });
  }
}

type RemotePresenceDeps = {
  push: Push;
  /** Another process has started and knows nobody yet. */
  onAsked: () => void;
  onError: (error: unknown) => void;
};

type PresenceEvent = 'ask' | 'leaving' | 'on' | 'off';

const topic = 'presence';
/** Milliseconds after which a silent process counts as gone. */
const expiry = 40_000;
/** Ids per notification. */
const idsAtOnce = 500;

/** Members online in the other processes, as announced by them. */
class RemotePresence {
  readonly #deps: RemotePresenceDeps;
  readonly #self = crypto.randomUUID();
  /** Per process, until when a member counts as online. */
  readonly #until = new Map<string, Map<number, number>>();
  readonly #grace: number;

  /** @param grace milliseconds for which members of a stopping process still count */
  constructor(deps: RemotePresenceDeps, grace: number) {
    this.#deps = deps;
    this.#grace = grace;
    deps.push.subscribe(({ topic: name, ids }) => {
      if (name === topic) for (const line of ids) this.#receive(line);
    });
  }

  /** Lists the members online in other processes, and forgets those of silent ones. */
  present(now: number): number[] {
    for (const [process, members] of this.#until) {
      for (const [id, until] of members) if (until <= now) members.delete(id);
      if (members.size === 0) this.#until.delete(process);
    }
    return [...this.#until.values()].flatMap((members) => [...members.keys()]);
  }

  /** Announces arrivals or departures, that this process stops, or asks the others for theirs. */
  async say(event: PresenceEvent, ids?: number[]) {
    for (let start = 0; start < (ids?.length ?? 1); start += idsAtOnce) {
      const line = [this.#self, event, ids?.slice(start, start + idsAtOnce).join() ?? ''].join(' ');
      await this.#deps.push.publish({ topic, ids: [line] }).catch(this.#deps.onError);
    }
  }

  #receive(line: string) {
    const [process = '', event = '', list = ''] = line.split(' ');
    if (process === this.#self) return;
    const members = this.#until.get(process) ?? new Map<number, number>();
    const ids = event === 'leaving' ? [...members.keys()] : list.split(',').filter(Boolean).map(Number);
    const until = performance.now() + (event === 'leaving' ? this.#grace : expiry);
    if (event === 'ask') this.#deps.onAsked();
    for (const id of ids)
      if (event === 'off') members.delete(id);
      else members.set(id, until);
    this.#until.set(process, members);
  }
}
