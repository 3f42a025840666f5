import { chinaDay, chinaOffset, dayLength, dayNumber } from '@mojian/contract/platform/time';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { createVisits, type Visit } from '../../core/visits/visits.ts';
import type { LivePresence } from '../../platform/stream/presence.ts';
import { showOverview } from './overview.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const site = freshSite();

const overview = () => site.office(site.owner).overview.show();

/** Visits at one moment, counted and written. */
async function visited(visits: Partial<Visit>[], at = Date.now()) {
  const counter = createVisits({ db: site.db, now: () => at });
  const visit = { address: '203.0.113.7', agent: chrome, path: '/', host: 'mojian.example' };
  for (const one of visits) counter.record({ ...visit, ...one });
  await counter.flush();
}

test('a new site has a year of nothing, and nothing waits', async () => {
  const shown = await overview();
  expect(shown).toMatchObject({ today: chinaDay(Date.now()), waiting: [], sources: [], categories: [] });
  expect(shown.series.views).toEqual(Array(365).fill(0));
  expect(shown.series.members.at(-1)).toBe(3);
  expect(shown.totals).toEqual({ members: 3, articles: 0, pages: 0, online: 0 });
  expect(shown.countedSince).toBe('');
  const nothing = { views: 0, visitors: 0, reads: 0, comments: 0, members: 0 };
  expect(shown.spans).toEqual([7, 30, 365].map((days) => ({ days, now: { ...nothing, members: 3 }, before: nothing })));
});

test('views, visitors and reads are counted day by day', async () => {
  const path = `/article/${await site.writes()}`;
  await visited([{ path }, { path: '/say' }], Date.now() - dayLength);
  await visited([{ path }, { path, address: '203.0.113.8' }]);
  const { series } = await overview();
  expect(series.views.slice(-3)).toEqual([0, 2, 2]);
  expect(series.visitors.slice(-3)).toEqual([0, 1, 2]);
  expect(series.reads.slice(-3)).toEqual([0, 1, 2]);
  expect(series.articles.at(-1)).toBe(1);
});

/** The overview as it is at a moment. */
function overviewAt(now: number) {
  const presence = { count: () => 0 } as LivePresence;
  return showOverview({ db: site.db, presence }, site.owner, now);
}

test('a week, a month and a year are summed and compared with as many days before', async () => {
  const now = Date.parse('2026-03-05T12:00:00+08:00');
  const today = dayNumber(now);
  // a different number of views each day shows any wrong limit of a sum
  const days = Array.from({ length: 740 }, (_, ago) => ({
    day: chinaDay(now - ago * dayLength),
    views: 1000 - ago,
    visitors: 100,
    reads: ago === 0 ? 5 : 0,
  }));
  for (let from = 0; from < days.length; from += 100)
    await site.db
      .insertInto('visitDays')
      .values(days.slice(from, from + 100))
      .execute();
  const { spans, countedSince, series } = await overviewAt(now);
  const sumOf = (first: number, length: number) =>
    Array.from({ length }, (_, n) => 1000 - first - n).reduce((sum, views) => sum + views, 0);
  expect(spans.map(({ days, now, before }) => [days, now.views, before.views])).toEqual([
    [7, sumOf(0, 7), sumOf(7, 7)],
    [30, sumOf(0, 30), sumOf(30, 30)],
    [365, sumOf(0, 365), sumOf(365, 365)],
  ]);
  expect(spans[0]).toMatchObject({ now: { visitors: 700, reads: 5 }, before: { visitors: 700, reads: 0 } });
  expect(countedSince).toBe(chinaDay((today - 739) * dayLength));
  expect([series.views.length, series.views[0], series.views.at(-1)]).toEqual([365, 1000 - 364, 1000]);
});

test('members are all who may log in or come back, no guests and no closed accounts', async () => {
  const members = async () => (await overview()).totals.members;
  const change = (values: object) => site.db.updateTable('users').set(values).where('id', '=', site.ming.id).execute();
  expect(await members()).toBe(3);
  await change({ closesAt: Date.now() + 86_400_000 });
  expect(await members()).toBe(3);
  await change({ closesAt: 0 });
  expect(await members()).toBe(2);
  await change({ closesAt: null, isGuest: 1 });
  expect(await members()).toBe(2);
});

test('a day begins at midnight in China in every time zone of the server, for comments, members and views', async () => {
  const midnight = Date.parse('2026-03-01T00:00:00+08:00');
  const articleId = await site.writes({ publishedAt: midnight - 30 * dayLength });
  await site.db.updateTable('users').set({ createdAt: midnight }).where('id', '=', site.ming.id).execute();
  await site.db
    .updateTable('users')
    .set({ createdAt: midnight - 1 })
    .where('id', '=', site.lin.id)
    .execute();
  await site.db.updateTable('users').set({ createdAt: 1 }).where('id', '=', site.owner.id).execute();
  const comment = { articleId, sayId: null, parentId: null, replyToId: null, sendKey: null, authorId: site.ming.id };
  await site.db
    .insertInto('comments')
    .values([
      { ...comment, text: '零点前', createdAt: midnight - 1, removedAt: null },
      { ...comment, text: '零点', createdAt: midnight, removedAt: null },
      { ...comment, text: '零点过', createdAt: midnight + 1, removedAt: null },
      { ...comment, text: '删了', createdAt: midnight, removedAt: midnight },
    ])
    .execute();
  await visited([{ path: '/a' }], midnight - 1);
  await visited([{ path: '/b' }, { path: '/c' }], midnight);

  const first = await overviewAt(midnight);
  expect(first.today).toBe('2026-03-01');
  expect([first.series.comments, first.series.members, first.series.views].map((days) => days.slice(-2))).toEqual([
    [1, 2],
    [1, 1],
    [1, 2],
  ]);
  const last = await overviewAt(midnight + dayLength - 1);
  expect([last.today, last.series.comments.at(-1)]).toEqual(['2026-03-01', 2]);
  const before = await overviewAt(midnight - 1);
  expect([before.today, before.series.comments.at(-1)]).toEqual(['2026-02-28', 1]);
  expect((midnight + chinaOffset) % dayLength).toBe(0);
});

test('the week’s articles are listed by views, without withdrawn ones', async () => {
  const [often, once, long, gone] = [
    await site.writes({ title: '常读' }),
    await site.writes({ title: '偶读' }),
    await site.writes({ title: '从前' }),
    await site.writes({ title: '收回' }),
  ];
  const paths = [often, once, gone].map((id) => ({ path: `/article/${id}` }));
  await visited([{ path: `/article/${long}` }], Date.now() - 7 * dayLength);
  await visited([...paths, { path: `/article/${often}`, address: '203.0.113.8' }]);
  await site.db.updateTable('articles').set({ state: 'withdrawn' }).where('id', '=', gone).execute();
  const [week, month] = (await overview()).top;
  const read = (id: number, title: string, reads: number) => ({ id, title, path: `/article/${id}`, reads });
  expect(week).toEqual({ days: 7, articles: [read(often, '常读', 2), read(once, '偶读', 1)] });
  expect(month?.articles).toContainEqual(read(long, '从前', 1));
});

test('a source is the referring host; internal navigation and bots do not count, and no address is stored', async () => {
  await visited([
    { path: '/a', referrer: 'https://www.google.com/search?q=秘密' },
    { path: '/b', referrer: 'https://www.google.com/' },
    { path: '/c', referrer: 'https://m.weibo.cn/u/1' },
    { path: '/d', referrer: 'https://friend.example/post?token=1' },
    { path: '/e', referrer: '' },
    { path: '/f', referrer: 'https://mojian.example/a' },
    { path: '/g' },
    { path: '/h', referrer: 'https://spam.example/', agent: googlebot },
  ]);
  expect((await overview()).sources.map(({ kind, host, views }) => `${kind} ${host} ${views}`).sort()).toEqual([
    'direct  1',
    'search google.com 2',
    'site friend.example 1',
    'social m.weibo.cn 1',
  ]);
  const stored = await site.db.selectFrom('sourceDays').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/秘密|token|203\.0/);
});

test('forged hosts do not fill the table: beyond three hundred a day they are summed', async () => {
  const hosts = (from: number) =>
    Array.from({ length: 200 }, (_, n) => ({ path: `/${from + n}`, referrer: `https://h${from + n}.example/` }));
  await visited(hosts(0));
  await visited(hosts(200));
  const rows = await site.db.selectFrom('sourceDays').select(['host', 'views']).execute();
  expect(rows).toHaveLength(301);
  expect(rows.find(({ host }) => host === '')).toMatchObject({ views: 100 });
});

test('pending items are listed with count and newest, settled ones are not', async () => {
  const link = { groupName: '', url: 'https://a.example', state: 'pending' as const, reachable: 1, checkedAt: null };
  await site.db
    .insertInto('links')
    .values([
      { ...link, name: '甲', createdAt: 1000 },
      { ...link, name: '乙', url: 'https://b.example', createdAt: 5000 },
      { ...link, name: '丙', url: 'https://c.example', createdAt: 1, state: 'approved', reachable: 0, checkedAt: 7000 },
    ])
    .execute();
  expect((await overview()).waiting).toEqual([
    { kind: 'links', count: 2, newest: '1970-01-01T00:00:05.000Z', words: '乙' },
    { kind: 'lostLinks', count: 1, newest: '1970-01-01T00:00:07.000Z', words: '丙' },
  ]);
});

test('the calendar holds articles and says of a year and the longest run of days', async () => {
  const ago = (days: number) => Date.now() - days * dayLength;
  for (const days of [1, 2, 3, 9, 400]) await site.writes({ title: `第${days}天`, publishedAt: ago(days) });
  await site.says();
  const { calendar } = await overview();
  expect(calendar).toMatchObject({ articles: 4, says: 1, streak: 4 });
  expect(calendar.days.map(({ day }) => day)).toEqual([9, 3, 2, 1, 0].map((days) => chinaDay(ago(days))));
});
