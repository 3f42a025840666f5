import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenOf } from '../http/viewer.ts';
import type { CachedFront } from '../render/front.ts';
import type { AnswerTimes } from './answer-times.ts';
import type { Metrics, Sources } from './metrics.ts';

/**
 * Headers of a program that reads the metrics by itself. A proxy's own, and those it passes on of a browser, are others:
 * a list of what proxies add would always miss one.
 */
const ownHeaders = new Set([
  'host',
  'connection',
  'user-agent',
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
  'x-prometheus-scrape-timeout-seconds',
]);
const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

type Deps = Sources & {
  metrics: Metrics;
  answers?: AnswerTimes;
  token: string | undefined;
  front: Pick<CachedFront, 'takeAnswered'>;
};

/** Counts every request, and serves `/metrics` with the token, or without one to this machine only. */
export function metricsRoutes(app: FastifyInstance, { metrics, answers, token, front, ...sources }: Deps) {
  metrics.watch(sources);
  metrics.start();
  app.addHook('onClose', async () => metrics.stop());
  app.addHook('onResponse', (request, reply, done) => {
    const group = groupOf(request);
    metrics.countRequest(group, reply.raw.statusCode, reply.elapsedTime);
    if (group === 'api' || group === 'page') answers?.note(request.originalUrl, reply.elapsedTime);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) return reply.callNotFound();
    metrics.countPages(front.takeAnswered());
    reply.type(metrics.registry.contentType).header('cache-control', 'no-store');
    return metrics.registry.metrics();
  });
}

function mayRead(request: FastifyRequest, token: string | undefined) {
  if (token !== undefined) return isSame(tokenOf(request) ?? '', token);
  const isOwn = Object.keys(request.headers).every((name) => ownHeaders.has(name));
  return isOwn && localHost.test(request.headers.host ?? '') && loopback.test(request.socket.remoteAddress ?? '');
}

function isSame(one: string, other: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

/** Groups by route, so that no address of a visitor becomes a label. Pages have no route. */
function groupOf({ routeOptions: { url }, raw }: FastifyRequest) {
  if (url === undefined) return isCall(raw.url) ? 'api' : 'page';
  const known = groups.get(url);
  if (known) return known;
  const group = describeRoute(url);
  groups.set(url, group);
  return group;
}

const groups = new Map<string, string>();
const isCall = (path = '') => /^\/(v1|oauth|file|wechat)\//.test(path);

function describeRoute(url: string) {
  if (url === '/v1/stream') return 'stream';
  if (isCall(url)) return 'api';
  if (url.startsWith('/files/') || url.startsWith('/cover/')) return 'file';
  if (url.startsWith('/assets/')) return 'asset';
  if (url.startsWith('/admin')) return 'admin';
  if (['/healthz', '/readyz', '/metrics'].includes(url)) return 'health';
  return 'other';
}
