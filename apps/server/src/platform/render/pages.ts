import { Failure, isFailure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Calls, visitorApi } from '../http/calls.ts';
import { addressKey } from '../limits/limits.ts';
import { chooseEncoding, makePage, sendPage } from './page.ts';
import { type Page, type PageCache, Renders, UnusablePage } from './page-cache.ts';
import type { Web } from './web-apps.ts';

type PageVisit = {
  address: string;
  agent: string;
  path: string;
  prefetch: boolean;
  referrer: string;
  host: string;
};

type Deps = {
  calls: Calls;
  cache: PageCache;
  web: () => Promise<Web>;
  siteUrl: string;
  dev: boolean;
  /** Finds the present address of a moved page by its path and query. */
  findMoved: (url: string) => Promise<string | undefined>;
  /** Whether a query on the home page may name a moved page. */
  mayBeMoved: (url: string) => boolean;
  onVisit: (visit: PageVisit) => void;
  /** Milliseconds a page took. */
  onRender: (milliseconds: number) => void;
};

/** Serves every address that is not a call, file or feed with a page of the web app. */
export async function servePages(app: FastifyInstance, deps: Deps) {
  if (!deps.dev) await serveCached(app, deps);
  const renders = new Renders();
  const wanted = new Wanted();

  app.setNotFoundHandler(async (request, reply) => {
    if (isCall(request)) throw new Failure('not-found', '没有这个接口');
    const address = pageAddress(request.url, await deps.web());
    const leave = wanted.come(address.key, reply);
    try {
      return await answer(address, request, reply, { ...deps, renders, wanted });
    } catch (error) {
      if (isFailure(error)) return sendRefusal(reply, error);
      throw error;
    } finally {
      leave();
    }
  });
}

async function answer(address: PageAddress, request: FastifyRequest, reply: FastifyReply, deps: Rendering) {
  const { key, moved } = address;
  const findMoved = () => deps.findMoved(request.url).catch(() => undefined);
  const early = namesMoved(address, request.url, deps) ? await findMoved() : undefined;
  if (early) return reply.redirect(early, 301);
  if (moved !== undefined && !moved.startsWith('/article/')) return reply.redirect(moved, 301);
  const page = await findPage(key, request, deps);
  // an article's former address leads on at once, in whatever form
  const target = page.status === 404 ? await findMoved() : page.status === 200 ? moved : undefined;
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

type Rendering = Deps & { renders: Renders; wanted: Wanted };

async function findPage(key: string, request: FastifyRequest, rendering: Rendering): Promise<Page> {
  const { cache, dev, renders, wanted } = rendering;
  const make = (inBackground = false) => {
    if (!inBackground) renders.count(addressKey(request.ip));
    return renders.inTurn(
      () => inBackground || wanted.has(key),
      () => render(key, request, rendering),
    );
  };
  try {
    return dev ? (await make()).page : await cache.get(key, async (inBackground) => make(inBackground));
  } catch (error) {
    if (error instanceof UnusablePage) return error.page;
    throw error;
  }
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

async function render(key: string, request: FastifyRequest, { calls, web, siteUrl, dev, onRender }: Deps) {
  const begun = performance.now();
  const tags = new Set<string>();
  const api = visitorApi(
    calls,
    (used) => {
      for (const tag of used) tags.add(tag);
    },
    (error) => request.log.error(error),
  );
  const response = await (await web()).render(new Request(siteUrl + key), api);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const page = await makePage(response, { tags, encoding, dev });
  onRender(performance.now() - begun);
  const isCacheable = page.status === 200 || (key === notFoundPage && page.status === 404);
  return { page, keep: isCacheable && !page.headers?.['cache-control']?.includes('no-store') };
}

/** Plain text: the renderer is what is busy. */
function sendRefusal(reply: FastifyReply, { status, message, retryAfter }: Failure) {
  reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'");
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>请稍后再试</title><p>${message}</p></html>`);
}

/** Calls get an envelope, pages HTML. */
function isCall({ method, url }: FastifyRequest) {
  return (method !== 'GET' && method !== 'HEAD') || /^\/(v1|oauth)(\/|$)/.test(url);
}

function finish(request: FastifyRequest, reply: FastifyReply, page: Page, { onVisit }: Deps) {
  if (page.status === 200 && request.method === 'GET') onVisit(visitOf(request));
  sendPage(request.raw, reply.raw, page);
  // hijack only now: earlier errors are answered by Fastify
  reply.hijack();
}

function visitOf({ ip, url, headers }: FastifyRequest): PageVisit {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? '';
  return {
    address: ip,
    agent: headers['user-agent'] ?? '',
    path: url.split('?', 1)[0] ?? '/',
    referrer: headers.referer ?? '',
    host: headers.host ?? '',
    // prefetched, or an embedded frame: not a visit
    prefetch: /prefetch|prerender/.test(String(purpose)) || headers['sec-fetch-dest'] === 'iframe',
  };
}

/** Aliases of pages named in the specification. */
const otherNames: Record<string, string> = { '/chat': '/im' };

/** Page of every unknown address. */
const notFoundPage = '/404';

/**
 * Parsed address. `key`: cache key without trailing slash and unknown query parameters, in a fixed order. `moved`:
 * redirect to the normal form. `path`: as requested.
 */
type PageAddress = { key: string; path: string; moved?: string };

export function pageAddress(url: string, { isPage, query }: Pick<Web, 'isPage' | 'query'>): PageAddress {
  const cut = url.indexOf('?');
  const rawPath = cut === -1 ? url : url.slice(0, cut);
  const path = withoutSlashes(rawPath);
  const otherName = otherNames[path];
  if (otherName) return { key: otherName, path, moved: otherName };
  if (!isPage(path) || !isDecodable(path)) return { key: notFoundPage, path };

  const search = cut === -1 ? '' : url.slice(cut);
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
