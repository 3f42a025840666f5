import type { Trx } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { Notice, Push } from '../push/push.ts';

/**
 * Something happened to what a topic names: `{ topic: 'article:12', type: 'comment', id: 345 }`. Only ids travel. `of` is
 * what the id belongs to, where the topic does not tell: the room somebody types in.
 */
export type LiveEvent = { topic: string; type: string; id: number; of?: number };

/** For the streams themselves: `{ type: 'ended', id }` of a session, which hears no more. */
export const sessionsTopic = 'sessions';
/** Likewise `{ type: 'presence', id }` of a member who lets others see that they are there, or no longer. */
export const wishesTopic = 'wishes';

/** Immediate publishing for the nouns, besides `tell`, which goes through the outbox. */
export type Live = {
  /** Best effort: for what is not worth keeping, as that somebody is typing. */
  publish(events: LiveEvent[]): Promise<void>;
  /** After a commit: the feed has something new. */
  poke(): void;
};

/** Carries what happens to every process of the site. */
export class Hub {
  readonly #push: Push;
  readonly #self = crypto.randomUUID();
  readonly #onEvent = new Set<(event: LiveEvent) => void>();
  readonly #onPoke = new Set<() => void>();
  #isPoking = false;
  #isPokedAgain = false;

  constructor(push: Push) {
    this.#push = push;
    push.subscribe((notice) => this.#deliver(notice));
  }

  publish(events: LiveEvent[]) {
    return this.#push.publish({
      topic: 'live',
      ids: events.map((event) => `${event.topic} ${event.type} ${event.id} ${event.of ?? ''}`),
    });
  }

  /** Notifies this process at once and the others soon; concurrent calls are coalesced. */
  poke() {
    for (const listener of this.#onPoke) listener();
    this.#isPokedAgain = true;
    if (!this.#isPoking) void this.#pokeOthers();
  }

  onEvent(listener: (event: LiveEvent) => void) {
    this.#onEvent.add(listener);
  }

  onPoke(listener: () => void) {
    this.#onPoke.add(listener);
  }

  async #pokeOthers() {
    this.#isPoking = true;
    while (this.#isPokedAgain) {
      this.#isPokedAgain = false;
      // they look by themselves now and then
      await this.#push.publish({ topic: 'poke', ids: [this.#self] }).catch(() => {});
    }
    this.#isPoking = false;
  }

  #deliver({ topic, ids }: Notice) {
    if (topic === 'live') for (const line of ids) this.#tell(line);
    if (topic === 'poke' && !ids.includes(this.#self)) for (const listener of this.#onPoke) listener();
  }

  #tell(line: string) {
    const [topic = '', type = '', id = '', of = ''] = line.split(' ');
    const event = { topic, type, id: Number(id), ...(of && { of: Number(of) }) };
    for (const listener of this.#onEvent) listener(event);
  }
}

/** Written in the transaction that causes them, so that nobody hears of what did not happen. */
export function tell(trx: Trx, ...events: LiveEvent[]) {
  return enqueue(trx, 'live', { events });
}

/** The effect's name: what was written beside the running site is new in its feed. */
export const pokeFeed = 'poke-feed';
