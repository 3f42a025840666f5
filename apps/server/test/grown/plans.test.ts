import { api } from '@mojian/contract/all';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseRelated } from '../../src/content/articles/related.ts';
import { feedRoutes } from '../../src/pages/feeds/feeds.routes.ts';
import { type Dialect, isShared } from '../../src/platform/db/dialect.ts';
import { secretHash } from '../../src/platform/tickets/tickets.ts';
import { testSite } from '../site.ts';
import { fillGrown, sizeOf } from './fill.ts';
import { findUnbounded, pretendGrown, type Run, recordStatements } from './plans.ts';
import { callsOf, documentsOf, pathOf } from './reads.ts';

/** `npm run test:long`: SQLite's plans at full size, of which PostgreSQL is only told. */
const isFull = process.env.TEST_LONG === '1' && process.env.TEST_DATABASE === undefined;
const size = sizeOf(isFull ? 100_000 : 2000);
/** Rows of an answer that is as long as the site has tags or days, but not articles. */
const mostRows = 1200;

type Exception = { part: string; reason: string; on?: Dialect };

/** Statements that may read all of what grows, by a part of their text, with the reason. */
const allowed: Exception[] = [
  { part: 'words @@ ', reason: 'search: hits come out of the GIN index, whole and unsorted', on: 'postgres' },
  { part: 'limit 4000) as found', reason: 'search: counted in an index, up to that', on: 'postgres' },
  { part: 'from "users" where "isGuest" = ', reason: 'members are counted in an index', on: 'postgres' },
  { part: 'as "hour", count(*)', reason: 'a member’s year: their newest 3,000 of each kind', on: 'postgres' },
  {
    part: 'as "recent" inner join "articleTags"',
    reason: 'the tags of a member’s newest 300 articles',
    on: 'postgres',
  },
  { part: 'from "visitDays"', reason: 'a row a day: 3,650 in ten years' },
  {
    part: 'articles.id >= 0 * 5000',
    reason: 'one part of the sitemap, at most 5,000 articles, when one of them changed',
  },
];

let site: Awaited<ReturnType<typeof testSite>>;
let runs: Map<string, Run>;

beforeAll(async () => {
  site = await testSite();
  await site.db.deleteFrom('sessions').execute();
  await site.db.deleteFrom('users').execute();
  await fillGrown(site.db, size);
  if (isShared(site.db)) await pretendGrown(site.db, 100_000 / size.articles);
  else await analyseAsUpgraded();
  runs = await readEverything();
}, 600_000);
afterAll(() => site.close());

/** Leaves SQLite without statistics of indexes that an upgrade has just added, as it is until the program ends. */
async function analyseAsUpgraded() {
  await sql`analyze`.execute(site.db);
  const added = sql`'articlesByMoment', 'chatMessagesByTime', 'articlesHidingComments'`;
  await sql`delete from sqlite_stat1 where idx in (${added})`.execute(site.db);
  await sql`analyze sqlite_schema`.execute(site.db);
}

async function readEverything() {
  const app = Fastify();
  feedRoutes(app, { db: site.db, siteUrl: 'https://mojian.example' });
  const recorder = recordStatements();
  try {
    for (const read of callsOf(size)) {
      const { statusCode, body } = await site.app.inject({ url: pathOf(read, 1), remoteAddress: '10.0.0.1' });
      expect([read.name, statusCode, body.slice(0, 11)]).toEqual([read.name, 200, '{"code":200']);
    }
    await readAsNewcomer();
    for (const read of documentsOf(size)) expect((await app.inject({ url: pathOf(read, 1) })).statusCode).toBe(200);
    await site.db
      .insertInto('relatedDue')
      .values({ articleId: 11 })
      .onConflict((known) => known.doNothing())
      .execute();
    await chooseRelated(site, [11]);
  } finally {
    recorder.stop();
    await app.close();
  }
  return recorder.runs;
}

/** Logs a member in with this token. */
async function logIn(userId: number, token: string) {
  const now = Date.now();
  const times = { createdAt: now, usedAt: now, expiresAt: now + 3_600_000 };
  await site.db
    .insertInto('sessions')
    .values({ userId, tokenHash: secretHash(token), way: 'password', device: '', place: '', ...times })
    .execute();
}

/** A member who never opened the group: how far they have read depends on when they registered. */
async function readAsNewcomer() {
  await logIn(Math.ceil(size.members / 2), 'newcomer');
  const newcomer = site.withToken('newcomer');
  await newcomer.notices.counters();
  const { data } = await newcomer.chat.rooms();
  expect(data[0]).toMatchObject({ unread: 100, readId: Math.ceil(size.articles / 2) - 1 });
}

const here = () => allowed.filter(({ on }) => on === undefined || on === site.dialect);
const isAllowed = ({ text }: Run) => here().some(({ part }) => text.includes(part));

test('no public call reads or sorts all of what grows', async () => {
  const reads = [...runs.values()].filter(({ text }) => /^\s*(select|with)\b/i.test(text) && !/set_config/.test(text));
  expect(reads.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const run of reads.filter((one) => !isAllowed(one)))
    for (const step of await findUnbounded(site.db, run)) found.push(`${step}  <-  ${run.text}`);
  expect(found).toEqual([]);
});

test('a statement that reads all members is found', async () => {
  const text = `select id from users where nickname like '%没有%'`;
  expect(await findUnbounded(site.db, { text, values: [], rows: 0 })).toHaveLength(1);
});

test('the back office reads all members or chat messages neither for its overview nor for those that wait', async () => {
  await logIn(1, 'owner');
  const recorder = recordStatements();
  try {
    const headers = { authorization: 'owner' };
    const urls = ['overview', ...['all', 'held', 'reported'].map((state) => `chat/?state=${state}`)];
    for (const url of urls)
      expect((await site.app.inject({ url: `/v1/admin/${url}`, headers })).json()).toMatchObject({ code: 200 });
  } finally {
    recorder.stop();
  }
  const found: string[] = [];
  for (const run of recorder.runs.values())
    if (/ from "(users|chatMessages)"/.test(run.text) && !isAllowed(run))
      found.push(...(await findUnbounded(site.db, run)));
  expect(found).toEqual([]);
});

test('lists find out whose comments are hidden from an index, without reading the articles', async () => {
  const requests = [...runs.keys()].filter((text) => text.includes(`commenting = 'hidden'`));
  expect(requests.length).toBeGreaterThan(1);
  if (isShared(site.db)) return; // reads no long text of a row unless it is selected
  for (const text of requests) {
    const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(site.db);
    const steps = rows.map(({ detail }) => detail).join();
    expect(steps).toMatch(/COVERING INDEX articlesHidingComments/);
  }
});

test('no public call takes more rows out of the database than a page shows', () => {
  const long = [...runs.values()].filter((run) => run.rows > mostRows && !isAllowed(run));
  expect(long.map(({ rows, text }) => `${rows}  <-  ${text}`)).toEqual([]);
});

test('each exception is still needed', () => {
  for (const { part } of here())
    expect(
      [...runs.keys()].some((text) => text.includes(part)),
      part,
    ).toBe(true);
});

/** Public calls that read nothing that grows, or do something. */
const others = [
  '/logout',
  '/oauth/captcha',
  '/oauth/passkey',
  '/oauth/render/:type',
  '/oauth/sendEmailCode',
  '/oauth/wechat/is_login',
  '/oauth/wechatLoginCode',
  '/v1/article/bySlug',
  '/v1/article/checkCode',
  '/v1/article/shared',
  '/v1/comment/guest',
  '/v1/home/preview',
  '/v1/hot',
  '/v1/hot/overview',
  '/v1/im/',
  '/v1/neighbours/',
  '/v1/report',
  '/v1/site/visitNavigation',
  '/v1/sticker/',
  '/v1/user/selectUserInfoByToken',
];

test('every public call is read, or named as one that reads nothing that grows', () => {
  const calls = Object.values(api).flatMap((noun) => Object.values(noun) as Endpoint[]);
  const paths = calls.filter(({ method, access }) => method === 'GET' && access === 'anyone').map(({ path }) => path);
  const read = new Set(callsOf(size).map((one) => pathOf(one, 1).split('?')[0]));
  expect(paths.filter((path) => !read.has(path)).sort()).toEqual(others);
});
