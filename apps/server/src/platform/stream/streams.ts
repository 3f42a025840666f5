import { setImmediate } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import type { Role, Viewer } from '../http/viewer.ts';
import type { LiveEvent } from './event-bus.ts';
import type { FeedEntry } from './feed.ts';
import { beat, beatEvery, frame, frameOf, joinFrames, type OpenStream, type Run } from './open-stream.ts';

/** Streams per member, over all browsers; beyond it the oldest closes. */
const mostOfMember = 12;
/** Streams per address, which a whole school may share. */
const mostOfAddress = 200;
/** Streams of this process, bounded by memory. */
const mostAtAll = 12_000;
/** Retry delay in milliseconds for a displaced stream. */
const retryAfterMs = 30_000;
/** Audience from which `typing` events are throttled, and the milliseconds between them. */
const largeAudience = 100;
const typingEvery = 1000;
/** Streams written to before others are answered. */
const streamsAtOnce = 250;

const full = frame({ type: 'full', topic: 'stream', data: {} });

/** Limits for tests. */
export type StreamBounds = { mostOfAddress?: number; mostAtAll?: number };

/** Open streams of this process by topic. */
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
    oldest.end(retryAfterMs);
    return true;
  }

  /** Streams of one member, oldest first. */
  ofMember(userId: number) {
    return this.#on(`user:${userId}`);
  }

  /** Subscribes a stream until the returned function is called. */
  add(stream: OpenStream) {
    const siblings = stream.viewer ? this.ofMember(stream.viewer.id) : [];
    if (siblings.length >= mostOfMember) siblings[0]?.endWith(full);
    this.#open.add(stream);
    this.#byAddress.set(stream.address, (this.#byAddress.get(stream.address) ?? new Set()).add(stream));
    for (const topic of stream.topics) this.#byTopic.set(topic, (this.#byTopic.get(topic) ?? new Set()).add(stream));
    return () => this.#remove(stream);
  }

  /** Closes the streams of a session; the browser reconnects and learns that its token is invalid. */
  endSession(id: number) {
    for (const stream of this.#open) if (stream.viewer?.sessionId === id) stream.end(0);
  }

  /** Delivers an event to every stream subscribed to its topic. */
  deliver(event: LiveEvent) {
    const listeners = this.#byTopic.get(event.topic);
    if (!listeners || (event.type === 'typing' && this.#isTooMuch(listeners.size))) return;
    const bytes = frameOf(event);
    for (const stream of listeners) stream.send(bytes);
  }

  /**
   * Delivers feed entries; a stream subscribed to several topics of an entry gets it once. Pauses after a few streams, so
   * that requests are served meanwhile. Returns the milliseconds spent sending, without the pauses.
   */
  async deliverEntries(entries: FeedEntry[]) {
    const runsByStream = new Map<OpenStream, Run[]>();
    for (const run of runsOf(entries, (topic) => this.#byTopic.has(topic)))
      for (const stream of this.#on(run.topic)) runsByStream.set(stream, [...(runsByStream.get(stream) ?? []), run]);
    const all = [...runsByStream];
    let spent = 0;
    for (let from = 0; from < all.length; from += streamsAtOnce) {
      const begun = performance.now();
      for (const [stream, own] of all.slice(from, from + streamsAtOnce)) stream.sendRuns(own);
      spent += performance.now() - begun;
      if (from + streamsAtOnce < all.length) await setImmediate();
    }
    return spent;
  }

  /** Sends data to the subscribers of a topic who may receive it. */
  sendTo(topic: string, type: string, data: unknown, mayHave: (stream: OpenStream) => boolean) {
    const bytes = frame({ type, topic, data });
    for (const stream of this.#on(topic)) if (mayHave(stream)) stream.send(bytes);
  }

  #on(topic: string) {
    return [...(this.#byTopic.get(topic) ?? [])];
  }

  #isTooMuch(listening: number) {
    if (listening <= largeAudience) return false;
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

/** Encodes entries once per topic that has listeners, for however many streams. */
function runsOf(entries: FeedEntry[], hasListeners: (topic: string) => boolean): Run[] {
  const byTopic = new Map<string, Run['entries']>();
  for (const { seq, deliveries } of entries)
    for (const [place, { topic, data }] of deliveries.entries()) {
      if (!hasListeners(topic)) continue;
      const run = byTopic.get(topic) ?? [];
      run.push({ seq, place, bytes: frame({ type: 'chat', topic, id: seq, data }) });
      byTopic.set(topic, run);
    }
  return [...byTopic].map(([topic, run]) => ({
    topic,
    entries: run,
    joined: joinFrames(run.map(({ bytes }) => bytes)),
  }));
}

export type WatchDeps = {
  streams: Streams;
  /** Filters sessions to open ones, with their members' current roles. */
  findSessions: (ids: number[]) => Promise<{ id: number; role: Role }[]>;
  maySubscribe: MaySubscribe;
  onError: (error: unknown) => void;
};

const checkEvery = 1000;
/** Retry delay in milliseconds after a change of the member. */
const retryWithinMs = 1000;

/**
 * Sends heartbeats and ends streams whose session ended, whose member's role changed, or whose topics would differ now,
 * with one timer and one query for all due streams. Returns a function to stop.
 */
export function watchStreams(deps: WatchDeps) {
  const timer = setInterval(() => {
    const now = performance.now();
    const due = deps.streams.all().filter(({ beatAt }) => beatAt <= now);
    // apart, so that those that came together are not due together for ever
    for (const stream of due) stream.beatAt = now + beatEvery * (0.75 + Math.random() / 4);
    if (due.length > 0) void checkStreams(due, deps);
  }, checkEvery).unref();
  return () => clearInterval(timer);
}

/** Ends the outdated ones among some streams, a few at a time; none while the database is unreachable. */
export async function checkStreams(some: OpenStream[], deps: WatchDeps) {
  for (let from = 0; from < some.length; from += streamsAtOnce) {
    await checkSome(some.slice(from, from + streamsAtOnce), deps);
    await setImmediate();
  }
}

async function checkSome(some: OpenStream[], { findSessions, maySubscribe, onError }: WatchDeps) {
  for (const stream of some) stream.send(beat);
  try {
    const ids = some.flatMap(({ viewer }) => (viewer ? [viewer.sessionId] : []));
    const roles = new Map((await findSessions([...new Set(ids)])).map(({ id, role }) => [id, role]));
    for (const stream of some)
      if (!(await isUnchanged(stream, roles, maySubscribe))) stream.end(Math.random() * retryWithinMs);
  } catch (error) {
    onError(error);
  }
}

async function isUnchanged(stream: OpenStream, roles: Map<number, Role>, maySubscribe: MaySubscribe) {
  const { viewer } = stream;
  if (viewer && roles.get(viewer.sessionId) !== viewer.role) return false;
  return hasSameTopics(stream, viewer, maySubscribe);
}

/** Topics per stream: a page of says has many open comments. */
const atMost = 60;
/** Topics open to everybody. Frames carry ids only; the data comes by ordinary calls. */
const publicTopic = /^(?:(?:article|say):\d{1,10}|says|board)$/;

/** Topics open to some viewers only. */
const guardedTopic = /^(?:group|presence|office:[a-z]{1,20})$/;
const isGuarded = (topic: string) => guardedTopic.test(topic);
const staff = 'staff';

/** Whether this viewer may now subscribe to a guarded topic. */
type MaySubscribe = (topic: string, viewer: Viewer | null) => Promise<boolean>;

type Chosen = { topics: string[]; refused: string[] };

/** Resolves the topics of a stream: those requested as far as this viewer may subscribe, and their own. */
export async function chooseTopics(
  requested: string[],
  viewer: Viewer | null,
  maySubscribe: MaySubscribe,
): Promise<Chosen> {
  const all = [...new Set(requested)];
  if (all.length > atMost || !all.every((topic) => isGuarded(topic) || publicTopic.test(topic)))
    throw new Failure('invalid-input', '没有这种实时消息', 'topic');
  const refused: string[] = [];
  for (const topic of all.filter(isGuarded)) if (!(await maySubscribe(topic, viewer))) refused.push(topic);
  const own = viewer ? [`user:${viewer.id}`, ...((await maySubscribe(staff, viewer)) ? [staff] : [])] : [];
  return { topics: [...own, ...all.filter((topic) => !refused.includes(topic))], refused };
}

/** Whether the same topics would be chosen now. */
async function hasSameTopics({ topics, refused }: Chosen, viewer: Viewer | null, maySubscribe: MaySubscribe) {
  const requested = [...topics, ...refused].filter(isGuarded).concat(viewer ? [staff] : []);
  for (const topic of requested) if ((await maySubscribe(topic, viewer)) !== topics.includes(topic)) return false;
  return true;
}
