import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { leftOfDay } from '@mojian/contract/platform/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../client-address.ts';
import type { Calls } from '../http/calls.ts';
import { addressKey } from '../limits/limits.ts';
import { type CachedFront, type PageVisit, visitOf } from './front.ts';
import { chooseCompression, makePage, sendPage } from './page.ts';
import { type Compression, dayTag, type Page, type PageCache, UnusablePage } from './page-cache.ts';
import { renderRenewed } from './page-changes.ts';
import { busyPage } from './plain-page.ts';
import { Renders } from './renders.ts';
import { VisitorApi } from './visitor-api.ts';
import type { Rendered, Web } from './web-apps.ts';

type Deps = {
  calls: Calls;
  cache: PageCache;
  web: () => Promise<Web>;
  siteUrl: string;
  siteName: () => Promise<string>;
  dev: boolean;
  /** Finds the present address of a moved page by its path and query. */
  findMoved: (url: string, visitor: string) => Promise<string | undefined>;
  /** Whether a query on the home page may name a moved page. */
  mayBeMoved: (url: string) => boolean;
  /** Additions to a rendered page, made in this order. */
  additions?: ((rendered: Rendered) => Promise<Rendered>)[];
  /** Answers what it can before Fastify sees the request. */
  front?: CachedFront;
  onVisit: (visit: PageVisit) => void;
  /** Milliseconds a page took. */
  onRender: (milliseconds: number) => void;
};

/** Serves every address that is not a call, file or feed with a page of the web app. */
export async function servePages(app: FastifyInstance, deps: Deps) {
  if (!deps.dev) await serveCached(app, deps);
  const renders = new Renders();
  const wanted = new Wanted();
  const api = new VisitorApi(deps.calls, deps.cache.replies, (error) => app.log.error(error));
  const rendering = { ...deps, renders, wanted, api };
  renderRenewed(deps.cache, (key) =>
    deps.cache.get(key, () => renders.inTurn(always, () => render(key, rendering), deps.cache.readsOf(key))),
  );

  app.setNotFoundHandler(async (request, reply) => {
    if (isCall(request)) throw new Failure('not-found', '没有这个接口');
    const address = pageAddress(request.url, await deps.web());
    const right = address.key === notFoundPage && inRightCase(app, request.url);
    if (right) return reply.redirect(right, 301);
    const leave = wanted.come(address.key, reply);
    try {
      return await answer(address, request, reply, rendering);
    } catch (error) {
      if (isFailure(error)) return sendRefusal(reply, error, await deps.siteName());
      throw error;
    } finally {
      leave();
    }
  });
}

const always = () => true;

/** Address of a file, feed or office page that was asked for in another letter case. */
function inRightCase(app: FastifyInstance, url: string) {
  const cut = url.search(/[?]|$/);
  const [path, rest] = [url.slice(0, cut), url.slice(cut)];
  const root = /^\/[^/]*/.exec(path)?.[0] ?? '';
  const below = path.slice(root.length);
  const known = (at: string) => at !== path && app.hasRoute({ method: 'GET', url: at });
  if (known(path.toLowerCase())) return path.toLowerCase() + rest;
  const lower = root.toLowerCase();
  return lower !== root && known(`${lower}/*`) ? lower + below + rest : undefined;
}

async function answer(address: PageAddress, request: FastifyRequest, reply: FastifyReply, deps: Rendering) {
  const { key, moved } = address;
  const findMoved = () => deps.findMoved(request.url, addressOf(request)).catch(() => undefined);
  const early = namesMoved(address, request.url, deps) ? await findMoved() : undefined;
  if (early) return reply.redirect(early, 301);
  if (moved !== undefined && !moved.startsWith('/article/')) return reply.redirect(moved, 301);
  const page = await findPage(key, request, deps);
  // an article's former address leads on at once, in whatever form
  const isGone = page.status === 404 || page.status === 410;
  const target = isGone ? await findMoved() : page.status === 200 ? moved : undefined;
  if (target) return reply.redirect(target, 301);
  finish(request, reply, page, deps);
}

function namesMoved({ path }: PageAddress, url: string, { mayBeMoved }: Deps) {
  return path === '/' && mayBeMoved(url);
}

/** Serves fresh cached pages before routing, parsing and logging. */
async function serveCached(app: FastifyInstance, deps: Deps) {
  const web = await deps.web();

  app.addHook('onRequest', (request, reply, next) => {
    const page = cachedFor(request, web, deps);
    if (page) finish(request, reply, page, deps);
    else next();
  });
  const { cache, front, onVisit } = deps;
  front?.open((url) => (url === notFoundPage ? undefined : cache.fresh(url)), onVisit);
}

function cachedFor({ method, url }: FastifyRequest, web: Web, deps: Deps) {
  const { cache } = deps;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const exact = cache.fresh(url);
  if (exact && url !== notFoundPage) return exact;
  const address = pageAddress(url, web);
  const { key, moved } = address;
  // the not-found page only after the routes of files and calls
  const isElsewhere = moved !== undefined || key === notFoundPage || namesMoved(address, url, deps);
  return isElsewhere ? undefined : cache.fresh(key);
}

type Rendering = Deps & { renders: Renders; wanted: Wanted; api: VisitorApi };

async function findPage(key: string, request: FastifyRequest, rendering: Rendering): Promise<Page> {
  const { cache, dev, renders, wanted } = rendering;
  const make = (inBackground = false) => {
    if (inBackground) renders.requireQuiet();
    else if (!cache.isKnown(key)) renders.count(addressKey(addressOf(request)));
    return renders.inTurn(
      () => inBackground || wanted.has(key),
      () => render(key, rendering, chooseCompression(request.headers['accept-encoding'])),
      cache.readsOf(key),
    );
  };
  try {
    return dev
      ? (await make()).page
      : await cache.get(key, async (inBackground) => make(inBackground), { wantsLatest: wantsLatest(request) });
  } catch (error) {
    if (error instanceof UnusablePage) return error.page;
    throw error;
  }
}

/**
 * Whether an outdated page would confuse: on a reload, and on the way from a page of this site, which an author may just
 * have changed.
 */
function wantsLatest({ headers }: Pick<FastifyRequest, 'headers'>) {
  if (/no-cache|max-age=0/.test(headers['cache-control'] ?? '')) return true;
  return headers.referer !== undefined && URL.parse(headers.referer)?.host === headers.host;
}

/** Counts waiting clients per page: a page nobody waits for is not rendered. */
class Wanted {
  readonly #waiting = new Map<string, number>();

  has(key: string) {
    return this.#waiting.has(key);
  }

  /** Counts one more client, until it disconnects or the returned function is called. */
  come(key: string, { raw }: FastifyReply) {
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1);
    let isHere = true;
    const leave = () => {
      if (!isHere) return;
      isHere = false;
      raw.off('close', leave);
      const left = (this.#waiting.get(key) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(key);
      else this.#waiting.set(key, left);
    };
    raw.once('close', leave);
    return leave;
  }
}

async function render(
  key: string,
  { api, web, siteUrl, dev, onRender, additions = [] }: Rendering,
  compression?: Compression,
) {
  const begun = performance.now();
  const now = Date.now();
  const tags = new Set<string>();
  const { render } = await web();
  let rendered = await api.collect(tags, () => render(new Request(siteUrl + key), api.client));
  for (const add of additions) rendered = await add(rendered);
  const page = makePage(rendered, { tags, dev, compression });
  if (tags.has(dayTag)) page.until = begun + leftOfDay(now);
  onRender(performance.now() - begun);
  const isCacheable = page.status === 200 || (key === notFoundPage && page.status === 404);
  return { page, keep: isCacheable && !page.headers?.['cache-control']?.includes('no-store') };
}

/** Answers without the renderer, which is overloaded. */
function sendRefusal(reply: FastifyReply, { status, message, retryAfter }: Failure, siteName: string) {
  const { html, policy, refresh } = busyPage(siteName, message);
  reply.headers({ 'cache-control': 'no-store', 'content-security-policy': policy });
  if (retryAfter !== undefined) reply.headers({ 'retry-after': retryAfter, ...(status === 503 && { refresh }) });
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}

/** Calls get an envelope, pages HTML. */
function isCall({ method, url }: FastifyRequest) {
  return (method !== 'GET' && method !== 'HEAD') || /^\/(v1|oauth)(\/|$)/.test(url);
}

function finish(request: FastifyRequest, reply: FastifyReply, page: Page, { onVisit }: Deps) {
  if (page.status === 200 && request.method === 'GET') onVisit(visitOf(request.raw, addressOf(request)));
  sendPage(request.raw, reply.raw, page);
  // hijack only now: earlier errors are answered by Fastify
  reply.hijack();
}

/** Aliases of pages named in the specification. */
const otherNames: Record<string, string> = { '/chat': '/im' };

/** Page of every unknown address. */
const notFoundPage = '/404';

/**
 * Parsed address. `key`: cache key without trailing slash and unknown query parameters, in a fixed order. `moved`:
 * redirect to the normal form, whose letter case is the route's. `path`: without trailing slash.
 */
type PageAddress = { key: string; path: string; moved?: string };

export function pageAddress(url: string, { pageAt, query }: Pick<Web, 'pageAt' | 'query'>): PageAddress {
  const cut = url.indexOf('?');
  const rawPath = cut === -1 ? url : url.slice(0, cut);
  const search = cut === -1 ? '' : url.slice(cut);
  const rawAddress = withoutSlashes(rawPath);
  const otherName = otherNames[rawAddress.toLowerCase()];
  if (otherName) return { key: otherName, path: rawAddress, moved: otherName + search };
  const path = pageAt(rawAddress);
  if (path === undefined || !isDecodable(rawAddress)) return { key: notFoundPage, path: rawAddress };

  if (path !== rawPath) return { key: path, path, moved: path + search };
  const known = query(path, new URLSearchParams(search));
  if (!known) return { key: path, path, moved: path };
  return { key: known.size > 0 ? `${path}?${known}` : path, path };
}

/** Strips by counting: a regular expression takes quadratic time. */
function withoutSlashes(path: string) {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function isDecodable(path: string) {
  try {
    // a call whose result is unused is dropped by the bundler
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
