import type { Push } from '../push/push.ts';

type Parts = {
  push: Push;
  /** Another process has begun and knows of nobody yet. */
  onAsked: () => void;
  onError: (error: unknown) => void;
};

type Word = 'ask' | 'leaving' | 'on' | 'off';

const topic = 'presence';
/** Of a process that does not say again who is there, nobody is left after so many milliseconds. */
const expiry = 40_000;
/** A notice is bounded. */
const idsAtOnce = 500;

/** Who is there in the other processes of the site, as the processes tell each other. */
export class PresenceElsewhere {
  readonly #parts: Parts;
  readonly #self = crypto.randomUUID();
  /** By process: until when a member counts as being there. */
  readonly #until = new Map<string, Map<number, number>>();
  readonly #grace: number;

  /** @param grace milliseconds for which the members of a process that leaves still count. */
  constructor(parts: Parts, grace: number) {
    this.#parts = parts;
    this.#grace = grace;
    parts.push.subscribe(({ topic: name, ids }) => {
      if (name === topic) for (const line of ids) this.#hear(line);
    });
  }

  /** Who counts as being there. */
  present(now: number): number[] {
    const there: number[] = [];
    for (const [process, members] of this.#until) {
      for (const [id, until] of members) if (until > now) there.push(id);
      if (members.size === 0) this.#until.delete(process);
    }
    return there;
  }

  /** Tells the others who came or went here, that this process leaves, or asks who is there. */
  async say(word: Word, ids?: number[]) {
    for (let start = 0; start < (ids?.length ?? 1); start += idsAtOnce) {
      const line = [this.#self, word, ids?.slice(start, start + idsAtOnce).join() ?? ''].join(' ');
      await this.#parts.push.publish({ topic, ids: [line] }).catch(this.#parts.onError);
    }
  }

  #hear(line: string) {
    const [process = '', word = '', list = ''] = line.split(' ');
    if (process === this.#self) return;
    const members = this.#until.get(process) ?? new Map<number, number>();
    const ids = word === 'leaving' ? [...members.keys()] : list.split(',').filter(Boolean).map(Number);
    const until = performance.now() + (word === 'leaving' ? this.#grace : expiry);
    if (word === 'ask') this.#parts.onAsked();
    for (const id of ids)
      if (word === 'off') members.delete(id);
      else members.set(id, until);
    this.#until.set(process, members);
  }
}
