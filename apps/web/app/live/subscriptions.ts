import { type LiveEvent, me } from '@mojian/client/live-stream';

/** What is said in the group; whoever listens to it is told where chat events begin and where some are missing. */
const group = 'group';

/** Events come from now on: `how` says what became of the chat events since the last one heard. */
export type Opened = { how: 'hello' | 'reset' | 'resumed'; topics: string[]; id: number };

/** `connecting` until it was open for the first time, `lost` while it is interrupted. */
export type LiveState = 'connecting' | 'live' | 'lost';

type Listener = {
  topics: string[];
  onEvent: (event: LiveEvent) => void;
  /** `new`: was told nothing yet; `stale`: missed something. */
  state: 'new' | 'live' | 'stale';
};

/** What one tab listens to, and how far it has heard. */
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

  /** How far it has heard, and of what; for whoever goes on from here. */
  get heard() {
    return { topics: this.#topics, id: this.#id };
  }

  /** The last chat event, as far as all of them were heard. */
  get lastId() {
    return this.#topics.includes(group) ? this.#id : undefined;
  }

  wanted() {
    return [...new Set([...this.#listeners].flatMap(({ topics }) => topics))].sort();
  }

  add(topics: string[], onEvent: (event: LiveEvent) => void) {
    const listener: Listener = { topics, onEvent, state: 'new' };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells each listener what it has to know before it hears events. */
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

  /** What the tab with the line answers: all is heard here that was heard there, or this tab slept and begins anew. */
  catchUp(opened: Opened) {
    if (this.#state === 'live' && opened.id <= this.#id) return this.greetNew();
    if (this.#state === 'live') this.reset('lost');
    this.opened(opened);
  }

  /** New listeners to what is heard already. */
  greetNew() {
    if (this.#state === 'live')
      for (const listener of [...this.#listeners]) if (listener.state === 'new') this.#greet(listener, 'resumed');
  }

  /** Gives it to whom it concerns; false for what was heard before. */
  hear(event: LiveEvent) {
    if (event.type === 'chat') {
      if (event.id <= this.#id) return false;
      this.#id = event.id;
    }
    const topic = event.topic.startsWith('user:') ? me : event.topic;
    for (const { topics, state, onEvent } of [...this.#listeners])
      if (state !== 'new' && topics.includes(topic)) onEvent(event);
    return true;
  }

  /** It is interrupted, and may go on where it was. */
  lost() {
    for (const listener of this.#listeners) if (listener.state === 'live') listener.state = 'stale';
    if (this.#state === 'live') this.#become('lost');
  }

  /** It listens no longer: nothing is known of what happens until it does again. */
  reset(state: LiveState = 'connecting') {
    for (const listener of this.#listeners) listener.state = 'new';
    this.#topics = [];
    this.#id = 0;
    this.#become(state);
  }

  #greet(listener: Listener, how: Opened['how']) {
    if (!listener.topics.every((topic) => this.#topics.includes(topic))) return;
    const { state, topics, onEvent } = listener;
    listener.state = 'live';
    const word = state === 'new' ? 'hello' : how;
    if (word !== 'resumed' && topics.includes(group)) onEvent({ type: word, topic: group, id: this.#id });
    if (state !== 'live') onEvent({ type: 'resumed', topic: topics[0] ?? me, id: 0 });
  }

  #become(state: LiveState) {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState();
  }
}
