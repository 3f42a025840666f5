import { Failure } from '@mojian/contract/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Calls } from '../http/calls.ts';
import { visitorApi } from '../http/in-process.ts';
import { pageAddress } from './address.ts';
import { chooseEncoding } from './encoding.ts';
import { makePage } from './make-page.ts';
import { type Page, type PageCache, UnusablePage } from './page-cache.ts';
import { sendPage } from './send-page.ts';
import type { Web } from './web-build.ts';

type PageVisit = {
  address: string;
  agent: string;
  path: string;
  prefetch: boolean;
  referrer: string;
  host: string;
};

type Parts = {
  calls: Calls;
  cache: PageCache;
  web: () => Promise<Web>;
  siteUrl: string;
  dev: boolean;
  /** Where a page that is not there has moved to, if anywhere. */
  findMoved: (path: string) => Promise<string | undefined>;
  onVisit: (visit: PageVisit) => void;
};

/** Answers every address that is not a call, a file or a feed with a page of the web app. */
export async function servePages(app: FastifyInstance, parts: Parts) {
  if (!parts.dev) await serveCached(app, parts);

  app.setNotFoundHandler(async (request, reply) => {
    if (isCall(request)) throw new Failure('not-found', '没有这个接口');
    const { pageParams } = await parts.web();
    const key = pageAddress(request.url, pageParams) ?? '/404';
    const page = await findPage(key, request, parts);

    const target = page.status === 404 ? await parts.findMoved(key).catch(() => undefined) : undefined;
    if (target) return reply.redirect(target, 301);
    finish(request, reply, page, parts);
  });
}

/** A fresh page leaves before routing, parsing or logging: cached pages pass through nothing else. */
async function serveCached(app: FastifyInstance, parts: Parts) {
  const { pageParams } = await parts.web();

  app.addHook('onRequest', (request, reply, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const key = isRead ? pageAddress(request.url, pageParams) : undefined;
    const page = key === undefined ? undefined : parts.cache.fresh(key);
    if (page) finish(request, reply, page, parts);
    else next();
  });
}

async function findPage(key: string, request: FastifyRequest, { cache, dev, ...parts }: Parts): Promise<Page> {
  const make = () => render(key, request, { cache, dev, ...parts });
  try {
    return dev ? (await make()).page : await cache.get(key, make);
  } catch (error) {
    if (error instanceof UnusablePage) return error.page;
    throw error;
  }
}

async function render(key: string, request: FastifyRequest, { calls, web, siteUrl, dev }: Parts) {
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
  return { page, keep: page.status === 200 && !page.headers?.['cache-control']?.includes('no-store') };
}

/** Programs get an envelope, people a page. */
function isCall({ method, url }: FastifyRequest) {
  return (method !== 'GET' && method !== 'HEAD') || /^\/(v1|oauth)(\/|$)/.test(url);
}

function finish(request: FastifyRequest, reply: FastifyReply, page: Page, { onVisit }: Parts) {
  if (page.status === 200 && request.method === 'GET') onVisit(visitOf(request));
  reply.hijack();
  sendPage(request.raw, reply.raw, page);
}

function visitOf({ ip, url, headers }: FastifyRequest): PageVisit {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? '';
  return {
    address: ip,
    agent: headers['user-agent'] ?? '',
    path: url.split('?', 1)[0] ?? '/',
    referrer: headers.referer ?? '',
    host: headers.host ?? '',
    // fetched ahead, or a frame inside a page: nobody has opened it
    prefetch: /prefetch|prerender/.test(String(purpose)) || headers['sec-fetch-dest'] === 'iframe',
  };
}
