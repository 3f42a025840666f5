import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Count = { current: number; since: number };
type Told = (error: Error | null, result?: { current: number; ttl: number }) => void;

const keysAtMost = 5000;

/**
 * How often each key called, in this process. Each call is told its own number: the plugin's own store hands all calls one
 * object to read a moment later, so that of many in the same moment every one looked like the last.
 */
export class CallCounts implements FastifyRateLimitStore {
  /** The key that called least recently first. */
  readonly #counts = new Map<string, Count>();

  incr(key: string, told: Told, timeWindow = 0) {
    const now = Date.now();
    const known = this.#counts.get(key);
    const isNew = !known || known.since + timeWindow <= now;
    const count = isNew ? { current: 1, since: now } : { ...known, current: known.current + 1 };
    this.#counts.delete(key);
    this.#counts.set(key, count);
    this.#forgetOldest();
    told(null, { current: count.current, ttl: count.since + timeWindow - now });
  }

  /** Each route counts for itself. */
  child() {
    return new CallCounts();
  }

  #forgetOldest() {
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > keysAtMost && oldest !== undefined) this.#counts.delete(oldest);
  }
}
