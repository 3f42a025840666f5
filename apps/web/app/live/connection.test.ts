import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@mojian/client/live-stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { chooseTopics, openConnection } from './connection.ts';
import { Subscriptions } from './subscriptions.ts';

type StreamRequest = { topics: string[]; token: string | undefined; since: string | undefined; reply: ServerResponse };

let requested: StreamRequest[] = [];
let seq = 10;
let status = 200;
let tabs: { hide: () => void }[] = [];
const open = () => requested.filter(({ reply }) => !reply.destroyed && !reply.writableEnded);
const write = (text: string) => open().at(-1)?.reply.write(`${text}\n\n`);
const say = (text: string, id = ++seq) => write(`event: chat\nid: ${id}\ntopic: group\ndata: "${text}"`);

const server = createServer(({ url = '', headers }, reply) => {
  const since = headers['last-event-id'] as string | undefined;
  const topics = new URL(url, 'http://host').searchParams.getAll('topic');
  requested.push({ topics, token: headers.authorization, since, reply });
  reply.writeHead(status, { 'content-type': 'text/event-stream' });
  if (status !== 200) return reply.end();
  reply.write(`event: ${since ? 'resumed' : 'hello'}\nid: ${seq}\ntopic: stream\ndata: {}\n\n`);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init));
});
beforeEach(() => {
  [requested, tabs, seq, status] = [[], [], 10, 200];
});
afterEach(async () => {
  for (const tab of tabs) tab.hide();
  await expect.poll(open).toEqual([]);
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

/** A tab as `live.ts` runs it, without the page. */
function tab(topics: string[], token = 'lin') {
  const heard: LiveEvent[] = [];
  const subscriptions = new Subscriptions(() => {});
  const refused: number[] = [];
  subscriptions.add(topics, (event) => heard.push(event));
  const connection = openConnection({
    onOpened: (opened) => subscriptions.opened(opened),
    onEvent: (event) => subscriptions.emit(event),
    onLost: () => subscriptions.lost(),
    onRefused: () => refused.push(0),
    lastId: () => subscriptions.lastId,
  });
  const one = {
    subscriptions,
    refused,
    show: (wanted = topics) => connection.set(chooseTopics(wanted), token),
    hide() {
      connection.set(undefined, undefined);
      subscriptions.paused();
    },
    types: () => heard.map(({ type }) => type),
    chats: () => heard.filter(({ type }) => type === 'chat').map(({ data }) => data),
  };
  tabs.push(one);
  one.show();
  return one;
}
const live = (one: ReturnType<typeof tab>) => expect.poll(() => one.types().at(-1)).toBe('resumed');

test('a stream says where chat events begin, then delivers each once', async () => {
  const one = tab(['group', 'me']);
  await live(one);
  expect(one.types()).toEqual(['hello', 'resumed']);
  say('早');
  say('早', 11);
  say('早，吃了吗');
  await expect.poll(one.chats).toEqual(['早', '早，吃了吗']);
});

test('changed topics open a new stream before the old one closes, without disturbing other listeners', async () => {
  const one = tab(['group']);
  await live(one);
  const others: string[] = [];
  one.subscriptions.add(['article:7'], ({ type }) => others.push(type));
  one.show(['group', 'article:7']);
  await expect.poll(() => others).toEqual(['resumed']);
  await expect.poll(open).toHaveLength(1);
  expect(requested.map(({ topics, since }) => [topics, since])).toEqual([
    [['group'], undefined],
    [['article:7', 'group'], '10'],
  ]);
  expect(one.types()).toEqual(['hello', 'resumed']);
  say('还在');
  await expect.poll(one.chats).toEqual(['还在']);
});

test('a hidden tab closes its stream, and back again resumes after the last event, without duplicates', async () => {
  const one = tab(['group']);
  await live(one);
  say('一');
  await expect.poll(one.chats).toEqual(['一']);
  one.hide();
  await expect.poll(open).toEqual([]);
  expect(one.subscriptions.state).toBe('connecting');
  one.show();
  await expect.poll(() => requested[1]?.since).toBe('11');
  await expect.poll(() => one.types().filter((type) => type === 'resumed')).toHaveLength(2);
  say('一', 11);
  say('二');
  await expect.poll(one.chats).toEqual(['一', '二']);
});

test('a stream has no more topics than the server accepts: those of the chat, then the newest', async () => {
  const says = (from: number) => Array.from({ length: 40 }, (_, n) => `say:${from + n}`);
  tab([...says(200), ...says(100), 'group', 'me']);
  await expect.poll(() => requested).toHaveLength(1);
  const topics = requested[0]?.topics ?? [];
  expect(topics).toEqual(expect.arrayContaining([...says(200), 'group']));
  expect(topics.length).toBeLessThanOrEqual(60);
});

test('a stream closed for too many of one member opens again when its tab is looked at', async () => {
  const one = tab(['me']);
  await live(one);
  write('event: full\ntopic: stream\ndata: {}');
  await expect.poll(() => one.subscriptions.state).toBe('lost');
  await expect.poll(open).toEqual([]);
  one.show();
  await expect.poll(open).toHaveLength(1);
});

test('a stream that cannot be opened is lost until it opens', async () => {
  status = 429;
  const one = tab(['group']);
  const state = () => one.subscriptions.state;
  expect(state()).toBe('connecting');
  await expect.poll(state).toBe('lost');
  status = 200;
  await expect.poll(state, { timeout: 10_000 }).toBe('live');
});

test('a refused stream is reported once and not retried', async () => {
  status = 401;
  const one = tab(['me']);
  await expect.poll(() => one.refused).toHaveLength(1);
  expect([one.subscriptions.state, requested.length]).toEqual(['lost', 1]);
});
