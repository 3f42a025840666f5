import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hear } from '../../../test/hear.ts';
import { handleErrors } from '../http/errors.ts';
import { pushInProcess } from '../push/push.ts';
import { EventBus } from './event-bus.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { LivePresence } from './presence.ts';
import { streamRoutes } from './stream.routes.ts';

let app: ReturnType<typeof Fastify>;
let eventBus: EventBus;
let port: number;
let checkAll: () => Promise<void>;
let isAllowed: boolean;
const entries: FeedEntry[] = [];
const feed: Feed = {
  latest: async () => entries.length,
  after: async (seq, limit) => entries.slice(seq, seq + limit),
  afterFor: async () => [],
};

beforeEach(async () => {
  entries.length = 0;
  const push = pushInProcess();
  eventBus = new EventBus(push);
  app = Fastify({ trustProxy: true });
  handleErrors(app);
  isAllowed = true;
  ({ checkAll } = streamRoutes(app, {
    eventBus,
    feed,
    onError: () => {},
    presence: new LivePresence({ push, findShowing: async () => [], onError: () => {} }),
    findViewer: async () => null,
    findSessions: async () => [],
    maySubscribe: async () => isAllowed,
  }));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
});
afterEach(() => app.close());

const open = (headers = {}) => hear(`http://127.0.0.1:${port}`, '?topic=group', headers);
const longText = '雨'.repeat(20_000);

function say() {
  entries.push({ seq: entries.length + 1, deliveries: [{ topic: 'group', data: longText }] });
  eventBus.notifyFeed();
}

test('a reader who never reads is disconnected, and the others get every event', async () => {
  const reader = await open();
  const idle = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => idle.on('close', resolve));
  idle.write('GET /v1/stream?topic=group HTTP/1.1\r\nhost: x\r\n\r\n');
  await new Promise((resolve) => idle.once('data', resolve));
  idle.pause();
  let isOver = false;
  idle.on('error', () => {});
  void closed.then(() => (isOver = true));
  // more than the system itself keeps for a socket; heard by the other before the next is said
  for (let n = 0; n < 300; n++) {
    say();
    if (n % 3 === 2) await expect.poll(() => reader.ids('chat').length, { interval: 5 }).toBe(n + 1);
  }
  expect(reader.ids('chat')).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
  idle.resume();
  await expect.poll(() => isOver).toBe(true);
  await reader.leave();
});

test('an address may open 200 streams, one more is refused, and another address is not', async () => {
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets)
    socket.write('GET /v1/stream HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.7\r\n\r\n');
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
  const { answer } = await open({ 'x-forwarded-for': '203.0.113.7' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '30']);
  expect((await open({ 'x-forwarded-for': '203.0.113.8' })).answer.status).toBe(200);
  sockets[0]?.destroy();
  await expect.poll(async () => (await open({ 'x-forwarded-for': '203.0.113.7' })).answer.status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('an HTTP/1.0 proxy gets no chunked encoding', async () => {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (part) => (said += part));
  socket.write('GET /v1/stream?topic=says HTTP/1.0\r\nhost: x\r\n\r\n');
  await expect.poll(() => said).toContain('event: hello');
  await eventBus.publish([{ topic: 'says', type: 'say', id: 4 }]);
  const event = 'event: say\ndata: {"topic":"says","id":4}\n\n';
  await expect.poll(() => said.endsWith(`}\n\n${event}`)).toBe(true);
  socket.destroy();
});

test('a stream ended for several reasons ends once', async () => {
  const reader = await fetch(`http://127.0.0.1:${port}/v1/stream?topic=group`);
  isAllowed = false;
  // a second end would be an error that nobody hears, and with it the end of the whole program
  await Promise.all([checkAll(), checkAll(), checkAll()]);
  expect(await reader.text()).toMatch(/^retry: /);
});

test('entries read together arrive once and in order, each by the first topic of the stream that carries it', async () => {
  const [both, one] = [await hear(`http://127.0.0.1:${port}`, '?topic=group&topic=board'), await open()];
  const group = (data: string) => ({ topic: 'group', data });
  entries.push(
    { seq: 1, deliveries: [group('一')] },
    { seq: 2, deliveries: [{ topic: 'board', data: '二自' }, group('二')] },
    { seq: 3, deliveries: [group('三'), { topic: 'board', data: '三自' }] },
  );
  eventBus.notifyFeed();
  const heard = ({ said }: { said: () => string }) =>
    [...said().matchAll(/id: (\d)\ntopic: \w+\ndata: "(.+?)"/g)].map(([, id, data]) => `${id}${data}`);
  await expect.poll(() => heard(both)).toEqual(['1一', '2二自', '3三']);
  await expect.poll(() => heard(one)).toEqual(['1一', '2二', '3三']);
});
