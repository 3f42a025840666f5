import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hear } from '../../../test/hear.ts';
import { handleErrors } from '../http/errors.ts';
import { pushInProcess } from '../push/push.ts';
import { EventBus } from './event-bus.ts';
import { LivePresence } from './presence.ts';
import { streamRoutes } from './stream.routes.ts';

let app: ReturnType<typeof Fastify>;
let address: string;

beforeEach(async () => {
  const push = pushInProcess();
  app = Fastify({ trustProxy: true });
  handleErrors(app);
  streamRoutes(app, {
    eventBus: new EventBus(push),
    onError: () => {},
    feed: { latest: async () => 0, after: async () => [], afterFor: async () => [] },
    presence: new LivePresence({ push, findShowing: async () => [], onError: () => {} }),
    findViewer: async () => null,
    findSessions: async () => [],
    maySubscribe: async () => true,
    bounds: { mostAtAll: 6, mostOfAddress: 4 },
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  app.server.closeAllConnections(); // a browser that left may keep its connection
  await app.close();
});

const open = (from: string) => hear(address, '?topic=group', { 'x-forwarded-for': from });
const status = async (from: string) => (await open(from)).answer.status;

test('streams are limited per address', async () => {
  for (let n = 0; n < 4; n++) expect(await status('1.1.1.1')).toBe(200);
  const { answer } = await open('1.1.1.1');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await status('2.2.2.2')).toBe(200);
});

test('with all slots taken, the address with the most streams loses its oldest to one with fewer', async () => {
  const crowd = [await open('1.1.1.1'), await open('1.1.1.1'), await open('1.1.1.1'), await open('1.1.1.1')];
  const [oldest, ...others] = crowd;
  const few = [await open('2.2.2.2'), await open('2.2.2.2')];
  const alone = await open('3.3.3.3');
  expect(alone.answer.status).toBe(200);
  await oldest?.ended;
  expect(oldest?.said()).toMatch(/retry: 3\d{4}/);
  let ended = 0;
  for (const stream of [...others, ...few, alone]) void stream.ended.then(() => ended++);
  // three, two and one: whoever had as many as the most would only take turns
  expect(await status('2.2.2.2')).toBe(429);
  expect(ended).toBe(0);
});

test('a closed stream frees its slot', async () => {
  const streams = [await open('1.1.1.1'), await open('1.1.1.1'), await open('1.1.1.1'), await open('1.1.1.1')];
  await streams[0]?.leave();
  await expect.poll(() => status('1.1.1.1')).toBe(200);
});
