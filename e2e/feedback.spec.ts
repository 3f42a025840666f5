import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inDatabase } from './arrange.ts';
import { hydrated } from './browser.ts';
import { flawsAtAll } from './looked-at.ts';
import { enterAs, newMember } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

/** The personal centre of a new member. */
async function openCentre() {
  const who = await newMember(site);
  const browsing = await openPage();
  await enterAs(browsing.page, site, who);
  await browsing.page.goto('/user');
  await hydrated(browsing.page);
  await form(browsing.page).waitFor();
  return { ...browsing, who };
}

const form = (page: Page) => page.getByRole('region', { name: '写给站长' });
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name });
const submit = (page: Page) => form(page).getByRole('button', { name: '提交' }).click();
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const stored = (userId: number) =>
  inDatabase(site, (db) =>
    db.selectFrom('feedback').select(['type', 'title', 'content']).where('userId', '=', userId).execute(),
  );

test('a member writes to the owner, who finds it among the system notices', async () => {
  const { page, faults, who } = await openCentre();
  await form(page).getByRole('button', { name: '问题' }).click();
  await field(page, '标题').fill('图片打不开');
  await field(page, '内容').fill('第三张。\n手机上也是。');
  expect(await form(page).locator('.num').textContent()).toBe('11 / 2000');
  await submit(page);
  await toast(page, '提交成功');
  expect(await field(page, '标题').inputValue()).toBe('');
  expect(await stored(who.id)).toEqual([{ type: 2, title: '图片打不开', content: '第三张。\n手机上也是。' }]);
  const reported = await inDatabase(site, (db) =>
    db.selectFrom('notices').select('text').where('kind', '=', 0).execute(),
  );
  expect(reported.map(({ text }) => text)).toContain(
    `${who.nickname} 提了一个问题：图片打不开\n第三张。\n手机上也是。`,
  );
  expect(faults).toEqual([]);
});

test('a blank field shows its error, and input survives a failure', async () => {
  const { page, who } = await openCentre();
  await submit(page);
  await form(page).getByText('请输入标题').waitFor();
  await field(page, '标题').fill('想要夜间模式');
  await field(page, '内容').fill(' \u200b ');
  await submit(page);
  await form(page).getByText('请输入内容').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');

  await page.route('**/v1/feedback/', (route) => route.abort());
  await field(page, '内容').fill('晚上看着累');
  await submit(page);
  await form(page).getByText('网络连接不稳，请稍后再试').waitFor();
  expect(await field(page, '标题').inputValue()).toBe('想要夜间模式');
  expect(await field(page, '内容').inputValue()).toBe('晚上看着累');
  expect(await stored(who.id)).toEqual([]);
  await page.unroute('**/v1/feedback/');
  await page.route('**/v1/feedback/', async (route) => {
    await setTimeout(1000);
    await route.continue();
  });
  await submit(page);
  await expect.poll(() => field(page, '内容').isEditable()).toBe(false); // typed now, it would be emptied with the rest
  expect(await field(page, '标题').isEditable()).toBe(false);
  await toast(page, '提交成功');
  expect(await stored(who.id)).toHaveLength(1);
});

test('axe finds nothing at any width, light and dark, and nothing is wider than the screen', async () => {
  const { page } = await openCentre();
  await submit(page);
  await form(page).getByText('请输入标题').waitFor();
  expect(await flawsAtAll(page, ['.feedback'])).toEqual([]);
});
