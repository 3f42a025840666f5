import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../client-address.ts';
import { addressKey, tooMany } from '../limits/limits.ts';
import type { SharedCounts } from '../limits/shared-counts.ts';
import type { CallLine } from './call-sheet.ts';

/** Default limit per call. */
const callsAMinute = 600;

/**
 * Enforces the limits that calls declare: 429 with Retry-After. Counts in this process, or with `shared` in all processes
 * of the site.
 */
export function limitCalls(app: FastifyInstance, shared?: SharedCounts) {
  return app.register(rateLimit, {
    global: false,
    store: shared ? storeOf(shared) : CallCounts,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.max(1, Math.ceil(ttl / 1000))),
  });
}

/** Calls of one key of a program, whichever they are. */
const callsOfKey = { max: 240, timeWindow: 60_000, keyGenerator: byMember };

/** Rate-limit config of a route; ignored without `limitCalls`. */
export function limitOf({ limit, access }: Pick<Endpoint, 'limit' | 'access'>) {
  const keyGenerator = access === 'anyone' ? byAddress : byMember;
  return limit
    ? { max: limit.most, timeWindow: limit.seconds * 1000, keyGenerator }
    : { max: callsAMinute, timeWindow: 60_000, keyGenerator };
}

/**
 * Enforces the limit of a call on an address shared by many, as `limitCalls` does on the others, and that of a key over
 * all calls; does nothing without `limitCalls`.
 */
export function limitsOf(app: FastifyInstance) {
  const limiters = new Map<string, ReturnType<FastifyInstance['createRateLimit']>>();
  const enforce = async (name: string, options: Options, request: FastifyRequest, reply: FastifyReply) => {
    if (!app.hasDecorator('createRateLimit')) return;
    const known = limiters.get(name);
    const named = { ...options, name };
    const limit = known ?? app.createRateLimit(named);
    if (!known) limiters.set(name, limit);
    const count = await limit(request);
    if (count.isAllowed) return;
    const { max, remaining, ttl, ttlInSeconds, isExceeded } = count;
    reply.headers({ 'x-ratelimit-limit': max, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': ttlInSeconds });
    if (!isExceeded) return;
    reply.header('retry-after', ttlInSeconds);
    throw tooMany(Math.max(1, Math.ceil(ttl / 1000)));
  };
  return {
    ofCall: (line: CallLine, request: FastifyRequest, reply: FastifyReply) =>
      enforce(`${line.method} ${line.path}`, limitOf(line), request, reply),
    ofKey: async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.viewer?.key) await enforce('calls of a key', callsOfKey, request, reply);
    },
  };
}

type Options = ReturnType<typeof limitOf>;

const byAddress = (request: FastifyRequest) => addressKey(addressOf(request));

/**
 * Counts a member's calls by account, so that a household does not share one limit, and a program's by its key. An invalid
 * token counts as a visitor.
 */
function byMember(request: FastifyRequest) {
  if (request.viewer?.key) return `key:${request.viewer.key.id}`;
  return request.viewer ? `member:${request.viewer.id}` : byAddress(request);
}

/** Counts in all processes; while the database gives no answer, in this one: nobody is locked out and no limit falls. */
function storeOf(shared: SharedCounts) {
  return class SharedStore implements FastifyRateLimitStore {
    readonly #route: string;
    readonly #own = new CallCounts();

    constructor(options: object) {
      const { name, routeInfo } = options as OptionsOfStore;
      this.#route = name ?? (routeInfo ? `${routeInfo.method} ${routeInfo.url}` : '');
    }

    incr(key: string, callback: Callback, timeWindow: number, max: number) {
      shared
        .count(`${this.#route} ${key}`, timeWindow, max)
        .then((count) => (count ? callback(null, count) : this.#own.incr(key, callback, timeWindow)));
    }

    child(options: object) {
      return new SharedStore(options);
    }
  };
}

/** The plugin hands a route's store its own options with the route in them, which its types do not say. */
type OptionsOfStore = { name?: string; routeInfo?: { method: string | string[]; url: string } };

type Count = { current: number; since: number };
type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void;

const keysAtMost = 20_000;
const forgottenAtOnce = 10;

/**
 * In-process call counts per key. The plugin's own store hands concurrent calls one shared object; this one returns a
 * number per call. Uses performance.now(), as the wall clock may be set back.
 */
export class CallCounts implements FastifyRateLimitStore {
  /** Keys seen once, and keys seen again, both least recent first: a flood of new keys evicts itself. */
  readonly #once = new Map<string, Count>();
  readonly #often = new Map<string, Count>();

  incr(key: string, callback: Callback, timeWindow = 0) {
    const now = performance.now();
    const known = this.#often.get(key) ?? this.#once.get(key);
    const isNew = !known || known.since + timeWindow <= now;
    const count = isNew ? { current: 1, since: now } : { ...known, current: known.current + 1 };
    this.#once.delete(key);
    this.#often.delete(key);
    (isNew ? this.#once : this.#often).set(key, count);
    this.#forgetOldest(now - timeWindow);
    callback(null, { current: count.current, ttl: count.since + timeWindow - now });
  }

  /** Counts each route separately. */
  child() {
    return new CallCounts();
  }

  /** Forgets a few whose time is over, faster than new ones come, and the oldest where there are too many. */
  #forgetOldest(endedSince: number) {
    for (const counts of [this.#once, this.#often]) {
      let left = forgottenAtOnce;
      for (const [key, { since }] of counts) {
        if (since > endedSince || left-- === 0) break;
        counts.delete(key);
      }
    }
    if (this.size <= keysAtMost) return;
    const from = this.#once.size > 0 ? this.#once : this.#often;
    const [oldest] = from.keys();
    if (oldest !== undefined) from.delete(oldest);
  }

  /** Keys in memory. */
  get size() {
    return this.#once.size + this.#often.size;
  }
}
