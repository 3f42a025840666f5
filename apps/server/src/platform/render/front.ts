import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import { forwardedAddress } from '../client-address.ts';
import { sendPage } from './page.ts';
import type { Page } from './page-cache.ts';

export type PageVisit = {
  address: string;
  agent: string;
  path: string;
  prefetch: boolean;
  referrer: string;
  host: string;
};

type Deps = {
  /** Proxies in front whose forwarded addresses are believed. */
  trustProxy: number;
  /** Whether a request needs nothing that Fastify's hooks would do. */
  isPlain: (request: IncomingMessage) => boolean;
};
type FindPage = (url: string) => Page | undefined;
type OnVisit = (visit: PageVisit) => void;

/**
 * Stands before Fastify and answers requests for fresh pages of the cache, written exactly as their key: routing, hooks
 * and request objects cost half as much again as sending such a page.
 */
export class CachedFront {
  readonly #deps: Deps;
  #findPage: FindPage = () => undefined;
  #onVisit: OnVisit = () => {};
  /** Answers by status since they were last taken. */
  #answered = new Map<number, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Starts to answer, once pages can be made. */
  open(findPage: FindPage, onVisit: OnVisit) {
    this.#findPage = findPage;
    this.#onVisit = onVisit;
  }

  /** Makes Fastify's server, with the settings it would have given its own. */
  readonly serverFactory = (
    handle: RequestListener,
    options: FastifyServerOptions & { http?: ServerOptions | null },
  ) => {
    const server = createServer({ ...options.http }, (request, response) => {
      if (!this.#answer(request, response)) handle(request, response);
    });
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
    server.requestTimeout = options.requestTimeout ?? server.requestTimeout;
    server.setTimeout(options.connectionTimeout ?? 0);
    return server;
  };

  #answer(request: IncomingMessage, response: ServerResponse) {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // without a socket it waits for the answer before it on the same connection
    const page = response.socket && this.#deps.isPlain(request) ? this.#findPage(url) : undefined;
    if (!page) return false;
    if (page.status === 200 && method === 'GET')
      this.#onVisit(visitOf(request, forwardedAddress(request, this.#deps.trustProxy)));
    sendPage(request, response, page);
    this.#answered.set(response.statusCode, (this.#answered.get(response.statusCode) ?? 0) + 1);
    return true;
  }

  /** Returns how many answers of each status there were since the last time. */
  takeAnswered() {
    const answered = this.#answered;
    this.#answered = new Map();
    return answered;
  }
}

export function visitOf({ url = '', headers }: IncomingMessage, address: string): PageVisit {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'];
  const cut = url.indexOf('?');
  return {
    address,
    agent: headers['user-agent'] ?? '',
    path: cut === -1 ? url : url.slice(0, cut),
    referrer: headers.referer ?? '',
    host: headers.host ?? '',
    // prefetched, or an embedded frame: not a visit
    prefetch: /prefetch|prerender/.test(String(purpose)) || headers['sec-fetch-dest'] === 'iframe',
  };
}
