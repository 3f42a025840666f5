import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LiveEvent, parseEvent, pauseAfter, streamEvents } from './live-stream.ts';

type Asked = { url: string; authorization: string | undefined; reply: ServerResponse };

let asked: Asked[] = [];
let address = '';
let status = 200;
const server = createServer(({ url = '', headers: { authorization } }, reply) => {
  reply.writeHead(status, { 'content-type': 'text/event-stream' });
  if (status === 200) reply.write(': open\n\n');
  else reply.end();
  asked.push({ url, authorization, reply });
});
let ending = new AbortController();

beforeEach(async () => {
  [asked, status, ending] = [[], 200, new AbortController()];
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
  const opened: number[] = [];
  const given = {
    signal: ending.signal,
    onOpen: () => opened.push(0),
    onEvent: (event: LiveEvent) => heard.push(event),
  };
  return { heard, opened, end: streamEvents(address, { token, ...given }) };
}

test('events arrive, also cut in two, and signs of life say nothing', async () => {
  const { heard } = read('abc');
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toMatchObject({ url: '/v1/stream?topic=article:1', authorization: 'abc' });
  asked[0]?.reply.write(': \n\nevent: comment\ndata: {"topic":"arti');
  asked[0]?.reply.write('cle:1","id":5}\n\n');
  await expect.poll(() => heard).toEqual([{ type: 'comment', topic: 'article:1', id: 5 }]);
});

test('a broken stream is opened anew', async () => {
  const { opened } = read();
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.reply.destroy();
  await expect.poll(() => opened.length, { timeout: 5000 }).toBe(2);
});

test('a refusal is final', async () => {
  status = 401;
  const { end, opened } = read('dead');
  await end;
  expect([asked.length, opened.length]).toEqual([1, 0]);
});

test('whoever stops listening closes the connection', async () => {
  const { end } = read();
  await expect.poll(() => asked.length).toBe(1);
  const closed = new Promise((resolve) => asked[0]?.reply.on('close', resolve));
  ending.abort();
  await Promise.all([closed, end]);
});

test('pauses grow to a minute and differ from browser to browser', () => {
  expect([0, 1, 2, 9].map((failures) => pauseAfter(failures, 1))).toEqual([2000, 4000, 8000, 60_000]);
  expect(pauseAfter(9, 0)).toBe(30_000);
});

test('what is no event is nothing', () => {
  expect([': open', 'event: x', ''].flatMap(parseEvent)).toEqual([]);
});

test('a type may have more than one word', () => {
  const data = { topic: 'article:1', id: 3 };
  expect(parseEvent(`event: comment-gone\ndata: ${JSON.stringify(data)}`)).toEqual([{ type: 'comment-gone', ...data }]);
});
