import { may, type Role, roles } from '@mojian/contract/platform/permissions';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inDatabase } from './arrange.ts';
import { hydrated, widths } from './browser.ts';
import { sampleOf } from './long.ts';
import { flaws } from './looked-at.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { arrived, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

async function visit(path: string, token = '', width: number = widths.desktop) {
  const visitor = await openPage({ viewport: { width, height: 900 } });
  if (token) await carryToken(visitor.page, site, token);
  await visitor.page.goto(path);
  return visitor;
}

const entries = (page: Page) =>
  page.getByRole('navigation', { name: '后台菜单' }).getByRole('listitem').getByRole('link');

test('without a login the site’s login opens and returns to the same screen', async () => {
  const admin = await newStaff(site, 'admin');
  const { page, faults } = await visit('/admin/comments?state=held');
  await arrived(page, '请先登录');
  await page.getByRole('link', { name: '去登录' }).click();
  await hydrated(page);
  await page.locator('dialog [name="email"]').fill(admin.email);
  await page.locator('dialog [name="password"]').fill(admin.password);
  await page.locator('dialog [type=submit]').click();
  await page.waitForURL(`${site.url}/admin/comments?state=held`);
  await arrived(page, '评论');
  expect(await page.title()).toContain('评论 · ');
  expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([]);

  await page.getByRole('button', { name: `${admin.nickname}的菜单` }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByText('注销成功').waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token');
});

test('a member is refused with a reason, and the site shows them no link to the admin', async () => {
  const member = await newMember(site);
  const { page } = await visit('/admin', await tokenFor(site, member));
  await arrived(page, '没有权限');
  await page.getByRole('link', { name: '返回站点' }).click();
  await page.getByRole('button', { name: member.nickname }).waitFor();
  expect(await page.locator('a[href^="/admin"]').count()).toBe(0);
});

/** A screen that is not for this role. */
const closed: Partial<Record<Role, [path: string, title: string]>> = {
  admin: ['/admin/backups', '备份'],
  editor: ['/admin/comments', '评论'],
  moderator: ['/admin/settings', '站点设置'],
  demo: ['/admin/audit', '操作记录'],
};

/** Texts of buttons that change something. */
const change = /^(新建|写通知|立即|导入|上传|合并|删除|通过|退回|保存|移到|发一封|重建|清|现在|停用|改|加一)/;

test('each role enters from the site, opens every entry of its menu, and is refused other screens', async () => {
  for (const role of sampleOf(
    roles.toReversed().filter((each) => may(each, 'office.enter') && each !== 'owner'),
    2,
  )) {
    const { page, close } = await visit('/about', await tokenFor(site, await newStaff(site, role)));
    const refused: string[] = [];
    const pressable: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(`${role}：${answer.url()}`));
    await page.locator('.header-nav > li > a', { hasText: '关于' }).hover();
    await page.locator('.header-nav .menu').getByRole('link', { name: '管理后台' }).click();
    await entries(page).first().waitFor();
    const addresses = await entries(page).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses.includes('/admin/backups')).toBe(may(role, 'backups.manage'));
    expect(addresses.includes('/admin/comments')).toBe(may(role, 'comments.moderate'));
    for (const address of addresses) {
      await page.locator(`.office-side a[href="${address}"]:not(.office-brand)`).click();
      await page.waitForURL(site.url + address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      if (role === 'demo')
        pressable.push(...(await page.locator('#main button:enabled', { hasText: change }).allTextContents()));
      if (role === 'demo' && address === '/admin/comments')
        await page.locator('#main button:disabled[title="演示模式，不允许操作"]').first().waitFor();
    }
    expect([refused, pressable]).toEqual([[], []]);
    expect(await page.getByText('演示模式：').count()).toBe(role === 'demo' ? 1 : 0);
    const [path, title] = closed[role] as [string, string];
    expect(addresses).not.toContain(path);
    await page.goto(path);
    await arrived(page, '没有权限');
    await page.getByText(`不能查看「${title}」`).waitFor();
    await close();
  }
}, 180_000);

test('a session that ends keeps the typed text, and continues after a login in another tab', async () => {
  const admin = await newStaff(site, 'admin');
  const { page } = await visit('/admin/comments', await tokenFor(site, admin));
  await arrived(page, '评论');
  await inDatabase(site, (db) => db.deleteFrom('sessions').where('userId', '=', admin.id).execute());
  const field = page.getByRole('searchbox', { name: '评论的文字' }).or(page.getByLabel('评论的文字')).first();
  await field.fill('写到一半');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '登录已经失效' });
  await dialog.waitFor();
  expect(await dialog.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/?login');
  await carryToken(page, site, await tokenFor(site, admin));
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('已重新登录').waitFor();
  expect(await field.inputValue()).toBe('写到一半');
});

test('an unknown address, an outdated version and a lost network each have their message', async () => {
  const { page } = await visit('/admin/nothing', await tokenFor(site, await newStaff(site, 'owner')));
  await arrived(page, '没有这一页');
  await page.getByRole('link', { name: '返回概览' }).click();
  await page.route(/settings-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await entries(page).filter({ hasText: '站点设置' }).click();
  await arrived(page, '后台换了新版本');
  await page.unroute(/settings-[^/]*\.js$/);
  await page.getByRole('button', { name: '重新载入' }).click();
  await arrived(page, '站点设置');

  await page.context().setOffline(true);
  await page.getByText('网络断开了').waitFor();
  await entries(page).filter({ hasText: '评论' }).click();
  await page.context().setOffline(false);
  await page.getByText('网络断开了').waitFor({ state: 'hidden' });
});

test('a menu that cannot be loaded says so, and opens when asked again', async () => {
  const { page } = await visit('/admin', await tokenFor(site, await newStaff(site, 'owner')));
  await arrived(page, /./);
  await page.route(/drop-menu-[^/]*\.js$/, (route) => route.abort());
  const button = page.getByRole('button', { name: /待办/ });
  await button.click();
  await page.getByText('这一部分没有取到').waitFor();
  await page.getByRole('button', { name: '重新载入' }).waitFor();
  await page.unroute(/drop-menu-[^/]*\.js$/);
  await page.getByRole('button', { name: '重新载入' }).click();
  await button.click();
  await page.getByRole('menu').waitFor();
});

test('the keyboard reaches everything; the shell is sound at each width and in both themes', async () => {
  const { page, faults } = await visit('/admin', await tokenFor(site, await newStaff(site, 'owner')));
  await arrived(page, /./);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('跳到正文');

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: '搜索后台' });
  await field.fill('评论');
  expect(await flaws(page, 'jump')).toEqual([]);
  await field.press('Enter');
  await page.waitForURL('**/admin/comments');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  await page.keyboard.press('Control+k');
  await field.fill('备案号');
  await field.press('Enter');
  await page.waitForURL('**/admin/settings#set-footer');
  await page.keyboard.press('Control+k');
  await field.fill('欢迎来到');
  await page.getByRole('option', { name: '欢迎来到墨笺' }).waitFor();
  await field.press('Enter');
  await page.waitForURL('**/admin/articles?text=*');

  await page.goto('/admin');
  await arrived(page, /./);
  expect(await flaws(page, 'shell')).toEqual([]);
  await page.setViewportSize({ width: widths.phone, height: 900 });
  await page.getByRole('button', { name: '打开菜单' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('link', { name: '评论' }).waitFor();
  expect(await flaws(page, 'drawer')).toEqual([]);
  await page.setViewportSize({ width: widths.phone, height: 900 });
  await drawer.getByRole('link', { name: '评论' }).click();
  await page.waitForURL('**/admin/comments');
  await drawer.waitFor({ state: 'hidden' });

  await page.setViewportSize({ width: 1000, height: 900 });
  expect((await page.locator('.office-side').boundingBox())?.width).toBe(60);
  expect(faults).toEqual([]);
});
