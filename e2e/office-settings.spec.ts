import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groups } from '../apps/server/src/site/settings-groups.ts';
import { accentThemes } from '../packages/ui/src/accent.ts';
import { openBrowser, openPage } from './browser.ts';
import { flaws } from './looked-at.ts';
import { carryToken, inDatabase, newMember, tokenFor, workDone } from './members.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.remove();
});

async function openAs(role: 'owner' | 'demo') {
  const member = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ role }).where('id', '=', member.id).execute());
  const opened = await openPage(browser, site);
  await carryToken(opened.page, site, await tokenFor(site, member));
  await opened.page.goto('/admin/settings');
  await opened.page.getByRole('heading', { name: '站点设置' }).waitFor();
  return opened;
}

async function save(page: Page) {
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('没有保存').waitFor({ state: 'detached' });
  await workDone(site);
}

test('the owner changes name, menu, contacts and accent on one page, and readers see it at once', async () => {
  const { page, faults, close } = await openAs('owner');
  const reader = await openPage(browser, site);
  await reader.page.goto('/about');

  const shown = await page.locator('.group').evaluateAll((all) => all.map(({ id }) => id.slice('set-'.length)));
  expect(
    Object.keys(groups).filter((name) => !shown.includes(name)),
    'no group without a place',
  ).toEqual([]);

  await page.getByLabel('站名').fill('林间小屋');
  await page.getByLabel('正文').first().fill('本月写慢工具。');
  await page.getByRole('button', { name: '友链往前' }).click();
  await page.getByRole('switch', { name: '显示热搜' }).click();
  await page.getByLabel('自己的链接叫什么').fill('小店');
  await page.getByLabel('自己的链接通向哪里').fill('/rss.xml');
  await page.getByRole('button', { name: '加一个链接' }).click();
  await page.getByText('石青').click();
  expect(await page.locator('.save-bar [role=status]').textContent()).toBe('四处没有保存');
  expect(await page.locator('.contents i').count()).toBe(4);
  await save(page);

  await reader.page.reload();
  const menu = reader.page.getByRole('navigation', { name: '主菜单' }).locator('.nav > li > a');
  expect((await menu.allTextContents()).join(' ')).toBe('首页 归档 说说 导航 友链 留言板 关于 小店');
  expect(await reader.page.locator('.hd .brand').textContent()).toContain('林间小屋');
  const seal = reader.page.locator('.hd [aria-current]').first();
  expect(await seal.evaluate((link) => getComputedStyle(link).getPropertyValue('--color-seal'))).toContain(
    accentThemes('#1f5f8f').light.seal,
  );
  await page.getByRole('link', { name: '林间小屋' }).first().waitFor();
  expect([...faults, ...reader.faults]).toEqual([]);
  await reader.close();
  await close();
});

test('what is refused names its field and keeps what was typed, and another’s save is not lost', async () => {
  const { page, close } = await openAs('owner');
  await page.getByLabel('源代码').fill('ftp://x');
  await page.getByLabel('发信服务器').fill('mail.example');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('须填发件邮箱，或者用户名就是邮箱').waitFor();
  expect(await page.getByLabel('发信服务器').inputValue()).toBe('mail.example');

  const other = await openAs('owner');
  await other.page.getByLabel('座右铭').fill('先到');
  await save(other.page);
  await other.close();
  await page.getByLabel('座右铭').fill('后到');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: '看新的内容' }).click();
  await expect.poll(() => page.getByLabel('座右铭').inputValue()).toBe('先到');

  // a secret is not shown again
  await page.getByLabel('GitHub 密钥').fill('geheim');
  await page.getByLabel('发信服务器').fill('');
  await page.getByLabel('源代码').fill('');
  await save(page);
  await page.reload();
  await page.getByText('已设，不再显示').waitFor();
  expect(await page.content()).not.toContain('geheim');

  await page.getByRole('button', { name: '试试读写' }).click();
  await page.getByText('能写，能读，能删').waitFor();

  await page.getByLabel('找一项设置').fill('灯笼');
  expect(await page.locator('.group h2').allTextContents()).toEqual(['灯笼']);
  await page.getByText('总是亮').click();
  await page.getByRole('link', { name: '评论' }).click();
  await page.getByRole('button', { name: /留\s?下/ }).click();
  expect(page.url()).toContain('/admin/settings');
  await close();
});

test('the demo account looks and changes nothing; the page suits every width and theme', async () => {
  const { page, close } = await openAs('demo');
  expect(await page.getByLabel('站名').isDisabled()).toBe(true);
  expect(await page.getByText('演示模式，不允许操作：').isVisible()).toBe(true);
  expect(await flaws(page)).toEqual([]);
  await close();
});
