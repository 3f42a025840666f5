import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveEvent, parseEvent, pauseAfter, streamEvents } from './live-stream.ts';

type Requested = { url: string; authorization: string | undefined; since: string | undefined; reply: ServerResponse };

let requested: Requested[] = [];
let address = '';
let status = 200;
const server = createServer(({ url = '', headers: { authorization, ...headers } }, reply) => {
  reply.writeHead(status, { 'content-type': 'text/event-stream' });
  if (status === 200) reply.write(': open\n\n');
  else reply.end();
  requested.push({ url, authorization, since: headers['last-event-id'] as string, reply });
});
let ending = new AbortController();

beforeEach(async () => {
  [requested, status, ending] = [[], 200, new AbortController()];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/stream?topic=article:1`;
});
afterEach(async () => {
  ending.abort();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function read(token?: string) {
  const heard: LiveEvent[] = [];
  const lost: boolean[] = [];
  const input = {
    signal: ending.signal,
    lastId: () => heard.findLast(({ type }) => type === 'chat')?.id,
    onLost: (isRefused: boolean) => lost.push(isRefused),
    onEvent: (event: LiveEvent) => heard.push(event),
  };
  return { heard, lost, end: streamEvents(address, { token, ...input }) };
}

test('events arrive, also split across chunks, and heartbeats give none', async () => {
  const { heard } = read('abc');
  await expect.poll(() => requested.length).toBe(1);
  expect(requested[0]).toMatchObject({ url: '/v1/stream?topic=article:1', authorization: 'abc' });
  requested[0]?.reply.write(': \n\nevent: comment\ndata: {"topic":"arti');
  requested[0]?.reply.write('cle:1","id":5}\n\n');
  await expect.poll(() => heard).toEqual([{ type: 'comment', topic: 'article:1', id: 5 }]);
});

test('a broken stream is opened anew, and goes on after the last chat event', async () => {
  const { heard, lost } = read();
  await expect.poll(() => requested.length).toBe(1);
  requested[0]?.reply.write('event: chat\nid: 41\ntopic: group\ndata: {"id":7}\n\n');
  await expect.poll(() => heard).toEqual([{ type: 'chat', topic: 'group', id: 41, data: { id: 7 } }]);
  requested[0]?.reply.destroy();
  await expect.poll(() => requested.length, { timeout: 5000 }).toBe(2);
  expect([requested[0]?.since, requested[1]?.since, lost.length]).toEqual([undefined, '41', 1]);
});

test('the server sets the retry delay', async () => {
  const pauses = vi.spyOn(globalThis, 'setTimeout');
  const { heard } = read();
  await expect.poll(() => requested.length).toBe(1);
  requested[0]?.reply.end('retry: 37\n\n');
  await expect.poll(() => requested.length).toBe(2);
  expect(pauses).toHaveBeenCalledWith(expect.any(Function), 37);
  expect(heard).toEqual([]);
  pauses.mockRestore();
});

test('a returning network reconnects at once', async () => {
  const events = new EventTarget();
  Object.assign(globalThis, { addEventListener: events.addEventListener.bind(events) });
  try {
    status = 503;
    const { lost } = read();
    for (let round = 0; round < 8; round++) {
      await expect.poll(() => lost.length, { timeout: 5000 }).toBe(round + 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.dispatchEvent(new Event('online'));
    }
  } finally {
    Reflect.deleteProperty(globalThis, 'addEventListener');
  }
});

test('losing the network ends the stream, and its return reopens it', async () => {
  const events = new EventTarget();
  Object.assign(globalThis, { addEventListener: events.addEventListener.bind(events) });
  try {
    const { lost } = read();
    await expect.poll(() => requested.length).toBe(1);
    events.dispatchEvent(new Event('offline'));
    await expect.poll(() => lost.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    events.dispatchEvent(new Event('online'));
    await expect.poll(() => requested.length).toBe(2);
  } finally {
    Reflect.deleteProperty(globalThis, 'addEventListener');
  }
});

test('a refusal is final', async () => {
  status = 401;
  const { end, lost } = read('dead');
  await end;
  expect([requested.length, lost]).toEqual([1, [true]]);
});

test('unsubscribing closes the connection', async () => {
  const { end } = read();
  await expect.poll(() => requested.length).toBe(1);
  const closed = new Promise((resolve) => requested[0]?.reply.on('close', resolve));
  ending.abort();
  await Promise.all([closed, end]);
});

test('pauses grow and differ from browser to browser', () => {
  expect([0, 1, 2, 9].map((failures) => pauseAfter(failures, 1))).toEqual([1000, 2000, 4000, 20_000]);
  expect(pauseAfter(9, 0)).toBe(10_000);
});

test('data that is not an event is ignored', () => {
  expect([': open', 'event: x', 'retry: soon', ''].flatMap(parseEvent)).toEqual([]);
});

test('a type may have more than one word, and an event data', () => {
  const data = { topic: 'article:1', id: 3 };
  expect(parseEvent(`event: comment-gone\ndata: ${JSON.stringify(data)}`)).toEqual([{ type: 'comment-gone', ...data }]);
  expect(parseEvent('event: presence\ntopic: presence\ndata: {"on":[2],"off":[]}')).toEqual([
    { type: 'presence', topic: 'presence', id: 0, data: { on: [2], off: [] } },
  ]);
});
