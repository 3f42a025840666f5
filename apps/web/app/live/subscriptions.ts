import { type LiveEvent, me } from '@mojian/client/live-stream';

/** Topic of the group chat; its listeners are told where chat events begin and where some are missing. */
const group = 'group';

/** The stream has opened; `how` tells whether chat events since the last one were resumed. */
export type Opened = { how: 'hello' | 'reset' | 'resumed'; topics: string[]; id: number };

/** `connecting` until first opened or failed, `lost` while interrupted. */
export type LiveState = 'connecting' | 'live' | 'lost';

type Listener = {
  topics: string[];
  onEvent: (event: LiveEvent) => void;
  /** `new`: not initialized; `stale`: missed events. */
  state: 'new' | 'live' | 'stale';
};

/** Listeners of one tab, and the id of its last event. */
export class Subscriptions {
  readonly #listeners = new Set<Listener>();
  readonly #onState: () => void;
  #topics: string[] = [];
  #id = 0;
  #state: LiveState = 'connecting';

  constructor(onState: () => void) {
    this.#onState = onState;
  }

  get state() {
    return this.#state;
  }

  get isEmpty() {
    return this.#listeners.size === 0;
  }

  /** Id of the last chat event without a gap before it. */
  get lastId() {
    return this.#topics.includes(group) ? this.#id : undefined;
  }

  /** Topics of the listeners, the newest first. */
  wanted() {
    return [...new Set([...this.#listeners].reverse().flatMap(({ topics }) => topics))];
  }

  add(topics: string[], onEvent: (event: LiveEvent) => void) {
    const listener: Listener = { topics, onEvent, state: 'new' };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Notifies each listener of its start or gap before events follow. */
  opened({ how, topics, id }: Opened) {
    const retained = this.#state === 'live' ? this.#topics.filter((topic) => topics.includes(topic)) : [];
    this.#id = how === 'resumed' ? Math.max(this.#id, id) : id;
    this.#topics = topics;
    for (const listener of [...this.#listeners]) {
      if (listener.state === 'live' && !listener.topics.every((topic) => retained.includes(topic)))
        listener.state = 'stale';
      this.#greet(listener, how);
    }
    this.#become('live');
  }

  /** Initializes new listeners of an open stream. */
  greetNew() {
    if (this.#state === 'live')
      for (const listener of [...this.#listeners]) if (listener.state === 'new') this.#greet(listener, 'resumed');
  }

  /** Delivers an event to its listeners, a chat event once. */
  emit(event: LiveEvent) {
    if (event.type === 'chat') {
      if (event.id <= this.#id) return;
      this.#id = event.id;
    }
    const topic = event.topic.startsWith('user:') ? me : event.topic;
    for (const { topics, state, onEvent } of [...this.#listeners])
      if (state !== 'new' && topics.includes(topic)) onEvent(event);
  }

  /** The stream broke or could not be opened, and is tried again. */
  lost() {
    this.#interrupt('lost');
  }

  /** The tab closed the stream and resumes it later, as when it is hidden meanwhile. */
  paused() {
    this.#interrupt('connecting');
  }

  /** Forgets the position: the next stream is another member's, or nobody listens. */
  reset() {
    for (const listener of this.#listeners) listener.state = 'new';
    this.#topics = [];
    this.#id = 0;
    this.#become('connecting');
  }

  #interrupt(state: LiveState) {
    for (const listener of this.#listeners) if (listener.state === 'live') listener.state = 'stale';
    this.#become(state);
  }

  #greet(listener: Listener, how: Opened['how']) {
    if (!listener.topics.every((topic) => this.#topics.includes(topic))) return;
    const { state, topics, onEvent } = listener;
    listener.state = 'live';
    const type = state === 'new' ? 'hello' : how;
    if (type !== 'resumed' && topics.includes(group)) onEvent({ type, topic: group, id: this.#id });
    if (state !== 'live') onEvent({ type: 'resumed', topic: topics[0] ?? me, id: 0 });
  }

  #become(state: LiveState) {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState();
  }
}
