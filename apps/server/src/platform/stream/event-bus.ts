import type { Trx } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { Notice, Push } from '../push/push.ts';

/**
 * Event on a topic: `{ topic: 'article:12', type: 'comment', id: 345 }`. Carries ids only. `of`: the parent of the id
 * where the topic does not name it, such as the room somebody types in.
 */
export type LiveEvent = { topic: string; type: string; id: number; of?: number };

/** Internal topic: `{ type: 'ended', id }` of a session. */
export const sessionsTopic = 'sessions';
/** Internal topic: `{ type: 'presence', id }` of a member who changed whether others see them online. */
export const preferencesTopic = 'wishes';

/** Immediate publishing, in contrast to `publishEvents`, which goes through the outbox. */
export type Live = {
  /** Best effort, for transient events such as typing; never rejects. */
  publish(events: LiveEvent[]): Promise<void>;
  /** Notifies all processes, after a commit, that the feed has new entries. */
  notifyFeed(): void;
};

/** Distributes events to every process of the site. */
export class EventBus {
  readonly #push: Push;
  readonly #onError: (error: unknown) => void;
  readonly #self = crypto.randomUUID();
  readonly #onEvent = new Set<(event: LiveEvent) => void>();
  readonly #onFeedChange = new Set<() => void>();
  #isNotifying = false;
  #isDue = false;

  constructor(push: Push, onError: (error: unknown) => void = () => {}) {
    this.#push = push;
    this.#onError = onError;
    push.subscribe((notice) => this.#receive(notice));
  }

  /** Reports a failure instead of throwing it: what the events tell is stored already. */
  publish(events: LiveEvent[]) {
    return this.deliver(events).catch(this.#onError);
  }

  /** Publishes events of the outbox, which retries them. @throws while they cannot be sent, as without a connection */
  deliver(events: LiveEvent[]) {
    return this.#push.publish({
      topic: 'live',
      ids: events.map((event) => `${event.topic} ${event.type} ${event.id} ${event.of ?? ''}`),
    });
  }

  /** Notifies this process at once and the others soon; concurrent calls are coalesced. */
  notifyFeed() {
    for (const listener of this.#onFeedChange) listener();
    this.#isDue = true;
    if (!this.#isNotifying) void this.#notifyOthers();
  }

  onEvent(listener: (event: LiveEvent) => void) {
    this.#onEvent.add(listener);
  }

  onFeedChange(listener: () => void) {
    this.#onFeedChange.add(listener);
  }

  async #notifyOthers() {
    this.#isNotifying = true;
    while (this.#isDue) {
      this.#isDue = false;
      // the other processes poll as well
      await this.#push.publish({ topic: 'poke', ids: [this.#self] }).catch(() => {});
    }
    this.#isNotifying = false;
  }

  #receive({ topic, ids }: Notice) {
    if (topic === 'live') for (const line of ids) this.#dispatch(line);
    if (topic === 'poke' && !ids.includes(this.#self)) for (const listener of this.#onFeedChange) listener();
  }

  #dispatch(line: string) {
    const [topic = '', type = '', id = '', of = ''] = line.split(' ');
    const event = { topic, type, id: Number(id), ...(of && { of: Number(of) }) };
    for (const listener of this.#onEvent) listener(event);
  }
}

/** Queues events in the transaction that causes them. */
export function publishEvents(trx: Trx, ...events: LiveEvent[]) {
  return enqueue(trx, 'live', { events });
}

/** Outbox effect after changes made outside the running site. */
export const notifyFeedEffect = 'poke-feed';
