import { isFailure } from '@mojian/contract/platform/failures';
import { LRUCache } from 'lru-cache';
import { ReplyCache } from './visitor-api.ts';

export type Compression = 'gzip' | 'br';

/** Body with all of its headers, names and values in turn. `sends`: how often it was sent while it is `isQuick`. */
export type CompressedBody = { body: Buffer; headers: string[]; isQuick: boolean; sends: number };

/**
 * Finished page and its cache tags. Only compressed bodies are kept, a sixth of the text, so that a megabyte holds more
 * pages and a dropped page leaves less garbage.
 */
export type Page = {
  status: number;
  etag: string;
  csp: string;
  /** Headers set by the route: caching and the target of a redirect. */
  headers?: Record<string, string>;
  /** Bytes of the uncompressed body. */
  length: number;
  bodies: Partial<Record<Compression, CompressedBody>>;
  /** Set by the cache, which counts bytes: called when a body is added or replaced. */
  onNewBody?: () => void;
  /** Headers of a 304. */
  unchanged?: string[];
  tags: string[];
  /** By performance.now(): the wall clock may be set back. */
  madeAt: number;
  /** When it is no longer true, by the same clock. */
  until?: number;
};

/** Bytes of a page without its bodies: policy, headers and tags. */
const overhead = 4000;

/** Dropping this tag drops every page. */
export const everyPage = '*';

/** Tag of what says which day it is in China: pages made from it end with the day. */
export const dayTag = 'day';

/**
 * `reads`: how often it was sent, those of earlier renders counting half each time. `outdatedAt`: time of the last change
 * to its data, by the cache's clock; `unusable`: only a fallback for a failed render.
 */
type Cached = { page: Page; reads: number; outdatedAt?: number };
const unusable = Number.NEGATIVE_INFINITY;

/**
 * Milliseconds for which an outdated page is sent while the new one is made. With the time until the change is known
 * here, see page-changes.ts, two seconds at the most.
 */
const outdatedFor = 1500;

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
 * Cache of finished pages by address, each rendered by one request at a time. A change concerns exactly the pages made
 * from what changed: they are dropped, or, where something was only added, renewed while readers get them a moment
 * longer. A renewed page remains as a fallback while the database is unreachable.
 */
export class PageCache {
  /** Called when pages are to be made anew. */
  onRenew: (() => void) | undefined;
  /** Replies that several pages are made from. */
  readonly replies: ReplyCache;
  readonly #pages: LRUCache<string, Cached>;
  readonly #making = new Map<string, { begun: number; page: Promise<Page> }>();
  /** Drop counter per tag: a page whose render began before the drop is stale. */
  readonly #drops = new Map<string, number>();
  /** Reads of dropped pages by address. */
  readonly #dropped = new LRUCache<string, number>({ max: 1000 });
  /** Drops after which no copy may remain. */
  readonly #removals = new Map<string, number>();
  #dropCount = 0;
  readonly #maxAge: number;
  readonly #now: () => number;
  #hits = 0;
  #misses = 0;

  constructor({ maxBytes, maxAge, now = () => performance.now() }: PageCacheOptions) {
    this.#maxAge = maxAge;
    this.#now = now;
    this.replies = new ReplyCache(now);
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page: { bodies } }) =>
        Object.values(bodies).reduce((sum, { body }) => sum + body.length, overhead),
    });
  }

  /** Returns the page if it can be sent as it is. */
  fresh(key: string): Page | undefined {
    const page = this.#fresh(key);
    if (page) this.#hits++;
    return page;
  }

  /** Whether it was cached lately, though it may be outdated or dropped since. */
  isKnown(key: string) {
    return this.#pages.has(key) || this.#dropped.has(key);
  }

  /** Recent reads of its address; survives renders and drops. */
  readsOf(key: string) {
    return this.#pages.peek(key)?.reads ?? this.#dropped.peek(key) ?? 0;
  }

  /** Since the start, and the size now. A miss is a page that was asked for and had to be rendered. */
  get counts() {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#pages.calculatedSize, pages: this.#pages.size };
  }

  #fresh(key: string) {
    const cached = this.#pages.get(key);
    const now = this.#now();
    const isFresh = cached && cached.outdatedAt === undefined && now - cached.page.madeAt < this.#maxAge;
    if (!isFresh || hasEnded(cached.page, now)) return undefined;
    cached.reads++;
    return cached.page;
  }

  /**
   * Returns the cached page or renders it: aged ones, and outdated ones for a moment unless the latest is wanted, are
   * served and rendered in the background; others are rendered first.
   */
  async get(key: string, make: (inBackground: boolean) => Promise<Made>, { wantsLatest = false } = {}): Promise<Page> {
    const fresh = this.#fresh(key);
    if (fresh) {
      this.#hits++;
      return fresh;
    }
    this.#misses++;
    const cached = this.#pages.get(key);
    if (cached) cached.reads++;
    const inBackground = cached !== undefined && this.#mayServe(cached, wantsLatest);
    const making = this.#makeOnce(key, () => make(inBackground));
    if (!inBackground) return making.catch((error) => this.#fallback(key, error));
    making.catch(() => {}); // the old page stays until the next request tries again
    return cached.page;
  }

  #mayServe({ page, outdatedAt }: Cached, wantsLatest: boolean) {
    if (hasEnded(page, this.#now())) return false;
    return outdatedAt === undefined || (!wantsLatest && this.#now() - outdatedAt < outdatedFor);
  }

  /** The last copy, when the new page could not be made. A refusal, as under load, stands. */
  #fallback(key: string, error: unknown) {
    const last = this.#pages.get(key)?.page;
    if (!last || isFailure(error)) throw error;
    return last;
  }

  /** Removes the pages with one of the tags: no reader gets them again, whatever happens. */
  drop(tags: string[]) {
    const concerns = this.#begunBefore(tags);
    for (const tag of tags) this.#removals.set(tag, this.#dropCount);
    for (const [key, { page, reads }] of [...this.#pages.entries()]) {
      if (!concerns(page.tags)) continue;
      this.#pages.delete(key);
      this.#dropped.set(key, reads);
    }
  }

  /** Has the pages with one of the tags made anew, the next time somebody asks. */
  renew(tags: string[]) {
    const concerns = this.#begunBefore(tags);
    const now = this.#now();
    for (const cached of this.#pages.values()) if (concerns(cached.page.tags)) cached.outdatedAt ??= now;
    this.onRenew?.();
  }

  /** Addresses of renewed pages that are still sent, last used first. */
  outdated(most: number) {
    const addresses: string[] = [];
    for (const [key, { outdatedAt }] of this.#pages.entries()) {
      if (addresses.length === most) break;
      if (outdatedAt !== undefined && this.#now() - outdatedAt < outdatedFor) addresses.push(key);
    }
    return addresses;
  }

  /** Keeps every page only as a fallback: changes may have been missed. */
  outdateAll() {
    this.#begunBefore([everyPage]);
    for (const cached of this.#pages.values()) cached.outdatedAt = unusable;
  }

  /** Outdates the pages being made, and what they are made from. */
  #begunBefore(tags: string[]) {
    this.#dropCount++;
    for (const tag of tags) this.#drops.set(tag, this.#dropCount);
    const changed = new Set(tags);
    const concerns = (made: string[]) => changed.has(everyPage) || made.some((tag) => changed.has(tag));
    // every page has `site` by the root's own call, so that it says nothing of the replies a page shares besides
    this.replies.drop((made) => changed.has('site') || concerns(made));
    return concerns;
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
    if (keep && !this.#isDropped(page, begun, this.#removals)) {
      const reads = this.readsOf(key) / 2;
      this.#pages.set(key, this.#isDropped(page, begun) ? { page, reads, outdatedAt: unusable } : { page, reads });
      page.onNewBody = () => this.#measureAgain(key, page);
    } else this.#pages.delete(key);
    return page;
  }

  #measureAgain(key: string, page: Page) {
    const cached = this.#pages.peek(key);
    // a new object: one that is there already would keep its size
    if (cached?.page === page) this.#pages.set(key, { ...cached });
  }

  #isDropped({ tags }: Page, since: number, drops = this.#drops) {
    return [everyPage, ...tags].some((tag) => (drops.get(tag) ?? 0) > since);
  }
}

function hasEnded({ until = Number.POSITIVE_INFINITY }: Page, now: number) {
  return now >= until;
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
