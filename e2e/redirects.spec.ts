import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inDatabase, monthInChina, type Redirect, redirect } from './arrange.ts';
import { widths } from './browser.ts';
import { flaws } from './looked-at.ts';
import { carryToken, tokenFor } from './members.ts';
import { arrived, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let token: string;
let article: { id: number; title: string; publishedAt: number | null };

beforeAll(async () => {
  token = await tokenFor(site, await newStaff(site, 'owner'));
  await inDatabase(site, async (db) => {
    article = await db
      .selectFrom('articles')
      .select(['id', 'title', 'publishedAt'])
      .where('state', '=', 'published')
      .orderBy('id')
      .executeTakeFirstOrThrow();
  });
  const old = ['/?p=12', '/2019/雨.html', '/index.php/archives/8/', '/long-gone/notes-on-a-rainy-day-in-the-mountains'];
  await redirect(
    site,
    ...old.map((path): Redirect => [path, `/article/${article.id}`, 'import']),
    ['/shop', 'https://shop.example/', 'manual'],
    ['/old-tag', '/tags?id=9999', 'import'],
  );
});

async function open(path: string) {
  const browsing = await openPage();
  await carryToken(browsing.page, site, token);
  await browsing.page.setViewportSize({ width: widths.desktop, height: 900 });
  await browsing.page.goto(`/admin${path}`);
  return browsing;
}

/** Status and Location of an answer, without the origin. */
async function answerTo(path: string) {
  const { status, headers } = await fetch(site.url + path, { redirect: 'manual' });
  return [status, headers.get('location')?.replace(site.url, '') ?? ''];
}

const otherCase = (path: string) =>
  path.replaceAll(/[a-z]/gi, (sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()));

test('every page, feed and file in any other letter case leads to its own address in one step', async () => {
  const routes = readFileSync(resolve(import.meta.dirname, '../apps/web/app/routes.ts'), 'utf8');
  const pages = [...routes.matchAll(/route\('([^'*]+)'/g)].map(([, path = '']) => `/${path.replace(/:\w+/, '1')}`);
  expect(pages.length).toBeGreaterThan(24);
  const others = ['/admin', '/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/docs'];
  for (const path of [...pages, ...others]) {
    expect(await answerTo(`${otherCase(path)}?x=2`), path).toEqual([301, `${path}?x=2`]);
    // the first page of a list is the list
    if (!path.startsWith('/page/')) expect((await answerTo(path))[0], path).not.toBe(301);
  }
  expect(await answerTo('/CHAT?userId=3')).toEqual([301, '/im?userId=3']);
});

test('every spelling of an old address leads on in one step to a page that is there', async () => {
  const page = `/article/${article.id}`;
  const requested = [
    '/?p=12',
    '/index.php?p=12',
    '/?p=12&utm_source=x',
    '/?p=12&amp=1',
    '/2019/%E9%9B%A8.html',
    '/2019/%E9%9B%A8',
    '/2019/%D3%EA/',
    '/2019/%E9%9B%A8.html?amp=1',
    '/amp/2019/%E9%9B%A8',
    '/index.php/archives/8/',
    '/archives/8',
    '/archives/8/amp/',
    '/archives/8/feed',
    '/Archives/8/trackback/',
  ];
  for (const path of requested) expect(await answerTo(path), path).toEqual([301, page]);
  expect(await answerTo(page)).toEqual([200, '']);
  expect(await answerTo('/shop/')).toEqual([301, 'https://shop.example/']);
  const trashed = await inDatabase(site, async (db) => {
    const { id } = await db
      .selectFrom('articles')
      .select('id')
      .where('state', '=', 'published')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await db.updateTable('articles').set({ removedAt: Date.now() }).where('id', '=', id).execute();
    return id;
  });
  expect((await answerTo(`/article/${trashed}`))[0]).toBe(410);
  await redirect(site, [`/article/${trashed}`, page, 'manual']);
  expect(await answerTo(`/article/${trashed}`)).toEqual([301, page]);
  const feeds = ['/feed', '/feed/', '/rss/', '/index.xml', '/?feed=rss2', '/category/x/feed/', '/tags/x/index.xml'];
  for (const path of feeds) expect(await answerTo(path), path).toEqual([301, '/rss.xml']);
  expect(await answerTo('/?feed=atom')).toEqual([301, '/atom.xml']);
  const { year } = monthInChina(article.publishedAt ?? 0);
  expect(await answerTo(`/${year}/05/`)).toEqual([301, `/archive?year=${year}`]);
  expect(await answerTo('/2019/05/'), 'a year without articles').toEqual([404, '']);
});

test('the home page answers its own queries and unknown numbers, an article its slash, and no unknown page moves', async () => {
  for (const path of ['/', '/?page=1', '/?utm_source=x', '/?p=99999', '/?cat=7'])
    expect((await answerTo(path))[0], path).toBe(200);
  expect(await answerTo(`/article/${article.id}/`)).toEqual([301, `/article/${article.id}`]);
  expect(await answerTo('/archive/')).toEqual([301, '/archive']);
  for (const path of ['/nowhere', '/article/no-such-slug/', '/archives/77', '/wp-login.php'])
    expect((await answerTo(path))[0], path).toBe(404);
});

test('old addresses are added, refused with a reason, removed and taken back', { timeout: 180_000 }, async () => {
  const { page, faults } = await open('/redirects');
  await arrived(page, '旧地址');
  await page.getByText('页面已不在').waitFor();
  expect(await flaws(page, 'redirects')).toEqual([]);
  await page.setViewportSize({ width: widths.desktop, height: 900 });

  await page.getByRole('button', { name: '添加旧地址' }).click();
  const dialog = page.getByRole('dialog', { name: '添加旧地址' });
  await dialog.getByLabel('旧地址').fill('/archive');
  await dialog.getByLabel('新地址').fill('/about');
  await dialog.getByRole('button', { name: /保\s*存/ }).click();
  await dialog.getByText('本站现在就有这个页面，不能转走').waitFor();
  await dialog.getByLabel('旧地址').fill('https://old.example/About-Me.html');
  expect(await flaws(page, 'redirect-form', ['.ant-modal'])).toEqual([]);
  await page.setViewportSize({ width: widths.desktop, height: 900 });
  await dialog.getByRole('button', { name: /保\s*存/ }).click();
  const row = page.getByRole('row', { name: /\/about-me/ });
  await row.waitFor();
  expect(await answerTo('/about-me')).toEqual([301, '/about']);

  await row.getByRole('button', { name: '删除' }).click();
  await row.waitFor({ state: 'hidden' });
  expect((await answerTo('/about-me'))[0]).toBe(404);
  await page.getByRole('button', { name: '撤销' }).click();
  await row.waitFor();
  expect(await answerTo('/about-me')).toEqual([301, '/about']);
  expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]); // the refusal
});

test('a file is previewed line by line, then taken in', async () => {
  const { page, faults } = await open('/redirects');
  const text = `from,to\n/file-a,/about\n/archive,/about\n/file-b,/nowhere\n/?p=12,/about\n/shop,https://shop.example/\n`;
  await page
    .getByLabel('旧地址的文件')
    .setInputFiles({ name: '旧站.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const dialog = page.getByRole('dialog', { name: '导入「旧站.csv」' });
  await dialog.getByText('本站没有这个页面').waitFor();
  expect(await flaws(page, 'redirect-import', ['.ant-modal'])).toEqual([]);
  expect((await answerTo('/file-a'))[0]).toBe(404);
  await dialog.getByRole('button', { name: '导入 2 个' }).click();
  await page.getByRole('dialog', { name: '已导入' }).getByRole('button', { name: '知道了' }).click();
  expect(await answerTo('/file-a')).toEqual([301, '/about']);
  expect(faults).toEqual([]);
});

test('addresses readers did not find show a guess, which one press accepts; others are dismissed', async () => {
  await inDatabase(site, async (db) => {
    const at = Date.now();
    const row = { firstAt: at, lastAt: at };
    await db
      .insertInto('missedPaths')
      .values([
        { ...row, path: '/blog/notes-on-a-rainy-day-in-the-mountains', hits: 41 },
        { ...row, path: `/posts/${article.title.toLowerCase()}`, hits: 12 },
        { ...row, path: '/nothing-like-it', hits: 3 },
      ])
      .execute();
  });
  const { page, faults } = await open('/redirects/missed');
  await arrived(page, '没找到的网址');
  await page.getByText('标题相同').waitFor();
  expect(await flaws(page, 'missed')).toEqual([]);
  await page.setViewportSize({ width: widths.desktop, height: 900 });

  const rainy = page.getByRole('row', { name: /rainy-day/ });
  await rainy.getByRole('button', { name: '就是它' }).click();
  await rainy.waitFor({ state: 'hidden' });
  expect(await answerTo('/blog/notes-on-a-rainy-day-in-the-mountains')).toEqual([301, `/article/${article.id}`]);
  const unlike = page.getByRole('row', { name: /nothing-like-it/ });
  await unlike.getByRole('button', { name: '不再显示' }).click();
  await unlike.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '撤销' }).click();
  await unlike.waitFor();
  await unlike.getByRole('button', { name: '指定' }).click();
  const dialog = page.getByRole('dialog', { name: '指定它通向哪里' });
  await dialog.getByLabel('新地址').fill('/say');
  await dialog.getByRole('button', { name: /保\s*存/ }).click();
  await unlike.waitFor({ state: 'hidden' });
  expect(await answerTo('/nothing-like-it')).toEqual([301, '/say']);
  expect(faults).toEqual([]);
});
