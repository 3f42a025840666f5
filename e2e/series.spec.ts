import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { hydrated } from './browser.ts';
import { flaws } from './looked-at.ts';
import { carryToken, type Member, tokenFor, workDone } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let writer: Member;
let token: string;
let seriesId: number;
const ids: number[] = [];
const name = '修一座小桥';

beforeAll(async () => {
  writer = await newStaff(site, 'editor');
  token = await tokenFor(site, writer);
  const { series, drafts } = apiOf(site, { token });
  seriesId = (await series.create({ body: { name, intro: '从打桩到栏杆，一共三个月。' } })).id;
  for (const title of ['打桩', '架梁', '铺板，以及为什么木板之间要留一指宽的缝']) {
    const content = { title, markdown: `${title}的那一天下着雨。`, seriesId };
    const { id, version } = await drafts.create({ body: { key: crypto.randomUUID(), content } });
    await drafts.submit({ body: { id, version } });
    ids.push(id);
  }
  await workDone(site);
});

const titles = (page: Page) => page.locator('.series-chapters h2').allInnerTexts();

test('a visitor finds a series and reads through it in both directions', async () => {
  const { page, faults, close } = await openPage();
  await page.goto('/series');
  await hydrated(page);
  expect(await page.title()).toMatch(/^文章专栏 · /);
  expect(await flaws(page, 'series')).toEqual([]);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect((await titles(page)).slice(0, 2)).toEqual(['打桩', '架梁']);
  expect(await page.title()).toContain(`${name}（专栏）`);
  expect(await page.getByRole('link', { name: '编辑专栏' }).count()).toBe(0);
  expect(await flaws(page, 'series-page')).toEqual([]);

  await page.getByRole('link', { name: '从第一篇读起' }).click();
  const box = page.getByRole('navigation', { name: `专栏：${name}` });
  await box.getByText('第 1 篇 / 共 3 篇').waitFor();
  await box.getByRole('link', { name: /专栏的下一篇：\s*架梁/ }).click();
  await box.getByText('第 2 篇 / 共 3 篇').waitFor();
  expect(await box.getByRole('link', { name: /专栏的上一篇：\s*打桩/ }).isVisible()).toBe(true);
  await box.getByText('专栏目录').click();
  expect(await box.locator('li').allInnerTexts()).toHaveLength(3);
  expect(await box.locator('[aria-current=page]').innerText()).toBe('架梁');
  expect(await flaws(page, 'series-box', ['.article-in-series'])).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('a series page carries its metadata; an unknown one is not found', async () => {
  const html = await (await fetch(`${site.url}/series/${seriesId}`)).text();
  expect(html).toContain(`<link rel="canonical" href="${site.url}/series/${seriesId}"`);
  expect(html).toContain('"@type":"CreativeWorkSeries"');
  expect(html).toContain('property="og:title"');
  expect(await (await fetch(`${site.url}/article/${ids[0]}`)).text()).toContain('"isPartOf"');
  for (const path of ['/series/9999', '/series/0', '/series/1e3', '/series/abc'])
    expect((await fetch(site.url + path)).status, path).toBe(404);
});

test('the author reorders a series with keys, buttons and the mouse, renames and dissolves it', async () => {
  const { page, faults, close } = await openPage();
  await carryToken(page, site, token);
  await page.goto(`/series/${seriesId}`);
  await page.getByRole('link', { name: '编辑专栏' }).click();
  const rows = page.locator('.order-list .order-list-title');
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(3);
  expect(await flaws(page, 'own-series')).toEqual([]);

  await page.getByRole('button', { name: /^《打桩》，第 1 篇/ }).press('ArrowDown');
  await page.getByRole('button', { name: /^《打桩》，第 2 篇/ }).press('End');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('《打桩》，第 3 篇');
  await page.getByRole('button', { name: '上移：打桩' }).click();
  await rows.nth(2).dragTo(rows.nth(0));
  const wanted = [ids[2], ids[1], ids[0]];
  const order = async () => (await apiOf(site).series.info({ query: { id: seriesId } })).records.map(({ id }) => id);
  await expect.poll(order).toEqual(wanted);

  await page.getByRole('button', { name: `改名：${name}` }).click();
  const dialog = page.getByRole('dialog', { name: '编辑专栏' });
  await dialog.getByLabel('专栏名').fill('');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.locator('.error', { hasText: '请输入专栏名' }).waitFor();
  await dialog.getByLabel('专栏名').fill('小桥');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '小桥', exact: true }).waitFor();

  await page.getByRole('button', { name: '删除：小桥' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.locator('.toast', { hasText: '「小桥」已删除，文章都还在' }).waitFor();
  await page.getByText('还没有专栏').waitFor();
  expect(await order().catch(({ id }) => id)).toBe('not-found');
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
  await close();
});
