import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openDatabase } from '../db/open.ts';
import { healthRoutes, Readiness } from '../http/health.ts';
import { enqueue } from '../outbox/outbox.ts';
import { PageCache } from '../render/page-cache.ts';
import { metricsRoutes } from './metrics.routes.ts';
import { Metrics } from './metrics.ts';

const token = 'a-token-nobody-guesses';
let place: Awaited<ReturnType<typeof testDatabase>>;
let db: ReturnType<typeof openDatabase>;
let app: FastifyInstance;

async function serve(withToken?: string) {
  const metrics = new Metrics();
  db = openDatabase(place.url, { onQuery: metrics.countQuery });
  const cache = new PageCache({ maxBytes: 1e6, maxAge: 60_000 });
  const front = { takeAnswered: () => new Map([[200, 3]]) };
  app = Fastify();
  metricsRoutes(app, { metrics, token: withToken, front, db, cache, countStreams: () => 7 });
  healthRoutes(app, new Readiness({ db, storage: { check: async () => {} } as never }));
  app.get('/v1/tag/:id', async () => ({}));
  app.get('/files/*', async () => 'picture');
  app.get('/cover/:version/:name', async (_request, reply) => reply.code(404).send(''));
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send('page'));
}

beforeEach(async () => {
  place = await testDatabase();
});
afterEach(async () => {
  await app.close();
  await db.destroy();
  await place.close();
});

async function read(headers: Record<string, string> = {}) {
  const { statusCode, body } = await app.inject({ url: '/metrics', headers });
  const values = Object.fromEntries(
    body
      .split('\n')
      .filter((line) => line.startsWith('mojian_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  return { statusCode, values };
}

test('requests are counted by group and status, and no address becomes a label', async () => {
  await serve();
  for (const url of [
    '/v1/tag/1',
    '/v1/tag/2',
    '/files/ab/secret.webp',
    '/cover/1/none',
    '/article/5',
    '/v1/none',
    '/readyz',
  ])
    await app.inject(url);
  const { values } = await read();
  expect(values).toMatchObject({
    'mojian_requests_total{group="api",status="200"}': 2,
    'mojian_requests_total{group="file",status="200"}': 1,
    'mojian_requests_total{group="file",status="404"}': 1,
    'mojian_requests_total{group="page",status="404"}': 1,
    'mojian_requests_total{group="page",status="200"}': 3,
    'mojian_requests_total{group="api",status="404"}': 1,
    'mojian_requests_total{group="health",status="200"}': 1,
    'mojian_request_seconds_count{group="api"}': 3,
    mojian_streams_open: 7,
  });
  expect(Object.keys(values).join()).not.toMatch(/secret|article/);
});

test('queries, the outbox, memory and the event loop are measured', async () => {
  await serve();
  await db.transaction().execute((trx) => enqueue(trx, 'live', { events: [] }, Date.now() - 90_000));
  await db
    .selectFrom('nowhere' as 'users')
    .selectAll()
    .execute()
    .catch(() => {});
  const { values } = await read();
  expect(values.mojian_database_query_seconds_count).toBeGreaterThanOrEqual(2);
  expect(values.mojian_database_query_failures_total).toBe(1);
  expect(values['mojian_outbox_entries{state="waiting"}']).toBe(1);
  expect(values.mojian_outbox_oldest_seconds).toBeGreaterThanOrEqual(90);
  expect(values['mojian_memory_bytes{kind="rss"}']).toBeGreaterThan(1e7);
  expect(values['mojian_event_loop_delay_seconds{quantile="0.99"}']).toBeGreaterThanOrEqual(0);
});

test('without its database the other metrics are still served', async () => {
  await serve();
  await db.destroy();
  const { statusCode, values } = await read();
  expect(statusCode).toBe(200);
  expect(values.mojian_streams_open).toBe(7);
  expect(values.mojian_outbox_oldest_seconds).toBeUndefined();
});

test('without a token metrics are served to this machine only, and not through a proxy', async () => {
  await serve();
  expect((await read()).statusCode).toBe(200);
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    expect((await read({ [name]: '198.51.100.7' })).statusCode).toBe(404);
  const { statusCode } = await app.inject({ url: '/metrics', remoteAddress: '198.51.100.7' });
  expect(statusCode).toBe(404);
});

test('with a token metrics require it', async () => {
  await serve(token);
  expect((await read()).statusCode).toBe(404);
  expect((await read({ authorization: 'Bearer wrong' })).statusCode).toBe(404);
  expect((await read({ authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.7' })).statusCode).toBe(200);
});

test('two sites in one process count separately', async () => {
  const [one, other] = [new Metrics(), new Metrics()];
  await serve();
  one.countRender(5);
  expect(await one.registry.getSingleMetricAsString('mojian_render_seconds')).toContain('count 1');
  expect(await other.registry.getSingleMetricAsString('mojian_render_seconds')).toContain('count 0');
});
