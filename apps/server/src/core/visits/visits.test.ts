import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { createVisits, type Visit, type Visits } from './visits.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const noonInChina = Date.parse('2026-11-21T12:00:00+08:00');
const minute = 60_000;

const site = freshSite();
let now: number;
let visits: Visits;

beforeEach(async () => {
  now = noonInChina;
  visits = counter();
});

const counter = () => createVisits({ db: site.db, now: () => now });
const visit = (change: Partial<Visit> = {}): Visit => ({ address: '203.0.113.7', agent: chrome, path: '/', ...change });
const days = () => site.db.selectFrom('visitDays').selectAll().orderBy('day').execute();

async function totalsAfter(...recorded: Visit[]) {
  for (const one of recorded) visits.record(one);
  await visits.flush();
  return visits.totals();
}

/** An article of 小林's, and a way to ask how often it was read. */
async function article(state: 'published' | 'draft' = 'published') {
  const id = await site.writes({ state });
  const reads = async () => {
    await visits.flush();
    const row = await site.db.selectFrom('articles').select('views').where('id', '=', id).executeTakeFirstOrThrow();
    return row.views;
  };
  return { path: `/article/${id}`, reads };
}

test('a visitor counts once a day, each page they open is a view', async () => {
  expect(await totalsAfter(visit(), visit({ path: '/archive' }))).toEqual({ siteAccess: 2, visitorAccess: 1 });
  expect(await totalsAfter(visit({ address: '203.0.113.8' }))).toEqual({ siteAccess: 3, visitorAccess: 2 });
});

test('a page request and the report of its own start are one view, a return later is another', async () => {
  expect(await totalsAfter(visit({ path: '/say?x=1' }), visit({ path: '/say' }))).toMatchObject({ siteAccess: 1 });
  now += 9999;
  expect(await totalsAfter(visit({ path: '/say' }))).toMatchObject({ siteAccess: 1 });
  now += 1;
  expect(await totalsAfter(visit({ path: '/say' }))).toMatchObject({ siteAccess: 2 });
});

test('bots, nameless programs and prefetched pages are not counted', async () => {
  const none = [visit({ agent: googlebot }), visit({ agent: '' }), visit({ prefetch: true })];
  expect(await totalsAfter(...none)).toEqual({ siteAccess: 0, visitorAccess: 0 });
  expect(await site.db.selectFrom('visitMarks').selectAll().execute()).toEqual([]);
});

test('an article is read once per visitor in half an hour', async () => {
  const { path, reads } = await article();
  visits.record(visit({ path }));
  expect(await reads()).toBe(1);
  now += 29 * minute;
  visits.record(visit({ path }));
  expect(await reads()).toBe(1);
  now += minute;
  visits.record(visit({ path }));
  visits.record(visit({ path, address: '203.0.113.8' }));
  expect(await reads()).toBe(3);
});

test('neither a restart nor a second process counts a visitor or a read again, nor a second process the view', async () => {
  const { path, reads } = await article();
  visits.record(visit({ path }));
  const other = counter();
  other.record(visit({ path }));
  await Promise.all([visits.flush(), other.flush()]);

  expect(await reads()).toBe(1);
  // on SQLite a second process is a restart: it cannot know what was just seen
  expect(await visits.totals()).toEqual({ siteAccess: site.dialect === 'postgres' ? 1 : 2, visitorAccess: 1 });
});

test('a draft and an article that is not there have no reads', async () => {
  const draft = await article('draft');
  visits.record(visit({ path: draft.path }));
  visits.record(visit({ path: '/article/2147483647' }));
  expect(await draft.reads()).toBe(0);
  expect(await site.db.selectFrom('readMarks').selectAll().execute()).toEqual([]);
});

test('malformed paths count as views of no page and never throw', async () => {
  const paths = [
    '',
    '/article/',
    '/article/0',
    '/article/-1',
    '/article/99999999999',
    '/article/%E0%A4%A',
    '/\u0000',
    '/\ud800',
  ];
  const { siteAccess } = await totalsAfter(...paths.map((path) => visit({ path })));
  expect(siteAccess).toBe(paths.length);
});

test('the day changes at midnight in China, and a visitor around midnight counts for both days', async () => {
  now = Date.parse('2026-11-21T23:59:59+08:00');
  visits.record(visit());
  now = Date.parse('2026-11-22T00:00:10+08:00');
  visits.record(visit());
  await visits.flush();
  expect(await days()).toEqual([
    { day: '2026-11-21', views: 1, visitors: 1, reads: 0 },
    { day: '2026-11-22', views: 1, visitors: 1, reads: 0 },
  ]);
});

test('visitor identifiers are salted hashes, deleted with the day', async () => {
  const { path } = await article();
  await totalsAfter(visit({ path }));
  const stored = async () => [
    ...(await site.db.selectFrom('visitMarks').selectAll().execute()),
    ...(await site.db.selectFrom('readMarks').selectAll().execute()),
    ...(await site.db.selectFrom('visitSalts').selectAll().execute()),
  ];
  expect(await stored()).toHaveLength(3);
  expect(JSON.stringify(await stored())).not.toMatch(/203\.0\.113|Chrome/);

  now += 24 * 60 * minute;
  await visits.flush();
  expect(await stored()).toEqual([]);
  expect(await days()).toEqual([{ day: '2026-11-21', views: 1, visitors: 1, reads: 1 }]);
});

test('failed writes are buffered and retried', async () => {
  const { path, reads } = await article();
  await site.db.schema.alterTable('visitDays').renameTo('away').execute();
  visits.record(visit({ path }));
  await expect(visits.flush()).rejects.toThrow();
  visits.record(visit({ path: '/archive' }));
  await site.db.schema.alterTable('away').renameTo('visitDays').execute();

  expect(await reads()).toBe(1);
  expect(await visits.totals()).toEqual({ siteAccess: 2, visitorAccess: 1 });
});

test('a crowd is written in several transactions, and what one of them fails to write is retried', async () => {
  const { path, reads } = await article();
  const other = await article();
  let transactions = 0;
  const transaction = () => {
    transactions += 1;
    if (transactions === 2) throw new Error('the disk is full');
    return site.db.transaction();
  };
  visits = createVisits({ db: Object.create(site.db, { transaction: { value: transaction } }), now: () => now });
  const crowd = Array.from({ length: 500 }, (_, n) => `10.0.${n >> 8}.${n & 255}`);
  for (const [n, address] of crowd.entries()) {
    visits.record(visit({ address, path }));
    if (n % 2) visits.record(visit({ address, path: other.path }));
  }

  await expect(visits.flush()).rejects.toThrow('full');
  expect(await days()).toMatchObject([
    { views: 750, visitors: expect.toSatisfy((count) => count > 50 && count < 200) },
  ]);
  visits.record(visit({ address: '10.1.0.0', path }));

  expect(await reads()).toBe(501);
  expect(await other.reads()).toBe(250);
  expect(transactions).toBeGreaterThan(5);
  expect(await days()).toEqual([{ day: '2026-11-21', views: 751, visitors: 501, reads: 751 }]);
});
