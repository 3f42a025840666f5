import { connect, type Socket } from 'node:net';
import { generationSize } from '@mojian/contract/platform/feed-generation';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hear } from '../../../test/hear.ts';
import { handleErrors } from '../http/errors.ts';
import type { Role, Viewer } from '../http/viewer.ts';
import { pushInProcess } from '../push/push.ts';
import { EventBus } from './event-bus.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { LivePresence } from './presence.ts';
import { streamRoutes } from './stream.routes.ts';

const viewer = (id: number, role: Role = 'member'): Viewer => ({ id, role, sessionId: id * 10, signedInAt: 0 });
const people: Record<string, Viewer> = { lin: viewer(2), ming: viewer(3), hua: viewer(4, 'moderator') };

let app: ReturnType<typeof Fastify>;
let eventBus: EventBus;
let address: string;
let entries: FeedEntry[];
let isOpen: boolean;
let reads: number;
/** Delays the look-up of a viewer. */
let lookUp: () => Promise<void>;
let streams: ReturnType<typeof streamRoutes>;
const errors: unknown[] = [];

/** Entries as a database would give them, later each time. */
const feed: Feed = {
  latest: async () => entries.at(-1)?.seq ?? 0,
  after: async (seq, limit) => {
    reads += 1;
    return entries.filter((entry) => entry.seq > seq).slice(0, limit);
  },
  afterFor: async ({ id }, seq, limit) =>
    entries
      .filter((entry) => entry.seq > seq)
      .flatMap(({ seq, deliveries: reported }) =>
        reported
          .filter(({ topic }) => ['group', `user:${id}`].includes(topic))
          .slice(0, 1)
          .map(({ data }) => ({ seq, data })),
      )
      .slice(0, limit),
};

beforeEach(async () => {
  [entries, isOpen, reads] = [[], true, 0];
  lookUp = async () => {};
  await start();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
  expect(errors.splice(0)).toEqual([]);
});

async function start() {
  const push = pushInProcess();
  eventBus = new EventBus(push);
  app = Fastify({ trustProxy: true });
  handleErrors(app);
  const onError = (error: unknown) => errors.push(error);
  streams = streamRoutes(app, {
    eventBus,
    feed,
    onError,
    presence: new LivePresence({ push, findShowing: async (ids) => ids, onError }),
    findViewer: async (token) => {
      await lookUp();
      return people[token] ?? null;
    },
    findSessions: async () => Object.values(people).map(({ sessionId, role }) => ({ id: sessionId, role })),
    maySubscribe: async (topic, viewer) =>
      topic === 'staff' ? viewer?.role === 'moderator' : topic === 'group' ? isOpen : viewer !== null,
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
}

function say(...deliveries: FeedEntry['deliveries']) {
  const seq = (entries.at(-1)?.seq ?? 0) + 1;
  entries.push({ seq, deliveries });
  eventBus.notifyFeed();
  return seq;
}
const sayToAll = (text: string) => say({ topic: 'group', data: { text } });

async function open(query = '', headers: Record<string, string> = {}) {
  const stream = await hear(address, query, headers);
  await expect.poll(stream.types).toEqual(expect.arrayContaining([expect.stringMatching(/^(hello|resumed|reset)$/)]));
  return stream;
}
const openBy = (token: string, lastId?: string | number) =>
  open('?topic=group&topic=presence', { token, ...(lastId !== undefined && { 'last-event-id': String(lastId) }) });

test('a visitor receives changes only of the article they look at', async () => {
  const stream = await open('?topic=article:12');
  await eventBus.publish([
    { topic: 'article:13', type: 'comment', id: 1 },
    { topic: 'user:2', type: 'notice', id: 2 },
    { topic: 'article:12', type: 'comment', id: 3 },
  ]);
  await expect.poll(stream.said).toContain('event: comment\ndata: {"topic":"article:12","id":3}\n\n');
  expect(stream.said()).not.toMatch(/article:13|user:2/);
});

test('members also receive their own topics, the staff the staff’s', async () => {
  const [lin, hua] = [await open('', { token: 'lin' }), await open('', { token: 'hua' })];
  await eventBus.publish([{ topic: 'user:2', type: 'notice', id: 7 }]);
  say({ topic: 'user:3', data: 'held' }, { topic: 'staff', data: 'to judge' });
  await expect.poll(lin.types).toContain('notice');
  await expect.poll(() => hua.data('chat')).toEqual(['to judge']);
  expect(lin.data('chat')).toEqual([]);
});

const tooMany = Array.from({ length: 61 }, (_, n) => `topic=say:${n + 1}`).join('&');
test.each(['?topic=user:2', '?topic=staff', '?topic=sessions', '?topic=article:x', `?${tooMany}`])(
  '%s is refused',
  async (query) => {
    const { answer } = await hear(address, query, { token: 'lin' });
    expect(answer.status).toBe(400);
  },
);

test('an invalid token is refused instead of treated as a visitor’s', async () => {
  expect((await hear(address, '', { token: 'nobody' })).answer.status).toBe(401);
});

test('events arrive in order with their number, once, by the first matching topic', async () => {
  const [lin, ming, visitor] = [await openBy('lin'), await openBy('ming'), await open('?topic=group')];
  for (let n = 1; n <= 450; n++) say({ topic: 'user:2', data: { own: n } }, { topic: 'group', data: { n } });
  for (const stream of [lin, ming, visitor]) {
    await expect.poll(() => stream.ids('chat')).toHaveLength(450);
    expect(stream.ids('chat')).toEqual(Array.from({ length: 450 }, (_, n) => n + 1));
  }
  expect(lin.data('chat')[449]).toEqual({ own: 450 });
  expect(ming.data('chat')[449]).toEqual({ n: 450 });
});

test('a topic the viewer may not read is left out, and the others are delivered', async () => {
  isOpen = false;
  const stream = await openBy('lin');
  expect(stream.data('hello')).toEqual([{ refused: ['group'] }]);
  sayToAll('秘密');
  say({ topic: 'user:2', data: '悄悄话' });
  await expect.poll(() => stream.data('chat')).toEqual(['悄悄话']);
  expect(stream.said()).not.toContain('秘密');
});

test('a new stream gets its starting sequence number', async () => {
  sayToAll('早上');
  const stream = await openBy('lin');
  expect(stream.ids('hello')).toEqual([1]);
  sayToAll('中午');
  await expect.poll(() => stream.ids('chat')).toEqual([2]);
});

test('a reconnecting stream gets missed events, then new ones, without gaps or duplicates', async () => {
  await openBy('ming');
  for (let n = 1; n <= 400; n++) sayToAll(`第 ${n} 句`);
  let isTalking = true;
  const talking = (async () => {
    for (let n = 0; isTalking && n < 2000; n++) {
      sayToAll('还在说');
      await new Promise(setImmediate);
    }
  })();
  const streams = await Promise.all([100, 200, 390].map((lastId) => openBy('lin', lastId)));
  isTalking = false;
  await talking;
  const last = entries.at(-1)?.seq ?? 0;
  for (const [index, since] of [100, 200, 390].entries()) {
    const stream = streams[index];
    await expect.poll(() => stream?.ids('chat').at(-1)).toBe(last);
    expect(stream?.ids('chat')).toEqual(Array.from({ length: last - since }, (_, n) => since + n + 1));
  }
});

test('500 missed events are replayed, more cause a reset', async () => {
  for (let n = 1; n <= 501; n++) sayToAll('说个不停');
  const [reported, reset] = [await openBy('lin', 1), await openBy('lin', 0)];
  expect([reported.ids('chat').length, reported.types().at(-1), reported.ids('resumed')]).toEqual([
    500,
    'resumed',
    [501],
  ]);
  expect([reset.types(), reset.ids('reset')]).toEqual([['reset'], [501]]);
  sayToAll('再一句');
  for (const stream of [reported, reset]) await expect.poll(() => stream.ids('chat').at(-1)).toBe(502);
});

test.each(['-1', '2', '1.5', 'x', '', '99999999999999999999', '1; drop'])(
  'a last id of “%s”, which was never given, begins anew',
  async (lastId) => {
    sayToAll('只有一句');
    const stream = await openBy('lin', lastId);
    expect([stream.types(), stream.ids('reset')]).toEqual([['reset'], [1]]);
  },
);

test('a last id from before a restore begins anew, however much was said since', async () => {
  sayToAll('备份里的');
  entries.push({ seq: generationSize + 1, deliveries: [{ topic: 'group', data: '恢复之后' }] });
  const [before, after] = [await openBy('lin', 1), await openBy('lin', generationSize)];
  expect([before.types(), before.ids('reset')]).toEqual([['reset'], [generationSize + 1]]);
  expect(after.types()).toEqual(['chat', 'resumed']);
});

test('the next notification makes up for a lost one, and the feed is not read without listeners', async () => {
  const stream = await openBy('lin');
  entries.push({ seq: 1, deliveries: [{ topic: 'group', data: 1 }] });
  sayToAll('二');
  await expect.poll(() => stream.ids('chat')).toEqual([1, 2]);
  await stream.leave();
  await expect
    .poll(async () => {
      const before = reads;
      eventBus.notifyFeed();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return reads - before;
    })
    .toBe(0);
  sayToAll('没人听');
  const next = await openBy('lin');
  expect(next.ids('hello')).toEqual([3]);
  expect(next.ids('chat')).toEqual([]);
});

test('a reader who leaves while being looked up is neither counted nor present', async () => {
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  lookUp = () => {
    begun.resolve();
    return mayEnd.promise;
  };
  const gone = new Promise((resolve) =>
    app.server.once('connection', (socket: Socket) => socket.once('close', resolve)),
  );
  const { port, hostname } = new URL(address);
  const reader = connect(Number(port), hostname);
  reader.write(
    'GET /v1/stream?topic=group HTTP/1.1\r\nhost: mojian\r\nauthorization: lin\r\nx-forwarded-for: 203.0.113.7\r\n\r\n',
  );
  await begun.promise;
  reader.destroy();
  await gone;
  mayEnd.resolve();
  lookUp = async () => {};
  await openBy('ming');
  expect(streams.count()).toBe(1);
});

test('a thirteenth stream of one member ends the first for good, and nobody else’s', async () => {
  const other = await openBy('ming');
  const own: Awaited<ReturnType<typeof openBy>>[] = [];
  for (let n = 0; n < 13; n++) own.push(await openBy('lin'));
  await own[0]?.ended;
  expect(own[0]?.types().at(-1)).toBe('full');
  sayToAll('还在吗');
  for (const stream of [other, ...own.slice(1)]) await expect.poll(() => stream.ids('chat')).toEqual([1]);
});

test('an ended session receives nothing more, other sessions do', async () => {
  const [lin, ming] = [await openBy('lin'), await openBy('ming')];
  await eventBus.publish([{ topic: 'sessions', type: 'ended', id: 20 }]);
  await lin.ended;
  sayToAll('还在吗');
  await expect.poll(() => ming.ids('chat')).toEqual([1]);
  expect(lin.said()).not.toMatch(/sessions|还在吗/);
});

test('stopping the server ends streams with spread retry delays', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => openBy('lin')));
  await app.close();
  for (const { ended } of all) await ended;
  const pauses = all.map((stream) => Number(/retry: (\d+)\n\n$/.exec(stream.said())?.[1]));
  expect(Math.max(...pauses)).toBeLessThan(2100);
  expect(new Set(pauses).size).toBeGreaterThan(5);
});
