import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey, tooMany } from '../limits/limits.ts';

/** Default limit per call. */
const callsAMinute = 600;

/** Lets the limits that calls declare be kept: 429 with Retry-After beyond them. Counted in this process only. */
export function limitCalls(app: FastifyInstance) {
  return app.register(rateLimit, {
    global: false,
    store: CallCounts,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.max(1, Math.ceil(ttl / 1000))),
  });
}

/** The route's part of it. Without limitCalls nothing is limited. */
export function limitOf({ limit, access }: Pick<Endpoint, 'limit' | 'access'>) {
  const keyGenerator = access === 'anyone' ? byAddress : byMember;
  return limit
    ? { max: limit.most, timeWindow: limit.seconds * 1000, keyGenerator }
    : { max: callsAMinute, timeWindow: 60_000, keyGenerator };
}

const byAddress = ({ ip }: FastifyRequest) => addressKey(ip);

/**
 * A call that needs a member is counted by account, so that a household's members do not slow each other. A token that
 * proved nothing counts as the visitor it comes from.
 */
const byMember = (request: FastifyRequest) => (request.viewer ? `member:${request.viewer.id}` : byAddress(request));

type Count = { current: number; since: number };
type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void;

const keysAtMost = 20_000;

/**
 * In-process call counts per key. The plugin's own store hands concurrent calls one shared object, so each would look
 * like the last; this one answers every call with its own number. Uses performance.now(), as the wall clock may be set
 * back.
 */
export class CallCounts implements FastifyRateLimitStore {
  /** Keys that called once, and those that called again, each with the least recent first: a crowd pushes out itself. */
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
    this.#forgetOldest();
    callback(null, { current: count.current, ttl: count.since + timeWindow - now });
  }

  /** Each route counts for itself. */
  child() {
    return new CallCounts();
  }

  #forgetOldest() {
    if (this.#once.size + this.#often.size <= keysAtMost) return;
    const from = this.#once.size > 0 ? this.#once : this.#often;
    const [oldest] = from.keys();
    if (oldest !== undefined) from.delete(oldest);
  }
}
