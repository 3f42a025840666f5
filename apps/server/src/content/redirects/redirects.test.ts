import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { rememberMoved } from '../slugs/moved.ts';
import { createRedirects, missedKey } from './redirects.ts';

const site = freshSite();
let rain: number;

beforeEach(async () => {
  rain = await site.writes({ title: '雨' });
});

const remember = (address: string, target: string) =>
  site.db.transaction().execute((trx) => rememberMoved(trx, address, target, 'import'));
const misses = () => site.db.selectFrom('missedPaths').selectAll().orderBy('path').execute();

test('an article is reached in one step at the address the site writes', async () => {
  await remember('/?p=12', `/article/${rain}`);
  await site.db.updateTable('articles').set({ slug: 'rain' }).where('id', '=', rain).execute();
  const { find } = createRedirects(site);
  expect(await find('/?p=12')).toBe(`/article/${rain}`);
  await site.db.transaction().execute((trx) => saveSettings(trx, 'writing', { slugs: true }));
  forgetSettings(site.db);
  expect(await find('/?p=12')).toBe('/article/rain');
});

test('an old address does not tell the slug of an article that is no longer public', async () => {
  await remember('/?p=12', `/article/${rain}`);
  await site.db.transaction().execute((trx) => saveSettings(trx, 'writing', { slugs: true }));
  forgetSettings(site.db);
  const { find } = createRedirects(site);
  for (const [state, kind] of [
    ['private', 'article'],
    ['draft', 'article'],
    ['private', 'page'],
  ] as const) {
    await site.db.updateTable('articles').set({ slug: 'secret', state, kind }).where('id', '=', rain).execute();
    expect(await find('/?p=12'), `${state} ${kind}`).toBe(`/article/${rain}`);
  }
});

test('feeds of other systems lead to ours, those of an article to the article', async () => {
  await remember('/2024/rain', `/article/${rain}`);
  await remember('/category/life', '/category?id=3');
  const { find } = createRedirects(site);
  const feeds = {
    '/feed/': '/rss.xml',
    '/?feed=rss2': '/rss.xml',
    '/?feed=atom': '/atom.xml',
    '/index.php/feed/': '/rss.xml',
    '/feed/atom/': '/atom.xml',
    '/comments/feed': '/rss.xml',
    '/category/life/feed': '/rss.xml',
    '/tag/春/rss/': '/rss.xml',
    '/tags/hugo/index.xml': '/rss.xml',
    '/author/lin/feed/atom': '/atom.xml',
    '/feeds/posts/default': '/rss.xml',
    '/blog/feed.json': '/feed.json',
    '/2024/rain/feed/': `/article/${rain}`,
    '/category/life': '/category?id=3',
  };
  for (const [address, target] of Object.entries(feeds)) expect(await find(address), address).toBe(target);
  // a feed of ours that is gone leads to no other one
  const own = ['/feed/category/99.xml', '/feed/say.xml'];
  for (const address of ['/tag/rss', '/category/feed', '/feedback', ...own])
    expect(await find(address), address).toBe(undefined);
});

test('lists that every blog has lead to ours, those by month if the archive has their year', async () => {
  await site.writes({ publishedAt: Date.UTC(2024, 4, 12) });
  const { find } = createRedirects(site);
  const lists = {
    '/index.php': '/',
    '/index.html': '/',
    '/page/3/': '/archive',
    '/archives/': '/archive',
    '/2024/05/': '/archive?year=2024',
    '/wp-sitemap-posts-post-1.xml': '/sitemap.xml',
    '/sitemap-posts.xml': '/sitemap.xml',
    '/archives/2024/05/page/2/': '/archive?year=2024',
    '/categories/': '/category',
  };
  for (const [address, target] of Object.entries(lists)) expect(await find(address), address).toBe(target);
  for (const address of ['/', '/?p=99', '//?p=99', '/?', '/archives/12', '/1024/05', '/2019/05/', '/pages/3'])
    expect(await find(address)).toBe(undefined);
});

test('a flush writes each hit and miss once', async () => {
  await remember('/a', `/article/${rain}`);
  let now = 1_800_000_000_000;
  const redirects = createRedirects({ db: site.db, now: () => now });
  await redirects.find('/a');
  now += 5;
  await redirects.find('/A.html');
  await redirects.find('/posts/wind/');
  await redirects.find('/posts/wind?utm_source=x');
  expect(await misses()).toEqual([]);
  await Promise.all([redirects.flush(), redirects.flush()]);
  await redirects.flush();
  const row = await site.db.selectFrom('movedPaths').select(['hits', 'lastHitAt']).executeTakeFirstOrThrow();
  expect({ hits: row.hits, lastHitAt: Number(row.lastHitAt) }).toEqual({ hits: 2, lastHitAt: now });
  expect(await misses()).toMatchObject([{ path: '/posts/wind', hits: 2, isHidden: 0 }]);
});

test('counts of several processes add up', async () => {
  const processes = [createRedirects(site), createRedirects(site)];
  for (const one of processes) for (const address of ['/wind', '/snow', '/wind']) await one.find(address);
  await Promise.all(processes.map((one) => one.flush()));
  expect((await misses()).map(({ path, hits }) => [path, hits])).toEqual([
    ['/snow', 2],
    ['/wind', 4],
  ]);
});

test('a thousand addresses at most are stored, the stalest go; a flood is cut off each minute', async () => {
  let now = 1_800_000_000_000;
  const redirects = createRedirects({ db: site.db, now: () => now });
  const old = Array.from({ length: 1000 }, (_, at) => ({ path: `/old-${at}`, hits: 1, firstAt: 1, lastAt: at }));
  for (let from = 0; from < old.length; from += 200)
    await site.db
      .insertInto('missedPaths')
      .values(old.slice(from, from + 200))
      .execute();
  for (let at = 0; at < 500; at++) await redirects.find(`/flood-${at}`, `192.0.2.${at % 4}`);
  await redirects.flush();
  const stored = await misses();
  expect(stored).toHaveLength(1000);
  expect(stored.filter(({ path }) => path.startsWith('/flood-'))).toHaveLength(120);
  expect(stored.some(({ path }) => path === '/old-119')).toBe(false);
  expect(stored.some(({ path }) => path === '/old-120')).toBe(true);
  now += 60_000;
  await redirects.find('/later');
  await redirects.flush();
  expect((await misses()).some(({ path }) => path === '/later')).toBe(true);
});

test('only what looks like a page is counted', () => {
  const pages = [
    ['/2024/05/Rain.html', '/2024/05/rain'],
    ['/%E9%9B%A8/', '/雨'],
    ['/?p=12', '/?p=12'],
    ['/archives/12/amp', '/archives/12'],
    ['/vue-3.4-notes', '/vue-3.4-notes'],
    ['/category/a/page/7', '/category/a'],
    ['/blog/sitemap.xml', '/blog/sitemap.xml'],
  ];
  for (const [address = '', key] of pages) expect(missedKey(address), address).toBe(key);
  const junk = `/ /wp-login.php /.env /.git/config /a/../etc/passwd /xmlrpc.php /shell.asp /phpmyadmin/index
    /x%00y /<script> /?p=1'+union+select+1 /%ff%fe /backup.zip /cgi-bin/luci /vendor/phpunit /actuator/health /_next/x
    /picture.png /app.js /wp-admin/ /wp-content/plugins /api/v1/users /a/b/c/d/e/f/g/h/i/j`.split(/\s+/);
  for (const address of [...junk, `/${'x'.repeat(300)}`]) expect(missedKey(address), address).toBe(undefined);
});

test('a visitor alone neither fills the list nor keeps others out of it', async () => {
  const redirects = createRedirects({ db: site.db, now: () => 1_800_000_000_000 });
  for (let at = 0; at < 2000; at++) await redirects.find(`/flood-${at}`, '192.0.2.1');
  for (let at = 0; at < 2000; at++) await redirects.find(`/home-${at}`, `2001:db8::${(at % 90) + 1}`);
  await redirects.find('/missed', '192.0.2.2');
  await redirects.flush();
  const paths = (await misses()).map(({ path }) => path);
  expect(paths).toContain('/missed');
  for (const start of ['/flood-', '/home-'])
    expect(paths.filter((path) => path.startsWith(start)).length).toBeLessThan(60);
});
