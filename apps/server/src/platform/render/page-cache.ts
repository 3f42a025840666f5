import { setImmediate as nextLook } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import { LRUCache } from 'lru-cache';
import { CallCounts } from '../http/rate-limit.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** A finished page and what it was made from. Each encoding is made when it is first asked for, and kept. */
export type Page = {
  status: number;
  etag: string;
  csp: string;
  /** Headers set by the route: caching and the target of a redirect. */
  headers?: Record<string, string>;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
  tags: string[];
  /** By performance.now(): the clock of the day may be set back. */
  madeAt: number;
};

/** The compressed bodies come to less than half of the page. */
const withEncodings = 1.5;

/** Dropping this tag drops every page. */
export const everyPage = '*';

type Cached = { page: Page; stale: boolean };
type Made = { page: Page; keep: boolean };

type PageCacheOptions = {
  /** Bytes of all bodies together. */
  maxBytes: number;
  /** After this many milliseconds a page is still served, and made anew behind it: its times and counters age. */
  maxAge: number;
  now?: () => number;
};

/**
 * Finished pages by address. A change drops exactly the pages made from what changed; a dropped page is kept as a
 * fallback for a database that is away, and each address is rendered by one request at a time.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Cached>;
  readonly #making = new Map<string, { begun: number; page: Promise<Page> }>();
  /** When each tag was last dropped, as a running number: a page begun before the drop is stale when it is done. */
  readonly #drops = new Map<string, number>();
  #dropCount = 0;
  readonly #maxAge: number;
  readonly #now: () => number;

  constructor({ maxBytes, maxAge, now = () => performance.now() }: PageCacheOptions) {
    this.#maxAge = maxAge;
    this.#now = now;
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page: { bodies } }) => Math.round(bodies.identity.length * withEncodings) + 1000,
    });
  }

  /** The page if it may be sent as it is. */
  fresh(key: string): Page | undefined {
    const cached = this.#pages.get(key);
    return cached && !cached.stale && this.#now() - cached.page.madeAt < this.#maxAge ? cached.page : undefined;
  }

  /** The page from the cache, or made: aged ones are sent at once and remade behind, dropped ones are remade first. */
  async get(key: string, make: (inBackground: boolean) => Promise<Made>): Promise<Page> {
    const fresh = this.fresh(key);
    if (fresh) return fresh;
    const cached = this.#pages.get(key);
    const inBackground = cached !== undefined && !cached.stale;
    const making = this.#makeOnce(key, () => make(inBackground));
    if (!cached) return making;
    if (cached.stale) return making.catch(() => cached.page);
    making.catch(() => {}); // the aged page stays until the next request tries again
    return cached.page;
  }

  /** Marks every page made from one of the tags. */
  drop(tags: string[]) {
    this.#dropCount++;
    for (const tag of tags) this.#drops.set(tag, this.#dropCount);
    const dropped = new Set(tags);
    const isDropped = ({ page }: Cached) => dropped.has(everyPage) || page.tags.some((tag) => dropped.has(tag));
    for (const cached of this.#pages.values()) if (isDropped(cached)) cached.stale = true;
  }

  /** Marks every page: what changed is not known. */
  dropAll() {
    this.drop([everyPage]);
  }

  /** A request that came after a drop does not share a render begun before it. */
  async #makeOnce(key: string, make: () => Promise<Made>, dropsSeen = this.#dropCount): Promise<Page> {
    const { begun, page } = this.#making.get(key) ?? this.#begin(key, make);
    const made = await page;
    return begun < dropsSeen && this.#isDropped(made, begun) ? this.#makeOnce(key, make, dropsSeen) : made;
  }

  #begin(key: string, make: () => Promise<Made>) {
    const begun = this.#dropCount;
    const page = this.#make(key, make, begun).finally(() => this.#making.delete(key));
    this.#making.set(key, { begun, page });
    return { begun, page };
  }

  async #make(key: string, make: () => Promise<Made>, begun: number) {
    const { page, keep } = await make();
    if (page.status >= 500) throw new UnusablePage(page);
    if (keep) this.#pages.set(key, { page, stale: this.#isDropped(page, begun) });
    else this.#pages.delete(key);
    return page;
  }

  #isDropped({ tags }: Page, since: number) {
    return [everyPage, ...tags].some((tag) => (this.#drops.get(tag) ?? 0) > since);
  }
}

/** Rendering ended in an error page: sent only when no earlier page is there to stand in. */
export class UnusablePage extends Error {
  override name = 'UnusablePage';
  readonly page: Page;

  constructor(page: Page) {
    super(`渲染失败：${page.status}`);
    this.page = page;
  }
}

/** Pages at once: drawing takes the processor, and two use what waits for the database. */
const most = 2;
const waitingAtMost = 40;
/** Pages that were not there yet, for one address in a minute. Who reads has most of them from the cache. */
const ofAddress = { most: 240, milliseconds: 60_000 };
const retryAfter = 5;
/** Event-loop turns before each render, so that waiting connections are accepted and read. */
const turnsBeforeRender = 16;

/** `isWanted`: whether anybody still waits for it. */
type Waiting = { isWanted: () => boolean; go: () => void; leave: (error: Error) => void };

/** Lets a few pages be rendered at a time, in the order they were asked for. */
export class Renders {
  readonly #waiting: Waiting[] = [];
  readonly #counts = new CallCounts();
  #running = 0;

  /** @throws Failure too-many-requests for an address that has had its share. */
  count(address: string) {
    this.#counts.incr(
      address,
      (_error, { current, ttl } = { current: 0, ttl: 0 }) => {
        if (current > ofAddress.most)
          throw new Failure('too-many-requests', undefined, undefined, Math.max(1, Math.ceil(ttl / 1000)));
      },
      ofAddress.milliseconds,
    );
  }

  /** @throws Failure unavailable when too many wait, or nobody does any more by its turn. */
  async inTurn<Page>(isWanted: () => boolean, render: () => Promise<Page>): Promise<Page> {
    if (this.#running >= most) await this.#wait(isWanted);
    else this.#running++;
    try {
      // a page is drawn without a pause: between two of them the sockets are looked at, so that a kept page goes out
      // and who has left is seen
      for (let look = 0; look < turnsBeforeRender; look++) await nextLook();
      if (!isWanted()) throw abandoned();
      return await render();
    } finally {
      this.#passOn();
    }
  }

  #wait(isWanted: () => boolean) {
    if (this.#waiting.length >= waitingAtMost) this.#sweep();
    if (this.#waiting.length >= waitingAtMost)
      throw new Failure('unavailable', '现在访问的人太多，请过几秒再试', undefined, retryAfter);
    return new Promise<void>((go, leave) => this.#waiting.push({ isWanted, go, leave }));
  }

  #passOn() {
    this.#sweep();
    const next = this.#waiting.shift();
    if (next) next.go();
    else this.#running--;
  }

  #sweep() {
    for (const one of this.#waiting.splice(0))
      if (one.isWanted()) this.#waiting.push(one);
      else one.leave(abandoned());
  }
}

function abandoned() {
  return new Failure('unavailable', '没有人在等这一页了');
}
