import { accentThemes } from '@mojian/ui/accent';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noise } from '../apps/server/test/noise.ts';
import { officeOf } from './api.ts';
import { changeSettings, inDatabase } from './arrange.ts';
import { flaws } from './looked-at.ts';
import { carryToken, newMember, tokenFor, workDone } from './members.ts';
import { confirmPassword } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

/** Two browsers beside each other, on a busy machine. */
const slow = { timeout: 150_000 };

async function openAs(role: 'owner' | 'admin' | 'demo') {
  const member = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ role }).where('id', '=', member.id).execute());
  const opened = await openPage();
  await carryToken(opened.page, site, await tokenFor(site, member));
  opened.page.setDefaultTimeout(20_000);
  await opened.page.goto('/admin/settings');
  await opened.page.getByRole('heading', { name: '站点设置' }).waitFor();
  return { ...opened, member };
}

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');

/** Theme of a page under a dark or light colour scheme of the device. */
async function turned(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
  await page.emulateMedia({ colorScheme });
  return themeOf(page);
}

const press = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();

async function saved(page: Page) {
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  await workDone(site);
}

/** By the mouse: first to the foot of the window, where the page comes along, and back by Escape; then one place up. */
async function dragLinksUp(page: Page) {
  const rows = page.locator('.field-menu-items li');
  const grab = async () => {
    const handle = rows.filter({ hasText: '/links' }).locator('.drag-handle');
    await handle.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await handle.hover();
    await page.mouse.down();
  };
  await grab();
  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  await page.mouse.move(400, (page.viewportSize()?.height ?? 0) - 8, { steps: 2 });
  await expect.poll(scrolled).toBeGreaterThan(before);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await rows.nth(6).textContent()).toContain('/links');

  await grab();
  const above = await rows.filter({ hasText: '/message' }).boundingBox();
  await page.mouse.move(400, (above?.y ?? 0) + 4, { steps: 2 });
  await page.mouse.up();
}

test('the owner changes name, menu, contacts and accent on one page, and readers see them at once', slow, async () => {
  await changeSettings(site, { look: { theme: 'system' } });
  const { page, faults, close, member } = await openAs('owner');
  const reader = await openPage();
  await reader.page.goto('/about');

  await page.getByLabel('站名').fill('林间小屋');
  await page.getByLabel('正文').first().fill('本月写慢工具。');
  await dragLinksUp(page);
  await page.getByRole('switch', { name: '热搜', exact: true }).click();
  await page.getByLabel('自定义链接的名字').fill('小店');
  await page.getByLabel('自定义链接的地址').fill('/rss.xml');
  await page.getByRole('button', { name: '添加链接' }).click();
  await page.getByText('石青').click();
  await page.getByText('总是显示').click();
  await page.getByRole('button', { name: '测试 GitHub' }).waitFor({ state: 'hidden' });
  await page.locator('summary', { hasText: 'GitHub' }).click();
  await page.getByLabel('GitHub 编号').fill('ich');
  await page.getByLabel('GitHub 密钥').fill('geheim');
  // seen before it is saved
  await expect.poll(() => page.locator('#set-menu .preview-menu').textContent()).toMatch(/^林间小屋首页.*小店$/);
  await expect.poll(() => page.locator('#set-announcement .preview-note').textContent()).toContain('本月写慢工具。');
  await expect.poll(() => page.locator('.save-bar [role=status]').textContent()).toBe('八处没有保存');
  await expect.poll(() => page.locator('.settings-contents i').count()).toBe(7);
  await page.keyboard.press('Control+s');
  const requested = page.getByRole('dialog', { name: '请再输入一次你的密码' });
  await requested.getByRole('button', { name: '取消' }).click();
  await page.getByText('没有确认密码，操作已取消').first().waitFor();
  await page.keyboard.press('Control+s');
  await requested.getByLabel('现在的密码').fill('猜的');
  await page.keyboard.press('Enter');
  await page.getByText('现在的密码不对').waitFor();
  await confirmPassword(page, member);
  await saved(page);

  await reader.page.emulateMedia({ colorScheme: 'dark' });
  await reader.page.reload({ waitUntil: 'commit' });
  await reader.page.waitForSelector('body');
  expect(await themeOf(reader.page)).toBe('dark');
  const menu = reader.page.getByRole('navigation', { name: '主菜单' }).locator('.header-nav > li > a');
  expect((await menu.allTextContents()).join(' ')).toBe('首页 归档 说说 导航 友链 留言板 关于 小店');
  expect(await reader.page.locator('.header .brand').textContent()).toContain('林间小屋');
  const seal = reader.page.locator('.header [aria-current]').first();
  expect(await seal.evaluate((link) => getComputedStyle(link).getPropertyValue('--color-seal'))).toContain(
    accentThemes('#1f5f8f').light.seal,
  );
  await reader.page.locator('.lantern').first().waitFor({ state: 'attached' });
  // a device that turns is followed, until the reader chooses
  await expect.poll(() => turned(reader.page, 'light')).toBe('light');
  await reader.page.locator('.header .theme-button').click();
  await expect.poll(() => themeOf(reader.page)).toBe('dark');
  expect(await turned(reader.page, 'light')).toBe('dark');
  await expect.poll(() => turned(page, 'dark')).toBe('dark');

  // the back office wears the accent, and tells no secret
  await page.getByRole('link', { name: '林间小屋' }).first().waitFor();
  const fill = () => page.locator('.office').evaluate((all) => getComputedStyle(all).getPropertyValue('--color-fill'));
  await expect.poll(fill).toContain(accentThemes('#1f5f8f').light.fill);
  await page.getByText('已设置，不再显示').waitFor();
  expect(await page.content()).not.toContain('geheim');
  // attempts of saving without the password
  expect(
    [...faults, ...reader.faults].filter((fault) => !/400 \(Bad Request\)|428 \(Precondition Required\)/.test(fault)),
  ).toEqual([]);
  await reader.close();
  await close();
});

test(
  'a refused setting names its field and keeps its input, and a save by somebody else is not lost',
  slow,
  async () => {
    const { page, close } = await openAs('owner');
    await page.getByLabel('源代码').fill('ftp://x');
    await page.getByLabel('发信服务器').fill('mail.example');
    await page.getByRole('textbox', { name: '邮箱', exact: true }).fill('nobody');
    await page.getByLabel('端口').fill('');
    await page.getByLabel('ICP 备案号').fill('长'.repeat(61));
    await page.getByLabel('找一项设置').fill('端口');
    await press(page);
    await page.getByText('邮箱：须为邮箱地址，或留空').waitFor();
    expect(await page.locator('.field-fault').allTextContents()).toEqual([
      '不能超过 60 个字',
      '须为 http 或 https 网址，或留空',
      '邮箱：须为邮箱地址，或留空',
      '须为整数',
    ]);
    expect(await page.getByLabel('ICP 备案号').evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByLabel('ICP 备案号').inputValue()).toHaveLength(61);
    await page.getByLabel('ICP 备案号').fill('');
    await page.getByRole('textbox', { name: '邮箱', exact: true }).fill('');
    await page.getByLabel('端口').fill('465');
    await press(page);
    await page.getByText('须填发件邮箱，或者用户名就是邮箱').waitFor();
    await page.getByText('须为 http 或 https 网址，或留空').waitFor();
    expect(await page.getByLabel('发信服务器').inputValue()).toBe('mail.example');
    await page.getByLabel('发信服务器').fill('');
    await page.getByLabel('源代码').fill('');

    const other = await openAs('owner');
    const motto = (of: Page) => of.getByLabel('座右铭');
    await motto(other.page).fill('先到');
    await other.page.getByLabel('所在地').fill('海边');
    await press(other.page);
    await saved(other.page);
    await motto(page).fill('后到');
    await press(page);
    await page.getByText('别人刚刚改过这一组').waitFor();
    await page.getByRole('button', { name: '保留我写的' }).click();
    await expect.poll(() => page.getByLabel('所在地').inputValue()).toBe('海边');
    expect(await motto(page).inputValue()).toBe('后到');
    await press(page);
    await saved(page);
    await motto(other.page).fill('太晚');
    await press(other.page);
    await other.page.getByRole('button', { name: '查看最新内容' }).click();
    await expect.poll(() => motto(other.page).inputValue()).toBe('后到');
    await other.close();

    await page.getByRole('button', { name: '测试读写' }).click();
    await page.getByText('能写，能读，能删').waitFor();

    await page.getByLabel('找一项设置').fill('灯笼');
    await expect.poll(() => page.locator('.group-card h2:visible').allTextContents()).toEqual(['灯笼']);
    await page.getByText('不显示', { exact: true }).filter({ visible: true }).click();
    await page.getByRole('link', { name: '评论' }).click();
    await page.getByRole('button', { name: /继续编辑/ }).click();
    expect(page.url()).toContain('/admin/settings');
    await close();
  },
);

test('text typed while a picture beside it is uploaded stays', slow, async () => {
  const { page, close } = await openAs('owner');
  const typed = Promise.withResolvers<void>();
  await page.route('**/file/upload', async (route) => {
    await typed.promise;
    await route.continue();
  });
  const group = page.locator('#set-author');
  const shown = group.locator('.picture-field');
  const buffer = await noise(60);
  await group.locator('input[type=file]').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer });
  await shown.getByText(/%$/).waitFor();
  await group.getByLabel('座右铭').fill('边传边写');
  typed.resolve();
  await shown.getByText(/%$/).waitFor({ state: 'detached' });
  await shown.getByText('更换').waitFor();
  expect(await group.getByLabel('座右铭').inputValue()).toBe('边传边写');
  await close();
});

test(
  'text typed while what somebody else saved is fetched stays, and a jump to a setting does not warn',
  slow,
  async () => {
    const { page, member, close } = await openAs('owner');
    const group = page.locator('#set-author');
    const motto = group.getByLabel('座右铭');
    const office = officeOf(site, { token: await tokenFor(site, member) });
    const author = (await office.settings.list()).find(({ name }) => name === 'author');
    if (!author) throw new Error('no group of the author');
    await office.settings.save({ body: { ...author, value: { ...author.value, place: '山里' } } });
    await motto.fill('写了一半');
    await press(page);
    await page.getByText('别人刚刚改过这一组').waitFor();
    const typed = Promise.withResolvers<void>();
    await page.route('**/v1/admin/settings/', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: '保留我写的' }).click();
    await motto.fill('写了一半，又写完了');
    typed.resolve();
    await expect.poll(() => group.getByLabel('所在地').inputValue()).toBe('山里');
    expect(await motto.inputValue()).toBe('写了一半，又写完了');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索后台' }).fill('灯笼');
    await page.getByRole('option', { name: /^灯笼/ }).click();
    await page.waitForURL(/#set-festival$/);
    expect(await page.getByText('有改动没有保存').count()).toBe(0);
    expect(await motto.inputValue()).toBe('写了一半，又写完了');
    await close();
  },
);

test('a link half typed into the menu survives a search for another setting', slow, async () => {
  const { page, faults, close } = await openAs('owner');
  await page.getByLabel('自定义链接的名字').fill('小店');
  const search = page.getByRole('searchbox', { name: '找一项设置' });
  await search.fill('灯笼');
  await page.locator('#set-festival').waitFor();
  await page.locator('#set-menu').waitFor({ state: 'hidden' });
  expect(await page.locator('.group-card:visible').count()).toBe(1);
  await search.fill('没有这样的设置');
  await page.getByText('没有叫「没有这样的设置」的设置。').waitFor();
  await search.fill('');
  await page.locator('#set-menu').waitFor();
  expect(await page.getByLabel('自定义链接的名字').inputValue()).toBe('小店');
  expect(faults).toEqual([]);
  await close();
});

test('settings of the owner are locked for an admin, with the reason; the rest can be changed', slow, async () => {
  const { page, close } = await openAs('admin');
  for (const group of ['mail', 'social', 'wechatAccount', 'backup'])
    await page
      .locator(`#set-${group} .group-card-owners-only`)
      .getByText(/^这一组只有站长能改/)
      .waitFor();
  expect(await page.getByLabel('发信服务器').isDisabled()).toBe(true);
  await page.getByText('「每天检查新版本」「检查更新的地址」只有站长能改').waitFor();
  expect(await page.getByLabel('检查更新的地址').isDisabled()).toBe(true);
  expect(await page.getByRole('switch', { name: '维护模式' }).isDisabled()).toBe(false);
  expect(await flaws(page, 'settings-admin')).toEqual([]);
  await page.getByLabel('座右铭').fill('管理员写的');
  await press(page);
  await saved(page);
  await close();
});

test('the demo account changes no setting; the page suits every width and theme', async () => {
  const { page, close } = await openAs('demo');
  expect(await page.getByLabel('站名').isDisabled()).toBe(true);
  await page.getByText('演示模式，不允许操作：').waitFor();
  expect(await flaws(page)).toEqual([]);
  await close();
});
