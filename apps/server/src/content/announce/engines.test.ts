import { readTypes } from '@mojian/contract/platform/rules';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { openEngines } from '../../../test/stand-ins/engines.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { indexNowKeyRoute } from './announce.routes.ts';
import { announce, announceEffects, unannounce } from './announce.ts';

const key = 'key-of-mojian-1234';
const token = 'Tok3nOfBaidu';
const site = freshSite();
let engines: Awaited<ReturnType<typeof openEngines>>;
let warned: string[];
let now: number;

beforeEach(async () => {
  engines = await openEngines({ siteUrl: site.siteUrl, key, token });
  warned = [];
  now = Date.now() + 60_000;
});
afterEach(async () => {
  await engines.close();
});

const sets = (writing: { indexNowKey?: string; baiduToken?: string; slugs?: boolean }) =>
  site.db.transaction().execute((trx) => saveSettings(trx, 'writing', { slugs: false, ...writing }));
const says = (say: typeof announce, id: number) => site.db.transaction().execute((trx) => say(trx, { id }));
const stored = () =>
  site.db.selectFrom('outbox').select(['kind', 'attempts', 'failure']).where('kind', 'like', 'tell-%').execute();
const urlOf = (id: number) => `${site.siteUrl}/article/${id}`;

/** Everything that is due by now, with the engines in their stand-ins. */
function run() {
  const hosts = { indexNow: engines.url, baidu: engines.url };
  const deps = { db: site.db, siteUrl: site.siteUrl, warn: (line: string) => warned.push(line), hosts, time: 2000 };
  const effects = { ...announceEffects(deps), live: async () => {}, 'drop-pages': async () => {} };
  return new Outbox({ db: site.db, effects, now: () => now }).run();
}

/** An article as it is when it appears for the first time: what was brought in from elsewhere counts as known. */
async function writes(draft: Parameters<typeof site.writes>[0] = {}) {
  const id = await site.writes(draft);
  await site.db.updateTable('articles').set({ announcedAt: null }).where('id', '=', id).execute();
  return id;
}

test('without keys nothing is announced or queued', async () => {
  await says(announce, await writes());
  await run();
  expect(engines.asked).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('articles published at about the same time go to each engine in one request', async () => {
  await sets({ indexNowKey: key, baiduToken: token });
  const ids = [await writes({ title: '一' }), await writes({ title: '二' }), await writes({ title: '三' })];
  for (const id of ids) await says(announce, id);
  await run();
  const urls = ids.map(urlOf);
  expect(engines.asked.toSorted((a, b) => a.engine.localeCompare(b.engine))).toEqual([
    { engine: 'baidu', urls },
    { engine: 'indexNow', urls },
  ]);
  expect(await stored()).toEqual([]);
  expect(warned).toEqual([]);
});

test('IndexNow is told of changes and removals once each; Baidu of new articles that still exist', async () => {
  await sets({ indexNowKey: key, baiduToken: token });
  const id = await writes();
  await says(announce, id);
  await run();
  engines.asked.length = 0;
  await says(announce, id);
  await says(announce, id);
  await run();
  expect(engines.asked).toEqual([{ engine: 'indexNow', urls: [urlOf(id)] }]);

  const brief = await writes({ title: '匆匆' });
  await says(announce, brief);
  await site.writes({ id: brief, title: '匆匆', state: 'withdrawn' });
  await site.db.transaction().execute((trx) => unannounce(trx, { id: brief, slug: null }));
  engines.asked.length = 0;
  now += 60_000;
  await run();
  expect(engines.asked).toEqual([{ engine: 'indexNow', urls: [urlOf(brief)] }]);
});

test('IndexNow is told of a withdrawn, removed or hidden article by the address it had', async () => {
  await sets({ indexNowKey: key, slugs: true });
  forgetSettings(site.db);
  const { drafts } = site.as(site.owner);
  const publish = async (slug: string) => {
    const content = { title: '春天', markdown: '雨水。', slug };
    const made = await drafts.create({ body: { key: `browser-${slug}`, content } });
    await drafts.submit({ body: { id: made.id, version: made.version } });
    return made.id;
  };
  const reported = async () => {
    engines.asked.length = 0;
    await run();
    return engines.asked.flatMap(({ urls }) => urls);
  };
  const [withdrawn, removed, hidden, numbered] = [
    await publish('spring-rain'),
    await publish('summer-rain'),
    await publish('autumn-rain'),
    await publish(''),
  ];
  const paths = ['spring-rain', 'summer-rain', 'autumn-rain', numbered].map(
    (name) => `${site.siteUrl}/article/${name}`,
  );
  expect(await reported()).toEqual(paths);

  await drafts.withdraw({ body: { id: withdrawn } });
  await drafts.remove({ query: { id: removed } });
  const { version, content } = await drafts.mine({ query: { id: hidden } });
  const unseen = { ...content, slug: 'a-secret', readType: readTypes.onlyAuthor };
  const saved = await drafts.save({ body: { id: hidden, version, content: unseen } });
  await drafts.submit({ body: { id: hidden, version: saved.version } });
  await drafts.withdraw({ body: { id: numbered } });
  expect(await reported()).toEqual(paths);
});

test('an unreachable engine is retried later, with the changes since', async () => {
  await sets({ indexNowKey: key });
  const first = await writes();
  await says(announce, first);
  for (const trouble of ['down', 'broken', 'limited', 'slow'] as const) {
    engines.trouble = trouble;
    await run();
    now += 3_600_000;
  }
  expect(await stored()).toMatchObject([{ kind: 'tell-index-now', attempts: 4 }]);
  engines.trouble = undefined;
  const second = await writes({ title: '夏天' });
  await says(announce, second);
  await run();
  expect(engines.asked).toEqual([{ engine: 'indexNow', urls: [urlOf(first), urlOf(second)] }]);
  expect(await stored()).toEqual([]);
});

test('a wrong key is logged without the key and not retried', async () => {
  await sets({ indexNowKey: 'another-key-5678', baiduToken: 'AnotherToken' });
  await says(announce, await writes());
  await run();
  expect(engines.asked).toEqual([]);
  expect(await stored()).toEqual([]);
  expect(warned.toSorted()).toEqual([
    'IndexNow 没有收下 1 个网址（403），不再重试：请查看设置里的密钥',
    '百度没有收下 1 个网址（401，token is not valid），不再重试：请查看设置里的令牌',
  ]);
});

test('the IndexNow key is served at its own address only', async () => {
  const app = Fastify();
  indexNowKeyRoute(app, site);
  const get = async (path: string) => (await app.inject(path)).statusCode;
  expect(await get(`/${key}.txt`)).toBe(404);
  await sets({ indexNowKey: key, baiduToken: token });
  forgetSettings(site.db);
  const { body, headers } = await app.inject(`/${key}.txt`);
  expect([body, headers['content-type']]).toEqual([key, 'text/plain; charset=utf-8']);
  for (const path of [`/${token}.txt`, '/key-of-mojian-123.txt', '/.txt', `/${key}`, `/${key}.txt.txt`])
    expect(await get(path), path).toBe(404);
  await app.close();
});
