import { Failure } from '@mojian/contract/platform/failures';
import type { Role, Viewer } from '../http/viewer.ts';
import type { FeedEntry } from './feed.ts';
import type { LiveEvent } from './hub.ts';
import { beat, beatEvery, frame, frameOf, type OpenStream } from './open-stream.ts';

/** Streams per member, over all browsers; beyond it the oldest closes. */
const mostOfMember = 12;
/** Streams per address, which a whole school may share. */
const mostOfAddress = 200;
/** In this process: beyond that there is no memory for them. */
const mostAtAll = 5000;
/** Milliseconds until who had to give up a place tries again. */
const comeBackAfter = 30_000;
/** Milliseconds between `typing` events to large audiences. */
const crowd = 100;
const typingEvery = 1000;

const full = frame({ type: 'full', topic: 'stream', data: {} });

/** Other bounds than the usual, where one has to come near them. */
export type StreamBounds = { mostOfAddress?: number; mostAtAll?: number };

/** The streams that are open in this process, by what they listen to. */
export class Streams {
  readonly #open = new Set<OpenStream>();
  readonly #byTopic = new Map<string, Set<OpenStream>>();
  readonly #byAddress = new Map<string, Set<OpenStream>>();
  readonly #bounds = { mostOfAddress, mostAtAll };
  #typingAt = 0;

  constructor(bounds: StreamBounds = {}) {
    Object.assign(this.#bounds, bounds);
  }

  get size() {
    return this.#open.size;
  }

  all() {
    return [...this.#open];
  }

  /** When all slots are taken, closes a stream of the address with the most, if the newcomer's has fewer. */
  hasRoomFor(address: string) {
    const own = this.#byAddress.get(address)?.size ?? 0;
    if (own >= this.#bounds.mostOfAddress) return false;
    return this.#open.size < this.#bounds.mostAtAll || this.#makeRoom(own);
  }

  #makeRoom(own: number) {
    let crowd = new Set<OpenStream>();
    for (const streams of this.#byAddress.values()) if (streams.size > crowd.size) crowd = streams;
    const [oldest] = crowd;
    if (!oldest || crowd.size <= own + 1) return false;
    this.#remove(oldest);
    oldest.end(comeBackAfter);
    return true;
  }

  /** Streams of one member, oldest first. */
  of(userId: number) {
    return this.#on(`user:${userId}`);
  }

  /** Lets it hear until the returned function is called. */
  add(stream: OpenStream) {
    const siblings = stream.viewer ? this.of(stream.viewer.id) : [];
    if (siblings.length >= mostOfMember) siblings[0]?.endWith(full);
    this.#open.add(stream);
    this.#byAddress.set(stream.address, (this.#byAddress.get(stream.address) ?? new Set()).add(stream));
    for (const topic of stream.topics) this.#byTopic.set(topic, (this.#byTopic.get(topic) ?? new Set()).add(stream));
    return () => this.#remove(stream);
  }

  /** Closes it; the browser reconnects and learns that its token is invalid. */
  endSession(id: number) {
    for (const stream of this.#open) if (stream.viewer?.sessionId === id) stream.end(0);
  }

  /** Says what happened to all who listen to its topic. */
  deliver(event: LiveEvent) {
    const listeners = this.#byTopic.get(event.topic);
    if (!listeners || (event.type === 'typing' && this.#isTooMuch(listeners.size))) return;
    const bytes = frameOf(event);
    for (const stream of listeners) stream.send(bytes);
  }

  /** Delivers feed entries: each stream gets the first of its topics that carries one. */
  tell(entries: FeedEntry[]) {
    const isMore = entries.length > 1;
    const hearing = isMore ? new Set(entries.flatMap(({ told }) => told.flatMap(({ topic }) => this.#on(topic)))) : [];
    for (const stream of hearing) stream.cork();
    for (const { seq, told } of entries) for (const one of told) this.#tellOne(seq, one);
    for (const stream of hearing) stream.uncork();
  }

  #tellOne(seq: number, { topic, data }: FeedEntry['told'][number]) {
    const listeners = this.#byTopic.get(topic);
    if (!listeners) return;
    const bytes = frame({ type: 'chat', topic, id: seq, data });
    for (const stream of listeners) stream.tell(seq, bytes);
  }

  /** Gives data to those on a topic who may have it. */
  give(topic: string, type: string, data: unknown, mayHave: (stream: OpenStream) => boolean) {
    const bytes = frame({ type, topic, data });
    for (const stream of this.#on(topic)) if (mayHave(stream)) stream.send(bytes);
  }

  #on(topic: string) {
    return [...(this.#byTopic.get(topic) ?? [])];
  }

  #isTooMuch(listening: number) {
    if (listening <= crowd) return false;
    if (performance.now() - this.#typingAt < typingEvery) return true;
    this.#typingAt = performance.now();
    return false;
  }

  #remove(stream: OpenStream) {
    this.#open.delete(stream);
    const neighbours = this.#byAddress.get(stream.address);
    neighbours?.delete(stream);
    if (neighbours?.size === 0) this.#byAddress.delete(stream.address);
    for (const topic of stream.topics) {
      const listeners = this.#byTopic.get(topic);
      listeners?.delete(stream);
      if (listeners?.size === 0) this.#byTopic.delete(topic);
    }
  }
}

export type WatchDeps = {
  streams: Streams;
  /** Filters sessions to open ones, with their members' current roles. */
  findSessions: (ids: number[]) => Promise<{ id: number; role: Role }[]>;
  mayHear: MayHear;
  onError: (error: unknown) => void;
};

const lookEvery = 1000;
/** A stream that ends because something about its member changed comes back within so many milliseconds. */
const soon = 1000;

/**
 * Gives all streams their signs of life and ends those of sessions that ended or members whose role changed, or that
 * would hear another choice of topics now. One timer and one query for all that are due. Returns the way to stop.
 */
export function watchStreams(deps: WatchDeps) {
  const timer = setInterval(() => {
    const now = performance.now();
    const due = deps.streams.all().filter(({ beatAt }) => beatAt <= now);
    for (const stream of due) stream.beatAt = now + beatEvery;
    if (due.length > 0) void lookAfter(due, deps);
  }, lookEvery).unref();
  return () => clearInterval(timer);
}

/** Ends what is not as it was. While the database is away all stays as it is. */
export async function lookAfter(some: OpenStream[], { findSessions, mayHear, onError }: WatchDeps) {
  for (const stream of some) stream.send(beat);
  try {
    const ids = some.flatMap(({ viewer }) => (viewer ? [viewer.sessionId] : []));
    const roles = new Map((await findSessions([...new Set(ids)])).map(({ id, role }) => [id, role]));
    for (const stream of some) if (!(await isAsItWas(stream, roles, mayHear))) stream.end(Math.random() * soon);
  } catch (error) {
    onError(error);
  }
}

async function isAsItWas(stream: OpenStream, roles: Map<number, Role>, mayHear: MayHear) {
  const { viewer } = stream;
  if (viewer && roles.get(viewer.sessionId) !== viewer.role) return false;
  return isStillRight(stream, viewer, mayHear);
}

/** A page of says has many whose comments are open, and a browser's tabs share one stream. */
const atMost = 60;
/** Topics open to everybody. Frames carry ids only; the data comes by ordinary calls. */
const publicTopic = /^(?:(?:article|say):\d{1,10}|says|board)$/;

/** Decides on topics open to some viewers only, and on those added for a viewer. */
const guardedTopic = /^(?:group|presence|office:[a-z]{1,20})$/;
const isGuarded = (topic: string) => guardedTopic.test(topic);
const staff = 'staff';

/** Whether this viewer may listen to a topic that is not open to all, now. */
type MayHear = (topic: string, viewer: Viewer | null) => Promise<boolean>;

type Chosen = { topics: string[]; refused: string[] };

/** Resolves the topics of a stream: those requested as far as this viewer may subscribe, and their own. */
export async function chooseTopics(requested: string[], viewer: Viewer | null, mayHear: MayHear): Promise<Chosen> {
  const all = [...new Set(requested)];
  if (all.length > atMost || !all.every((topic) => isGuarded(topic) || publicTopic.test(topic)))
    throw new Failure('invalid-input', '没有这种实时消息', 'topic');
  const refused: string[] = [];
  for (const topic of all.filter(isGuarded)) if (!(await mayHear(topic, viewer))) refused.push(topic);
  const own = viewer ? [`user:${viewer.id}`, ...((await mayHear(staff, viewer)) ? [staff] : [])] : [];
  return { topics: [...own, ...all.filter((topic) => !refused.includes(topic))], refused };
}

/** Whether the choice would be the same now. */
async function isStillRight({ topics, refused }: Chosen, viewer: Viewer | null, mayHear: MayHear) {
  const requested = [...topics, ...refused].filter(isGuarded).concat(viewer ? [staff] : []);
  for (const topic of requested) if ((await mayHear(topic, viewer)) !== topics.includes(topic)) return false;
  return true;
}
