import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chinaDay, dayLength } from '../apps/server/src/china-day.ts';
import { barriers } from './axe.ts';
import { openBrowser, openPage, widths } from './browser.ts';
import { carryToken, inDatabase, newMember, tokenFor } from './members.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let browser: Browser;
let token: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  const owner = await newMember(site);
  token = await tokenFor(site, owner);
  await inDatabase(site, async (db) => {
    await db.updateTable('users').set({ role: 'owner' }).where('id', '=', owner.id).execute();
    const days = Array.from({ length: 40 }, (_, ago) => ({
      day: chinaDay(Date.now() - ago * dayLength),
      views: 2000 + ((ago * 137) % 900),
      visitors: 700 + ((ago * 71) % 300),
      reads: 300 + ((ago * 37) % 200),
    }));
    await db
      .insertInto('visitDays')
      .values(days)
      .onConflict((taken) => taken.doNothing())
      .execute();
    const articles = await db.selectFrom('articles').select('id').where('state', '=', 'published').limit(6).execute();
    const day = chinaDay(Date.now());
    await db
      .insertInto('articleDays')
      .values(articles.map(({ id }, index) => ({ day, articleId: id, reads: 900 - index * 130 })))
      .execute();
    await db
      .insertInto('sourceDays')
      .values([
        { day, kind: 'direct', host: '', views: 820 },
        { day, kind: 'search', host: 'google.com', views: 410 },
        { day, kind: 'social', host: 'weibo.com', views: 77 },
        { day, kind: 'site', host: 'friend.example', views: 12 },
      ])
      .execute();
    const letter = { recipient: 'lin@mail.example', subject: '你的验证码', text: '验证码 123456', html: '' };
    await db
      .insertInto('keptMails')
      .values({ ...letter, createdAt: Date.now() })
      .execute();
    await db
      .insertInto('outbox')
      .values({ kind: 'tell-baidu', payload: '{}', attempts: 12, dueAt: 0, failure: 'Error: 对方不在' })
      .execute();
  });
});
afterAll(async () => {
  await browser.close();
  await site.remove();
});

async function open(path: string, { width = widths.desktop, dark = false }: { width?: number; dark?: boolean } = {}) {
  const browsing = await openPage(browser, site, { viewport: { width, height: 900 } });
  if (dark) await browsing.page.addInitScript(() => sessionStorage.setItem('theme', 'dark'));
  await carryToken(browsing.page, site, token);
  await browsing.page.goto(`/admin${path}`);
  return browsing;
}

/** Each screen of this part, with what is there once it stands. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  '/': (page) => page.getByText('毫秒').first().waitFor(),
  '/jobs': (page) => page.getByRole('button', { name: '现在做：定时备份' }).waitFor(),
  '/outbox': (page) => page.getByText('Error: 对方不在').first().waitFor(),
  '/system': (page) => page.getByText('没有设置').first().waitFor(),
};

/** As a browser asks for a page that a search engine led to; Chromium without a window counts as a bot. */
async function comeFrom(referer: string) {
  const agent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
  await fetch(`${site.url}/archive`, { headers: { 'user-agent': agent, referer } });
}

test('the overview tells of today, a week, a month and a year, and days are picked by keys', async () => {
  await comeFrom('https://www.bing.com/search?q=x');
  await expect
    .poll(() =>
      inDatabase(site, (db) => db.selectFrom('sourceDays').select('views').where('host', '=', 'bing.com').execute()),
    )
    .toEqual([{ views: 1 }]);
  const { page, faults, close } = await open('/');
  await page.getByRole('heading', { name: /，读者/ }).waitFor();
  await page.getByText('google.com').waitFor();
  const chart = page.getByRole('slider');
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/^\d\d-\d\d，浏览 2,\d{3}，访客 \d{3}，阅读 \d{3}$/);
  await page.getByRole('button', { name: '7 天' }).click();
  expect(await chart.getAttribute('aria-valuemax')).toBe('6');
  expect(new URL(page.url()).search).toBe('?days=7');
  await page.getByText('试恢复').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('a job is run, a failed effect dropped, a kept letter read, the pages cleared', async () => {
  const { page, faults, close } = await open('/jobs');
  const job = page.getByRole('listitem').filter({ hasText: '清理过期的登录码' });
  await job.getByText('做好了').waitFor();
  await job.getByRole('button').click();
  await page.getByText('开始做：清理过期的登录码').waitFor();

  await page.getByRole('link', { name: '发件箱' }).click();
  await page
    .getByRole('row', { name: /对方不在/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: '不再做' }).click();
  await page.getByRole('button', { name: /确\s*定/ }).click();
  await page.getByText('没有符合条件的').waitFor();
  await page.getByRole('button', { name: '读：你的验证码' }).click();
  await page.getByText('验证码 123456').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: '系统' }).click();
  await page.getByRole('button', { name: /清\s*空/ }).click();
  await page.getByText('每一页都会重新做').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('in maintenance the site shows a strip and takes nothing from readers, and afterwards it does again', async () => {
  const { page, close } = await open('/system');
  const reader = await openPage(browser, site);
  const strip = reader.page.getByText('搬家中，明早见');
  await page.getByLabel('告诉读者的话').fill('搬家中，明早见');
  await page.getByLabel('维护模式').click();
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.getByText('现在读者只能阅读').waitFor();
  await expect
    .poll(async () => {
      await reader.page.goto('/archive');
      return strip.count();
    })
    .toBe(1);
  const answer = await reader.page.request.post('/v1/message/', { data: { text: '你好', nickname: '客' } });
  expect([answer.status(), (await answer.json()).message]).toEqual([503, '搬家中，明早见']);

  await page.getByLabel('维护模式').click();
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await expect
    .poll(async () => {
      await reader.page.goto('/archive');
      return strip.count();
    })
    .toBe(0);
  await Promise.all([close(), reader.close()]);
});

for (const [width, dark] of [
  [widths.phone, false],
  [widths.desktop, false],
  [widths.wide, true],
] as const)
  test(`axe finds nothing at ${width} px${dark ? ', dark' : ''}`, async () => {
    for (const [path, stands] of Object.entries(screens)) {
      if (path === '/outbox') await failOnce();
      const { page, close } = await open(path, { width, dark });
      await stands(page);
      expect(await barriers(page), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      await close();
    }
  });

const failOnce = () =>
  inDatabase(site, (db) =>
    db
      .insertInto('outbox')
      .values({ kind: 'tell-baidu', payload: '{}', attempts: 12, dueAt: 0, failure: 'Error: 对方不在' })
      .execute(),
  );
