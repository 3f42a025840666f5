import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@mojian/client/live-stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Subscriptions } from './subscriptions.ts';
import { Follower } from './tab-roles.ts';
import { Tabs } from './tabs.ts';

type StreamRequest = { topics: string[]; token: string | undefined; since: string | undefined; reply: ServerResponse };

/** The tabs find each other by the browser's own means, which Node has as well. */
let requested: StreamRequest[] = [];
let seq = 10;
let status = 200;
let tabs: Tabs[] = [];
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
  for (const tab of tabs) tab.leave();
  await expect.poll(open).toEqual([]);
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

function tab(topics: string[], { token = 'lin', isSeen = true } = {}) {
  const heard: LiveEvent[] = [];
  const subscriptions = new Subscriptions(() => {});
  const sessions: number[] = [];
  const refused: number[] = [];
  subscriptions.add(topics, (event) => heard.push(event));
  const tab = new Tabs({
    subscriptions,
    locks: navigator.locks,
    onSession: () => sessions.push(0),
    onRefused: () => refused.push(0),
  });
  tabs.push(tab);
  const update = (wanted = topics, by = token) =>
    tab.update({ topics: wanted.length > 0 ? wanted : undefined, token: by || undefined, isSeen });
  update();
  return {
    subscriptions,
    sessions,
    refused,
    update,
    leave: () => tab.leave(),
    types: () => heard.map(({ type }) => type),
    chats: () => heard.filter(({ type }) => type === 'chat').map(({ data }) => data),
  };
}
const live = (one: ReturnType<typeof tab>) => expect.poll(() => one.types().at(-1)).toBe('resumed');

test('tabs share one stream: a later tab gets its starting position, and all get the same events', async () => {
  const first = tab(['group', 'me']);
  await live(first);
  expect(first.types()).toEqual(['hello', 'resumed']);
  const second = tab(['group', 'me']);
  await live(second);
  expect(second.types()).toEqual(['hello', 'resumed']);
  say('早');
  say('早，吃了吗');
  for (const one of [first, second]) await expect.poll(one.chats).toEqual(['早', '早，吃了吗']);
  expect(requested).toHaveLength(1);
});

test('changed topics open a new stream before the old one closes, without disturbing other listeners', async () => {
  const first = tab(['group', 'me']);
  await live(first);
  const second = tab(['article:7']);
  await live(second);
  await expect.poll(open).toHaveLength(1);
  expect(requested.map(({ topics, since }) => [topics, since])).toEqual([
    [['group'], undefined],
    [['article:7', 'group'], '10'],
  ]);
  expect(first.types()).toEqual(['hello', 'resumed']);
  say('还在');
  await expect.poll(first.chats).toEqual(['还在']);
  expect(second.chats()).toEqual([]);
});

test('when the leader closes, another tab resumes after the last event, without duplicates', async () => {
  const first = tab(['group']);
  await live(first);
  const [second, third] = [tab(['group']), tab(['group'])];
  for (const one of [second, third]) await live(one);
  say('一');
  for (const one of [second, third]) await expect.poll(one.chats).toEqual(['一']);
  first.leave();
  await expect.poll(() => requested[1]?.since).toBe('11');
  await expect.poll(open).toHaveLength(1);
  say('一', 11);
  say('二');
  for (const one of [second, third]) {
    await expect.poll(one.chats).toEqual(['一', '二']);
    expect(one.types().filter((type) => type === 'resumed')).toHaveLength(2);
  }
});

test('a frozen leader whose lock was stolen releases its stream and waits', async () => {
  const first = tab(['group']);
  await live(first);
  let giveBack = () => {};
  void navigator.locks.request(
    'mojian:stream',
    { steal: true },
    () => new Promise<void>((resolve) => (giveBack = resolve)),
  );
  await expect.poll(open).toEqual([]);
  giveBack();
  await expect.poll(() => requested[1]?.since).toBe('10');
});

test('a visible tab pings a silent leader, and takes over without a response', () => {
  vi.useFakeTimers();
  try {
    const done: string[] = [];
    let isSeen = true;
    const note = (what: string) => () => void done.push(what);
    const deps = {
      subscriptions: new Subscriptions(() => {}),
      tell: note('tell'),
      isSeen: () => isSeen,
      takeOver: note('take over'),
    };
    const follower = new Follower(deps);
    follower.ask();
    vi.advanceTimersByTime(2900);
    follower.receive({ type: 'lost', isTried: true });
    vi.advanceTimersByTime(49_900);
    expect(done).toEqual(['tell']);
    isSeen = false;
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(['tell']);
    isSeen = true;
    vi.advanceTimersByTime(50_000);
    expect(done).toEqual(['tell', 'tell', 'take over']);
    follower.stop();
    vi.advanceTimersByTime(200_000);
    expect(done).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('a login in one tab ends the shared stream, and tabs of another member get no events', async () => {
  const [first, second] = [tab(['group', 'me']), tab(['group', 'me'])];
  await live(first);
  await live(second);
  const before = second.sessions.length;
  first.subscriptions.reset();
  first.update(undefined, 'ming');
  await expect.poll(() => second.sessions.length).toBeGreaterThan(before);
  await expect.poll(() => open().map(({ token }) => token)).toEqual(['ming']);
  say('给小明的');
  await expect.poll(first.chats).toEqual(['给小明的']);
  expect(second.chats()).toEqual([]);
});

test('a logout in one tab is announced to the others', async () => {
  const [first, second] = [tab(['me']), tab(['me'])];
  await live(second);
  const before = first.sessions.length;
  second.update([], '');
  await expect.poll(() => first.sessions.length).toBeGreaterThan(before);
});

test('a stream has no more topics than the server accepts: those of the chat and of visible tabs', async () => {
  const says = (from: number) => Array.from({ length: 40 }, (_, n) => `say:${from + n}`);
  const first = tab(says(100));
  await live(first);
  const hidden = tab(['group', 'me'], { isSeen: false });
  hidden.update([...says(200), 'group', 'me']);
  await expect.poll(() => requested.at(-1)?.topics).toContain('group');
  const topics = requested.at(-1)?.topics ?? [];
  expect(topics).toEqual(expect.arrayContaining(says(100)));
  expect(topics.length).toBeLessThanOrEqual(60);
  say('还听得见');
  await expect.poll(hidden.chats).toEqual(['还听得见']);
});

test('a leader without topics keeps the stream only while other tabs need it', async () => {
  const [first, second] = [tab(['group']), tab(['group'])];
  await live(second);
  expect(first.update([])).toBe(true);
  say('在吗');
  await expect.poll(second.chats).toEqual(['在吗']);
  expect(requested).toHaveLength(1);
  second.leave();
  first.leave();
  await expect.poll(open).toEqual([]);
});

test('a stream closed for too many connections reopens when its tab is visible', async () => {
  const first = tab(['me']);
  await live(first);
  write('event: full\ntopic: stream\ndata: {}');
  await expect.poll(() => first.subscriptions.state).toBe('lost');
  await expect.poll(open).toEqual([]);
  first.update();
  await expect.poll(open).toHaveLength(1);
});

test('a stream that cannot be opened is lost in every tab, until it opens', async () => {
  status = 429;
  const [first, second] = [tab(['group']), tab(['group'])];
  const states = () => [first, second].map(({ subscriptions }) => subscriptions.state);
  expect(states()).toEqual(['connecting', 'connecting']);
  await expect.poll(states).toEqual(['lost', 'lost']);
  const third = tab(['group']);
  await expect.poll(() => third.subscriptions.state).toBe('lost');
  status = 200;
  await expect.poll(states, { timeout: 10_000 }).toEqual(['live', 'live']);
});

test('a refused stream is reported once and not retried', async () => {
  status = 401;
  const first = tab(['me']);
  await expect.poll(() => first.refused).toHaveLength(1);
  expect([first.subscriptions.state, requested.length]).toEqual(['lost', 1]);
});

test('a tab is not told that a stream is lost which its leader is still opening', async () => {
  const states: string[] = [];
  const follower: Subscriptions = new Subscriptions(() => void states.push(follower.state));
  const roles = { tell: () => {}, isSeen: () => true, takeOver: () => {} };
  const asking = new Follower({ subscriptions: follower, ...roles });
  asking.receive({ type: 'lost', isTried: false });
  expect(follower.state).toBe('connecting');
  asking.receive({ type: 'lost', isTried: true });
  expect(states).toEqual(['lost']);
  asking.stop();
});
