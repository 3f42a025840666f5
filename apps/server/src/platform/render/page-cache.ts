import { setImmediate as nextLook } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import { LRUCache } from 'lru-cache';
import { CallCounts } from '../http/rate-limit.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** Finished page and its cache tags. Each encoding is made on first use. */
export type Page = {
  status: number;
  etag: string;
  csp: string;
  /** Headers set by the route: caching and the target of a redirect. */
  headers?: Record<string, string>;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
  tags: string[];
  /** By performance.now(): the wall clock may be set back. */
  madeAt: number;
};

/** Factor for the compressed bodies, which take less than half of the page. */
const withEncodings = 1.5;

/** Dropping this tag drops every page. */
export const everyPage = '*';

type Cached = { page: Page; stale: boolean };
type Made = { page: Page; keep: boolean };

type PageCacheOptions = {
  /** Bytes of all bodies together. */
  maxBytes: number;
  /**
   * Milliseconds after which a page is served stale and rendered again in the background: its times and counters age.
   */
  maxAge: number;
  now?: () => number;
};

/**
 * Cache of finished pages by address. A change drops exactly the pages made from what changed; a dropped page remains
 * as a fallback while the database is unreachable, and each address is rendered by one request at a time.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Cached>;
  readonly #making = new Map<string, { begun: number; page: Promise<Page> }>();
  /** Drop counter per tag: a page whose render began before the drop is stale. */
  readonly #drops = new Map<string, number>();
  #dropCount = 0;
  readonly #maxAge: number;
  readonly #now: () => number;
  #hits = 0;
  #misses = 0;

  constructor({ maxBytes, maxAge, now = () => performance.now() }: PageCacheOptions) {
    this.#maxAge = maxAge;
    this.#now = now;
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page: { bodies } }) => Math.round(bodies.identity.length * withEncodings) + 1000,
    });
  }

  /** Returns the page if it can be sent as it is. */
  fresh(key: string): Page | undefined {
    const page = this.#fresh(key);
    if (page) this.#hits++;
    return page;
  }

  /** Since the start, and the size now. A miss is a page that was asked for and had to be rendered. */
  get counts() {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#pages.calculatedSize, pages: this.#pages.size };
  }

  #fresh(key: string) {
    const cached = this.#pages.get(key);
    return cached && !cached.stale && this.#now() - cached.page.madeAt < this.#maxAge ? cached.page : undefined;
  }

  /**
   * Returns the cached page or renders it: aged ones are served and rendered in the background, dropped ones are
   * rendered first.
   */
  async get(key: string, make: (inBackground: boolean) => Promise<Made>): Promise<Page> {
    const fresh = this.#fresh(key);
    if (fresh) {
      this.#hits++;
      return fresh;
    }
    this.#misses++;
    const cached = this.#pages.get(key);
    const inBackground = cached !== undefined && !cached.stale;
    const making = this.#makeOnce(key, () => make(inBackground));
    if (!cached) return making;
    if (cached.stale) return making.catch(() => cached.page);
    making.catch(() => {}); // the aged page stays until the next request tries again
    return cached.page;
  }

  /** Marks the pages with one of the tags as stale. */
  drop(tags: string[]) {
    this.#dropCount++;
    for (const tag of tags) this.#drops.set(tag, this.#dropCount);
    const dropped = new Set(tags);
    const isDropped = ({ page }: Cached) => dropped.has(everyPage) || page.tags.some((tag) => dropped.has(tag));
    for (const cached of this.#pages.values()) if (isDropped(cached)) cached.stale = true;
  }

  /** Marks every page as stale. */
  dropAll() {
    this.drop([everyPage]);
  }

  /** Shares a running render, unless it began before a drop. */
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

/** The render ended in an error page, used only without an earlier page. */
export class UnusablePage extends Error {
  override name = 'UnusablePage';
  readonly page: Page;

  constructor(page: Page) {
    super(`渲染失败：${page.status}`);
    this.page = page;
  }
}

/** Concurrent renders: rendering is CPU-bound, and two overlap one's database waits. */
const most = 2;
const waitingAtMost = 40;
/** Renders per address and minute; most pages come from the cache. */
const ofAddress = { most: 240, milliseconds: 60_000 };
const retryAfter = 5;
/** Event-loop turns before each render, so that waiting connections are accepted and read. */
const turnsBeforeRender = 16;

/** `isWanted`: whether a client still waits for it. */
type Waiting = { isWanted: () => boolean; go: () => void; leave: (error: Error) => void };

/** Queue that renders a few pages at a time. */
export class Renders {
  readonly #waiting: Waiting[] = [];
  readonly #counts = new CallCounts();
  #running = 0;

  /** @throws Failure too-many-requests for an address beyond its limit */
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

  /** @throws Failure unavailable when the queue is full, or no client waits any more */
  async inTurn<Page>(isWanted: () => boolean, render: () => Promise<Page>): Promise<Page> {
    if (this.#running >= most) await this.#wait(isWanted);
    else this.#running++;
    try {
      // a render blocks the event loop: between two, sockets are served, so that cached pages go out
      // and disconnects are noticed
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
