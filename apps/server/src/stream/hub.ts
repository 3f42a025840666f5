import type { Trx } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { Notice, Push } from '../push/push.ts';

/**
 * Something happened to what a topic names: `{ topic: 'article:12', type: 'comment', id: 345 }`. Only ids travel. `of` is
 * what the id belongs to, where the topic does not tell: the room somebody types in.
 */
export type LiveEvent = { topic: string; type: string; id: number; of?: number };

/** What nouns tell at once, besides what they write down for the outbox by `tell`. */
export type Live = {
  /** Best effort: for what is not worth keeping, as that somebody is typing. */
  publish(events: LiveEvent[]): Promise<void>;
  /** After a commit: the feed has something new. */
  poke(): void;
};

type Listener = (event: LiveEvent) => void;

const topic = 'live';

/** Hands events to whoever listens to their topic, in every process of the site. */
export class Hub {
  readonly #push: Push;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(push: Push) {
    this.#push = push;
    push.subscribe((notice) => this.#deliver(notice));
  }

  publish(events: LiveEvent[]) {
    return this.#push.publish({
      topic,
      ids: events.map((event) => `${event.topic} ${event.type} ${event.id} ${event.of ?? ''}`),
    });
  }

  poke() {}

  /** Listens to some topics until the returned function is called. */
  listen(topics: string[], listener: Listener) {
    for (const name of topics) this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
    return () => {
      for (const name of topics) this.#forget(name, listener);
    };
  }

  #forget(name: string, listener: Listener) {
    const listeners = this.#listeners.get(name);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(name);
  }

  #deliver(notice: Notice) {
    if (notice.topic !== topic) return;
    for (const line of notice.ids) {
      const [name = '', type = '', id = '', of = ''] = line.split(' ');
      const event = { topic: name, type, id: Number(id), ...(of && { of: Number(of) }) };
      for (const listener of this.#listeners.get(name) ?? []) listener(event);
    }
  }
}

/** Written in the transaction that causes them, so that nobody hears of what did not happen. */
export function tell(trx: Trx, ...events: LiveEvent[]) {
  return enqueue(trx, 'live', { events });
}

/** The effect's name: what was written beside the running site is new in its feed. */
export const pokeFeed = 'poke-feed';
