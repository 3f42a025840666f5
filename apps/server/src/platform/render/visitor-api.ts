import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client, createClient, type Sent } from '@mojian/client';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { dayNumber } from '@mojian/contract/platform/time';
import { callsOfPages } from '../http/call-sheet.ts';
import { type Calls, callName } from '../http/calls.ts';
import { refusal, toFailure } from '../http/errors.ts';

/** Milliseconds for which pages share a reply, unless what it was made from changes. */
const replyAge = 10_000;

/** `day`: number of the day it was made on. */
type StoredReply = { envelope: Promise<Envelope>; tags: string[]; madeAt: number; day: number };

/**
 * Replies to calls without input, such as the site's name and menu, shared by the pages rendered meanwhile. Dropped
 * with the pages made from them, one that is still being made as well: a later page asks anew.
 */
export class ReplyCache {
  readonly #stored = new Map<string, StoredReply>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get(name: string, tags: string[], make: () => Promise<Envelope>) {
    const known = this.#stored.get(name);
    const day = dayNumber(Date.now());
    if (known && known.day === day && this.#now() - known.madeAt < replyAge) return known.envelope;
    const stored = { envelope: make().then(freeze), tags, madeAt: this.#now(), day };
    this.#stored.set(name, stored);
    stored.envelope.catch(() => {
      if (this.#stored.get(name) === stored) this.#stored.delete(name);
    });
    return stored.envelope;
  }

  drop(isDropped: (tags: string[]) => boolean) {
    for (const [name, { tags }] of this.#stored) if (isDropped(tags)) this.#stored.delete(name);
  }
}

/** Several pages are made from one reply: a change by one would show in the others. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

/** The API for rendering: the calls without HTTP, always as a visitor, by one client for all pages. */
export class VisitorApi {
  readonly client: Client;
  readonly #calls: Calls;
  readonly #replies: ReplyCache;
  readonly #onError: (error: unknown) => void;
  readonly #tags = new AsyncLocalStorage<Set<string>>();

  constructor(calls: Calls, replies: ReplyCache, onError: (error: unknown) => void) {
    this.#calls = calls;
    this.#replies = replies;
    this.#onError = onError;
    this.client = createClient(callsOfPages, (request) => this.#send(request));
  }

  /** Runs `work` and adds the tags of each reply it uses to `tags`. */
  collect<Result>(tags: Set<string>, work: () => Promise<Result>) {
    return this.#tags.run(tags, work);
  }

  async #send({ method, path, query, body }: Sent): Promise<Envelope> {
    try {
      const read = await this.#calls.read(callName({ method: method as 'GET', path }), { query, body });
      const isShared = read.tags.length > 0 && body === undefined && Object.keys(query).length === 0;
      const envelope = await (isShared ? this.#replies.get(path, read.tags, read.run) : read.run());
      const used = this.#tags.getStore();
      for (const tag of read.tags) used?.add(tag);
      return envelope;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.status >= 500) this.#onError(error);
      return refusal(failure);
    }
  }
}
