import { homeSectionNames, type PlacedSection } from '@mojian/contract/core/home-sections';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeOf } from './api.ts';
import { dropPages, inDatabase, writeArticle } from './arrange.ts';
import { flawsAtAll, overflow } from './looked-at.ts';
import { carryToken, type Member, tokenFor, workDone } from './members.ts';
import { newStaff } from './office.ts';
import { type Site, startSite } from './site.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
const timeout = 150_000;
const day = 86_400_000;

let owner: Member;
let office: ReturnType<typeof officeOf>;
let empty: Site;
let articles: number[];
let photo: Buffer;

beforeAll(async () => {
  owner = await newStaff(site, 'owner');
  const old = { authorId: owner.id, markdown: '旧的。', featured: true, publishedAt: Date.now() - 800 * day };
  for (const title of ['旧文一', '旧文二']) await writeArticle(site, { ...old, title });
  office = officeOf(site, { token: await tokenFor(site, owner) });
  articles = await fill();
  photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#6b7f86' } })
    .webp()
    .toBuffer();
  empty = await startSite({ SAMPLE_CONTENT: '0' });
}, timeout);
afterAll(() => empty.remove());

const keyOf = (number: number) => `ab/${String(number).repeat(32)}.webp`;

/** Gives each section something to show. Returns the sample's articles, the newest first. */
function fill() {
  return inDatabase(site, async (db) => {
    const now = Date.now();
    const rows = await db.selectFrom('articles').select('id').orderBy('publishedAt', 'desc').execute();
    const ids = rows.map(({ id }) => id);
    const writing = { authorId: owner.id, text: '', createdAt: now };
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const file = { key: keyOf(number), type: 'image/webp', width: 300, height: 200, bytes: 1, createdAt: now };
      await db.insertInto('files').values(file).execute();
      const pictures = JSON.stringify([{ url: `/files/${keyOf(number)}`, width: 300, height: 200 }]);
      const createdAt = now - number * day;
      await db
        .insertInto('says')
        .values({ ...writing, html: `<p>第${number}张</p>`, pictures, createdAt })
        .execute();
    }
    await db
      .insertInto('says')
      .values({ ...writing, html: '<p>今天小雪，没有雪。</p>' })
      .execute();
    const series = { authorId: owner.id, updatedAt: now, createdAt: now, intro: '一站写一篇' };
    for (const [at, name] of ['慢工具', '运河十二站', '夜航船'].entries()) {
      const made = await db
        .insertInto('series')
        .values({ ...series, name })
        .returning('id')
        .executeTakeFirstOrThrow();
      const own = ids.slice(at * 3, at * 3 + 3);
      await db.updateTable('articles').set({ seriesId: made.id }).where('id', 'in', own).execute();
    }
    const lastYear = new Date(now);
    lastYear.setUTCFullYear(lastYear.getUTCFullYear() - 1);
    const former = { ...writing, html: '<p>去年的今天</p>', createdAt: lastYear.getTime() };
    await db.insertInto('says').values(former).execute();
    const reader = { nickname: '陈家小店', role: 'member' as const, createdAt: now, nicknameKey: 'chen' };
    const { id } = await db.insertInto('users').values(reader).returning('id').executeTakeFirstOrThrow();
    const text = '我爸修了一辈子收音机，看到你说要听见雨声才亮。';
    const comment = { articleId: ids[1] ?? 0, authorId: id, text, html: `<p>${text}</p>`, createdAt: now - 2 * day };
    await db.insertInto('comments').values(comment).execute();
    return ids;
  });
}

async function save(name: string, value: object) {
  const { version = '' } = (await office.settings.list()).find((group) => group.name === name) ?? {};
  await office.settings.save({ body: { name, value: { ...value }, version } });
  await workDone(site);
}

const usual = { lead: 'newest', article: 0, beside: 'say', sections: [], count: '9', wide: true, side: true };
/** Turns on these sections, in this order, and no other. */
const only = (...names: string[]) =>
  [...new Set([...names, ...homeSectionNames])].map((name) => ({ name, on: names.includes(name) })) as PlacedSection[];

async function open(options = {}) {
  const opened = await openPage(options);
  await opened.page.route('**/files/ab/**', (route) => route.fulfill({ contentType: 'image/webp', body: photo }));
  return opened;
}

const sectionsOf = (page: Page) =>
  page
    .locator('main > section, .home-below > section')
    .evaluateAll((sections) => sections.slice(1).map((section) => section.getAttribute('aria-label')));

/** Articles that stand on the page with their titles; a comment only names one. */
const placesOf = (page: Page) =>
  page
    .locator('main :is(h2, h3) a[href^="/article/"], .home-recommended a, .home-open li a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('the page as it is at first shows each section once, and nothing twice, at every width', { timeout }, async () => {
  const { page, faults } = await open();
  await page.goto('/');
  expect(await sectionsOf(page)).toEqual([
    '最新说说',
    '新文章',
    '精选',
    '影',
    '专栏',
    '一年前的今天',
    '读者说',
    '标签',
  ]);
  expect(await page.locator('.home-sheet').textContent()).toMatch(/^.+的说说，\d{4}-\d\d-\d\d \d\d:\d\d：/);
  expect(await page.locator('.home-sheet-text').textContent()).toBe('今天小雪，没有雪。');
  const places = await placesOf(page);
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  expect(await flawsAtAll(page)).toEqual([]);

  await page.getByRole('link', { name: '夜航船，3 篇' }).hover();
  await page.locator('.home-open h3', { hasText: '夜航船' }).waitFor();
  const strip = page.getByRole('region', { name: '照片，可以左右滚动' });
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.getByRole('button', { name: '往后' }).click();
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('owners who want little, another lead or another order get their page', { timeout }, async () => {
  await save('announcement', { text: '本月写慢工具。' });
  const { page, faults } = await open();
  const shows = async (change: object) => {
    await save('home', { ...usual, ...change });
    await page.goto('/');
    expect(await overflow(page)).toBe(0);
    return sectionsOf(page);
  };
  const titleOf = (id: number) =>
    inDatabase(site, (db) => db.selectFrom('articles').select('title').where('id', '=', id).executeTakeFirstOrThrow());
  const lead = () => page.locator('.home-lead h2').textContent();

  expect(
    await shows({ lead: 'chosen', article: articles[4], sections: only('tags', 'series'), beside: 'term' }),
  ).toEqual(['标签', '专栏']);
  expect(await lead()).toBe((await titleOf(articles[4] ?? 0)).title);
  expect(await page.locator('.home-lead').getByRole('link', { name: '全部文章' }).getAttribute('href')).toBe(
    '/archive',
  );
  await page.locator('.home-sheet-term').waitFor();

  expect(await shows({ sections: only('photos', 'reader', 'new'), count: '5', side: false, wide: false })).toEqual([
    '影',
    '读者说',
    '新文章',
  ]);
  expect(await page.locator('.home-pairs .article-row').count()).toBe(5);
  expect(await page.locator('aside[aria-label="关于本站"]').count()).toBe(0);
  await page.getByRole('link', { name: '再读几篇' }).click();
  await expect.poll(() => page.locator('.home-pairs .article-row').count()).toBeGreaterThan(5);

  expect(await shows({ beside: 'notice', sections: only('ago') })).toEqual(['一年前的今天']);
  expect(await page.locator('.home-sheet').textContent()).toBe('本月写慢工具。');
  expect(await page.locator('.home-notice').count()).toBe(0);

  expect(await shows({ sections: only() })).toEqual([]);
  await page.locator('.home-lead h2').waitFor();
  expect(faults).toEqual([]);
  await save('home', usual);
});

test('without scripts everything is there', async () => {
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto('/');
  expect(await sectionsOf(page)).toHaveLength(8);
  expect(await page.getByRole('link', { name: '再读几篇' }).getAttribute('href')).toBe('/?page=2');
  expect(await page.locator('.home-strip figure').count()).toBe(6);
  expect(await page.getByRole('button', { name: '往后' }).isVisible()).toBe(false);
});

test('a site with nothing on it, and with one article, has a page of its own', { timeout }, async () => {
  const { page, faults } = await openPage({ baseURL: empty.url });
  await page.goto('/');
  await page.getByText('纸已经铺好').waitFor();
  await page.locator('.home-sheet-term').waitFor();
  expect(await sectionsOf(page)).toEqual(['关于站长']);
  expect(await flawsAtAll(page)).toEqual([]);
  expect(await page.locator('main').textContent()).not.toMatch(/\b0\b/);

  const member = await newStaff(empty, 'owner');
  await writeArticle(empty, { authorId: member.id, title: '开张：先把灯点上', markdown: '想了很久站名。' });
  await dropPages(empty, 'articles');
  await workDone(empty);
  await page.goto('/');
  expect(await page.locator('.home-lead h2').textContent()).toBe('开张：先把灯点上');
  expect(await sectionsOf(page)).toEqual(['关于站长']);
  expect(await page.getByRole('navigation', { name: '文章的排法和分类' }).count()).toBe(0);
  expect(await flawsAtAll(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the owner orders the page beside a preview, and nothing is saved before the bar', { timeout }, async () => {
  const { page, faults } = await open({ viewport: { width: 1440, height: 1000 } });
  await carryToken(page, site, await tokenFor(site, owner));
  await page.goto('/admin/home');
  const preview = page.frameLocator('.preview-page:not(.preview-page-loading) iframe');
  const shown = () =>
    preview
      .locator('main > section, .home-below > section')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await preview.locator('.home-lead').waitFor();
  expect(await shown()).toContain('标签');

  await page.getByRole('switch', { name: '显示标签' }).click();
  await expect.poll(shown).not.toContain('标签');
  const handle = page.getByRole('button', { name: /^移动影/ });
  await handle.press(' ');
  await handle.press('ArrowUp');
  await handle.press('ArrowUp');
  await page.getByText('影，第二，共九').waitFor({ state: 'attached' });
  await handle.press(' ');
  await expect.poll(async () => (await shown()).slice(1, 4)).toEqual(['最新说说', '影', '新文章']);
  const bar = page.locator('.save-bar [role=status]');
  expect(await bar.textContent()).toBe('两处没有保存：标签关了，影移到新文章前');
  await page.getByRole('button', { name: /^移动专栏/ }).press('Enter');
  await page.getByRole('button', { name: /^移动专栏/ }).press('ArrowDown');
  await page.getByRole('button', { name: /^移动专栏/ }).press('Escape');
  expect(await bar.textContent()).toBe('两处没有保存：标签关了，影移到新文章前');
  expect(await flawsAtAll(page)).toEqual([]);

  const visitor = await open();
  await visitor.page.goto('/');
  expect(await sectionsOf(visitor.page)).toContain('标签');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  await workDone(site);
  await visitor.page.goto('/');
  expect((await sectionsOf(visitor.page)).slice(0, 3)).toEqual(['最新说说', '影', '新文章']);
  // the scripts of the page in the frame are meant to be refused
  expect(faults.filter((fault) => !fault.includes('Blocked script execution'))).toEqual([]);
  await save('home', usual);
});

test('a preview is kept by nobody, and an invented ticket shows nothing', async () => {
  const { ticket } = await office.home.preview({ body: { value: { ...usual, sections: only('tags') } } });
  const answer = await fetch(`${site.url}/?preview=${ticket}`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(await answer.text()).not.toContain('aria-label="新文章"');
  const invented = await fetch(`${site.url}/?preview=${'a'.repeat(43)}`);
  expect([invented.status, invented.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect((await fetch(`${site.url}/?preview=x`, { redirect: 'manual' })).status).toBe(301);
  expect(await (await fetch(site.url)).text()).toContain('aria-label="新文章"');
});
