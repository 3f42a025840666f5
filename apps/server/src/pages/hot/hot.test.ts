import { type HotList, type HotType, hotTypes } from '@mojian/contract/pages/hot';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { Calls } from '../../platform/http/calls.ts';
import { handleErrors } from '../../platform/http/errors.ts';
import { mountCalls } from '../../platform/http/mount.ts';
import { routes } from './hot.routes.ts';
import { openStandIn, recorded } from './stand-in.ts';

const minute = 60_000;
const noon = Date.parse('2026-11-21T04:00:00Z');

let store: Awaited<ReturnType<typeof testDatabase>>;
let standIn: Awaited<ReturnType<typeof openStandIn>>;
let now: number;
let app: ReturnType<typeof openApp>;

beforeEach(async () => {
  now = noon;
  store = await testDatabase();
  standIn = await openStandIn();
  app = openApp();
});
afterEach(async () => {
  await app.close();
  await standIn.close();
  await store.close();
});

/** A process of the site: another one on the same database knows what the first one kept. */
function openApp() {
  const calls = new Calls();
  routes(calls.serve, {
    db: store.db,
    hosts: standIn.hosts,
    now: () => now,
    limits: { time: 20_000, bytes: 100_000 },
  });
  const app = Fastify();
  handleErrors(app);
  mountCalls(app, calls, async () => null);
  return app;
}

const list = async (type: HotType): Promise<HotList> => (await app.inject(`/v1/hot?type=${type}`)).json().data;
const overview = async (): Promise<HotList[]> => (await app.inject('/v1/hot/overview')).json().data;
const topics = (...words: string[]) => ({ data: { realtime: words.map((word, place) => ({ word, num: 9 - place })) } });
const fails = () => standIn.answers((response) => response.writeHead(403).end());

async function setBase(base: string) {
  await store.db.transaction().execute((trx) => saveSettings(trx, 'hot', { base }));
  forgetSettings(store.db);
}

test('a source’s list is shown as returned', async () => {
  standIn.answers(recorded('weibo'));
  expect(await list('weibo')).toEqual({
    type: 'weibo',
    name: '微博',
    updatedAt: '2026-11-21T04:00:00.000Z',
    stale: false,
    age: 0,
    failure: null,
    items: [
      expect.objectContaining({ rank: 1, title: '一位快递员写了十年诗', heat: 5150234, change: null }),
      expect.objectContaining({ rank: 2, title: '今天小雪，你那里下雪了吗', change: null }),
      expect.objectContaining({ rank: 3, title: '晚稻开镰', heat: 1050000, change: null }),
    ],
  });
});

test('an unknown and a missing source are refused', async () => {
  for (const query of ['?type=tieba', '?type=', '', '?type=weibo&type=baidu', '?type=constructor']) {
    const answer = await app.inject(`/v1/hot${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ data: null, extra: { failure: 'invalid-input', field: 'type' } });
  }
  expect(standIn.asked).toEqual([]);
});

test('an answer is kept for ten minutes, also for another process', async () => {
  standIn.answers(topics('雨'));
  await list('weibo');
  now += 10 * minute - 1;
  expect(await list('weibo')).toMatchObject({ stale: false, age: 599 });
  await app.close();
  app = openApp();
  expect(await list('weibo')).toMatchObject({ updatedAt: '2026-11-21T04:00:00.000Z', items: [{ title: '雨' }] });
  expect(standIn.asked).toHaveLength(1);

  now += 1;
  standIn.answers(topics('雪'));
  expect(await list('weibo')).toMatchObject({ age: 0, items: [{ title: '雪' }] });
  expect(standIn.asked).toHaveLength(2);
});

test('a copy dated in the future is not fresh', async () => {
  standIn.answers(topics('雨'));
  await list('weibo');
  now -= 365 * 24 * 60 * minute;
  standIn.answers(topics('雪'));
  expect(await list('weibo')).toMatchObject({ age: 0, items: [{ title: '雪' }] });
});

test('movement is computed against the previous copy', async () => {
  standIn.answers(topics('雨', '雪', '风', '云'));
  expect((await list('weibo')).items.map(({ change }) => change)).toEqual([null, null, null, null]);
  now += 10 * minute;
  standIn.answers(topics('风', '雨', '雷', '云'));
  expect((await list('weibo')).items.map(({ title, change }) => [title, change])).toEqual([
    ['风', 2],
    ['雨', -1],
    ['雷', 'new'],
    ['云', 0],
  ]);
});

test('concurrent requests share one fetch', async () => {
  standIn.answers((response) => setTimeout(() => response.end(JSON.stringify(topics('雨'))), 50));
  const lists = await Promise.all([list('weibo'), list('weibo'), overview(), list('weibo')]);
  expect(lists.filter((one) => !Array.isArray(one)).map((one) => (one as HotList).items[0]?.title)).toEqual([
    '雨',
    '雨',
    '雨',
  ]);
  expect(standIn.asked.filter(({ path }) => path.startsWith('/ajax/'))).toHaveLength(1);
});

test('a source that fails is shown from its last copy, with its age and the reason', async () => {
  standIn.answers(topics('雨'));
  await list('weibo');
  now += 3 * 60 * minute;
  fails();
  expect(await list('weibo')).toMatchObject({
    stale: true,
    age: 10_800,
    updatedAt: '2026-11-21T04:00:00.000Z',
    failure: '对方拒绝了请求',
    items: [{ title: '雨' }],
  });
  standIn.answers('<html>验证码</html>');
  expect(await list('weibo')).toMatchObject({ failure: '对方的响应无法识别', items: [{ title: '雨' }] });
  standIn.answers(topics('雪'));
  expect(await list('weibo')).toMatchObject({ stale: false, failure: null, items: [{ title: '雪', change: 'new' }] });
});

test('a past failure is not reported again', async () => {
  fails();
  await list('weibo');
  standIn.answers(topics('雨'));
  await list('weibo');
  now += 11 * minute;
  standIn.answers(() => {});
  expect((await overview())[0]).toMatchObject({ stale: true, failure: null });
});

test('a copy fetched by another process outweighs a local failure', async () => {
  fails();
  await list('weibo');
  standIn.answers(topics('雨'));
  const other = openApp();
  await other.inject('/v1/hot?type=weibo');
  await other.close();
  expect(await list('weibo')).toMatchObject({ failure: null, stale: false, items: [{ title: '雨' }] });
  expect(standIn.asked).toHaveLength(2);
});

test('a source that never answered has an empty list', async () => {
  fails();
  const nothing = { updatedAt: null, age: null, stale: false, items: [] };
  expect(await list('zhihu')).toMatchObject({ ...nothing, failure: '对方拒绝了请求' });
  expect(await store.db.selectFrom('hotCopies').selectAll().execute()).toEqual([]);
  expect(await store.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});

test('after three failures a source is skipped for a minute, doubling each time', async () => {
  fails();
  for (let i = 0; i < 6; i++) expect((await list('weibo')).failure).toBe('对方拒绝了请求');
  expect(standIn.asked).toHaveLength(3);

  let requested = 3;
  for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
    now += minutes * minute - 1;
    await list('weibo');
    expect(standIn.asked).toHaveLength(requested);
    now += 1;
    await list('weibo');
    expect(standIn.asked).toHaveLength(++requested);
  }
  await list('baidu');
  expect(standIn.asked).toHaveLength(requested + 1);

  now += 30 * minute;
  standIn.answers(topics('雨'));
  expect(await list('weibo')).toMatchObject({ failure: null, items: [{ title: '雨' }] });
  now += 10 * minute;
  fails();
  for (let i = 0; i < 4; i++) await list('weibo');
  expect(standIn.asked).toHaveLength(requested + 5); // a success, then three failures to open the breaker again
});

test('the overview lists every source in order without waiting, and refreshes in the background', async () => {
  let answer = () => {};
  const requested = new Promise<void>((resolve) => {
    standIn.answersByPath((path) => (response) => {
      if (!path.startsWith('/ajax/')) return void response.writeHead(403).end();
      answer = () => response.end(JSON.stringify(topics(...'春夏秋冬风花雪月山水云雨')));
      resolve();
    });
  });
  const first = await overview();
  expect(first.map(({ type }) => type)).toEqual(hotTypes);
  expect(first.every(({ items, updatedAt }) => items.length === 0 && updatedAt === null)).toBe(true);

  await requested;
  answer();
  await expect.poll(async () => (await overview())[0]?.items.length).toBe(10);
  expect((await list('weibo')).items).toHaveLength(12);
  expect(standIn.asked.filter(({ path }) => path.startsWith('/ajax/'))).toHaveLength(1);
  await expect.poll(async () => (await overview())[8]?.failure).toBe('对方拒绝了请求');
});

test('a new copy drops the pages that show it', async () => {
  standIn.answers(topics('雨'));
  await list('weibo');
  const effects = await store.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  expect(effects).toEqual([{ kind: 'drop-pages', payload: '{"tags":["hot"]}' }]);
});

test('a DailyHotApi service is asked instead of the sources, once its address is set', async () => {
  fails();
  for (let i = 0; i < 4; i++) await list('weibo');
  expect(standIn.asked).toHaveLength(3);

  await setBase(`${standIn.url}/dailyhot/`);
  standIn.answers(recorded('dailyhot-weibo'));
  expect(await list('weibo')).toMatchObject({
    failure: null,
    items: [{ title: '一位快递员写了十年诗', heat: 5150234 }, { title: '晚稻开镰' }],
  });
  expect(standIn.asked.at(-1)?.path).toBe('/dailyhot/weibo');
  await expect(setBase('file:///etc/passwd')).rejects.toThrow();
  await expect(setBase('dailyhot')).rejects.toThrow();
});

test('a lost database is reported, also during a background fetch', async () => {
  let answer = () => {};
  const requested = new Promise<void>((resolve) => {
    standIn.answersByPath((path) => (response) => {
      if (!path.startsWith('/ajax/')) return;
      answer = () => response.end(JSON.stringify(topics('雨')));
      resolve();
    });
  });
  await overview();
  await requested;
  await store.db.destroy();
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50)); // a rejection nobody hears would end the process here
  expect((await app.inject('/v1/hot?type=weibo')).statusCode).toBe(503);
  expect((await app.inject('/v1/hot/overview')).statusCode).toBe(503);
});
