import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inDatabase, issueLoginTicket } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated } from './browser.ts';
import { carryToken, type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

/** The tests' names are the lines of the specification they hold the session to. */
const { site, openPage } = openStage();

/** A browser that nobody has logged in with. */
async function visitor(width = 1600) {
  const visitor = await openPage({ viewport: { width, height: 900 } });
  return visitor;
}

/** The browser of a member who has logged in a while ago, on a page where it is known. */
async function member({ path = '/', width = 1600 } = {}) {
  const who = await newMember(site);
  const token = await tokenFor(site, who);
  const browsing = await visitor(width);
  await carryToken(browsing.page, site, token);
  await browsing.page.goto(path);
  await known(browsing.page, who);
  return { ...browsing, who, token };
}

const stored = (page: Page) =>
  page.evaluate(() => (JSON.parse(sessionStorage.getItem('user') ?? 'null') as { nickname: string } | null)?.nickname);
const known = async (page: Page, { nickname }: Member) => {
  await expect.poll(() => stored(page).catch(() => undefined), { timeout: 10_000 }).toBe(nickname);
  await hydrated(page);
};
const tokenIn = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
const face = (page: Page) => page.locator('.header-member > div:last-child > .icon-button');
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const login = (page: Page) => page.getByRole('dialog', { name: '登录', exact: true });
const handoverFor = ({ id }: Member) => issueLoginTicket(site, id);
const seen = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('on start, a token present in the URL is saved, then user info is fetched by token; the address bar is clean at once', async () => {
  const who = await newMember(site);
  const handover = await handoverFor(who);
  const { page, faults } = await visitor();
  const reported: string[] = [];
  page.on('request', (request) => {
    const carriers = `${request.url()} ${request.headers().authorization}`;
    if (carriers.includes(handover)) reported.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => sessionStorage.setItem('seen', location.href));
  });
  await page.goto(`/archive?token=${handover}`);
  await known(page, who);
  await toast(page, '登录成功');
  expect(page.url()).toBe(`${site.url}/archive`);
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe(`${site.url}/archive`);
  expect(reported).toEqual(['/archive', '/v1/user/selectUserInfoByToken']);
  const token = await tokenIn(page);
  expect(token).toHaveLength(43);
  expect(token).not.toBe(handover);
  expect(faults).toEqual([]);

  const late = await visitor();
  await late.page.goto(`/?token=${handover}`);
  await toast(late.page, '登录没有完成，请重试');
  await login(late.page).waitFor();
  expect([await tokenIn(late.page), late.page.url()]).toEqual([undefined, `${site.url}/`]);
});

test('the session’s own token in the URL is kept; a made-up one ends no session', async () => {
  const who = await newMember(site);
  const token = await tokenFor(site, who);
  const { page } = await visitor();
  await page.goto(`/about?token=${token}`);
  await known(page, who);
  expect(await tokenIn(page)).toBe(token);
  await page.goto('/about?token=made-up%3B%20path%3D/x');
  await toast(page, '登录没有完成，请重试');
  expect([await tokenIn(page), await stored(page), page.url()]).toEqual([token, who.nickname, `${site.url}/about`]);
});

test('a token in the URL never replaces an active session without a confirmation', async () => {
  const { page, who, token } = await member({ path: '/about' });
  const stranger = await newMember(site);
  const foreign = await tokenFor(site, stranger);
  const requested = page.getByRole('dialog', { name: `以「${stranger.nickname}」的身份继续？` });
  await page.goto(`/about?token=${foreign}`);
  await requested.waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: '保持现在的登录' }).click();
  await requested.waitFor({ state: 'hidden' });
  expect([await tokenIn(page), await stored(page)]).toEqual([token, who.nickname]);

  await page.goto(`/about?token=${await handoverFor(stranger)}`);
  await page.getByRole('button', { name: '保持现在的登录' }).click();
  await requested.waitFor({ state: 'hidden' });
  expect(await tokenIn(page)).toBe(token);

  await page.goto(`/about?token=${foreign}`);
  await page.getByRole('button', { name: '换成这个账号' }).click();
  await known(page, stranger);
  expect(await tokenIn(page)).toBe(foreign);
});

test('a role or name changed elsewhere shows after a reload; an ended session opens the login dialog', async () => {
  const { page, who } = await member();
  await inDatabase(site, (db) => db.updateTable('users').set({ role: 'editor' }).where('id', '=', who.id).execute());
  await page.reload();
  const role = () =>
    page.evaluate(() => (JSON.parse(sessionStorage.getItem('user') ?? '{}') as { role?: string }).role);
  await expect.poll(role).toBe('editor');
  await inDatabase(site, (db) => db.deleteFrom('sessions').where('userId', '=', who.id).execute());
  await page.reload();
  await toast(page, '登录已失效，请重新登录');
  await login(page).waitFor();
  expect([await tokenIn(page), await stored(page)]).toEqual([undefined, undefined]);
});

test('the link of /setup keeps its token', async () => {
  const { page } = await visitor();
  await page.goto('/setup?token=from-the-console');
  await hydrated(page);
  expect(page.url()).toContain('token=from-the-console');
});

test('user info is kept in session storage: a reload shows it at once and refreshes it; no URL holds the token', async () => {
  const { page, who, faults, token } = await member();
  const requested: string[] = [];
  page
    .context()
    .on('request', (request) => request.url().includes('selectUserInfoByToken') && requested.push(request.url()));
  await page.reload();
  await known(page, who);
  await face(page).waitFor();
  await expect.poll(() => requested.length).toBe(1);
  const second = await page.context().newPage();
  await second.goto('/say');
  await known(second, who);
  expect(requested).toHaveLength(2);
  expect(requested.join()).not.toContain(token);
  expect(faults).toEqual([]);
});

test('the token is sent in an Authorization header when present', async () => {
  const { page, token } = await member();
  const [call] = await Promise.all([page.waitForRequest('**/v1/report*'), page.reload()]);
  expect(call.headers().authorization).toBe(token);
  const nobody = await visitor();
  const [plain] = await Promise.all([nobody.page.waitForRequest('**/v1/report*'), nobody.page.goto('/')]);
  expect(plain.headers().authorization).toBeUndefined();
});

test('a 401 response clears token and user and opens the login dialog', async () => {
  const { page, who, token } = await member();
  await inDatabase(site, (db) => db.deleteFrom('sessions').where('userId', '=', who.id).execute());
  expect(await tokenIn(page)).toBe(token);
  const second = await page.context().newPage();
  await second.goto('/');
  await login(second).waitFor();
  expect([await tokenIn(second), await stored(second)]).toEqual([undefined, undefined]);
});

test('a session that ends while a page is open opens the login dialog there, and the stream goes on as a visitor’s', async () => {
  const { page, who } = await member();
  await Promise.all([page.waitForResponse('**/v1/stream**'), page.goto('/message')]);
  await inDatabase(site, (db) => db.deleteFrom('sessions').where('userId', '=', who.id).execute());
  const again = page.waitForResponse(async (answer) => answer.url().includes('/v1/stream') && answer.status() === 200, {
    timeout: 60_000,
  });
  await login(page).waitFor({ timeout: 60_000 });
  await again;
  expect([await tokenIn(page), await stored(page)]).toEqual([undefined, undefined]);
});

test('logout: calls logout, clears token, clears user, then reloads', async () => {
  const { page, token } = await member({ path: '/archive' });
  await face(page).hover();
  const reload = page.waitForEvent('load');
  await page.getByRole('button', { name: '退出登录' }).click();
  await reload;
  await toast(page, '注销成功');
  expect([await tokenIn(page), await stored(page), page.url()]).toEqual([undefined, undefined, `${site.url}/archive`]);
  const { status } = await fetch(`${site.url}/v1/session/`, { headers: { authorization: token } });
  expect(status).toBe(401);
});

test('logout leaves /user first if there', async () => {
  const { page } = await member({ path: '/user' });
  await face(page).hover();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL(`${site.url}/`);
  await toast(page, '注销成功');
  expect(await page.locator('dialog[open]').count()).toBe(0);
});

test('avatar dropdown, logged in: personal centre, editor for members who may write, log out', async () => {
  const { page, who } = await member();
  await face(page).hover();
  const menu = page.locator('.member-buttons-menu');
  await menu.waitFor({ state: 'visible' });
  expect(await menu.locator('a, button').allTextContents()).toEqual([
    '个人中心',
    '写文章',
    '我的草稿',
    '聊天室',
    '退出登录',
  ]);
  expect(await menu.textContent()).toContain(who.nickname);
  expect(await page.locator('.header a[href^="/admin"]').count()).toBe(0);
  await menu.getByRole('link', { name: '个人中心' }).click();
  await page.waitForURL('**/user');
});

test('logged-in users open notifications and the chat room without being asked to log in', async () => {
  const { page, faults } = await member();
  const bell = page.getByRole('link', { name: '通知', exact: true });
  await bell.hover();
  const entries = page.locator('.notice-menu a');
  await entries.first().waitFor({ state: 'visible' });
  expect(await entries.evaluateAll((all) => all.map((entry) => entry.getAttribute('href')))).toEqual([
    '/notice?type=0',
    '/notice?type=1',
    '/im',
  ]);
  await page.mouse.wheel(0, 900);
  const chat = page.locator('.shell-tools').getByRole('link', { name: '聊天室' });
  await chat.waitFor({ state: 'visible' });
  await chat.click();
  await page.waitForURL('**/im');
  for (const path of ['/im', '/notice?type=0', '/newSays']) {
    await page.goto(path);
    await face(page).waitFor();
    await expect.poll(() => page.getByText('请先登录').count(), { message: path }).toBe(0);
    expect(await page.locator('main h1').count(), path).toBe(1);
  }
  // the desk has a bar of its own in the place of the header
  await page.goto('/newposts');
  await page.getByRole('textbox', { name: '标题' }).waitFor();
  await expect.poll(() => page.getByText('请先登录').count()).toBe(0);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  const bar = page.locator('.desk-bar');
  await bar.getByRole('link', { name: '通知', exact: true }).click();
  await page.waitForURL('**/notice**');
  await page.goBack();
  await bar.getByRole('link', { name: '个人中心' }).first().click();
  await page.waitForURL('**/user');
  expect(faults).toEqual([]);
});

test('opening notifications or chat by address asks to log in and stays on the address', async () => {
  const who = await newMember(site);
  const { page, faults } = await visitor();
  for (const path of ['/notice', '/im', '/chat', `/im?userId=${who.id}`]) {
    await page.goto(path);
    await login(page).waitFor();
    await login(page).getByRole('button', { name: '关闭' }).click();
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await page.getByRole('heading', { name: '请先登录' }).waitFor();
    await page.locator('main').getByRole('button', { name: '登录' }).click();
    await login(page).waitFor();
  }
  await page.locator('dialog [name=email]').fill(who.email);
  await page.locator('dialog [name=password]').fill(who.password);
  await Promise.all([page.waitForEvent('load'), page.locator('dialog [type=submit]').click()]);
  await known(page, who);
  expect(page.url()).toBe(`${site.url}/im?userId=${who.id}`);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  expect(faults).toEqual([]);

  const other = await member({ path: '/notice?type=0' });
  await face(other.page).hover();
  await other.page.getByRole('button', { name: '退出登录' }).click();
  await toast(other.page, '注销成功');
  expect(new URL(other.page.url()).pathname).toBe('/');
  expect(await other.page.locator('dialog[open]').count()).toBe(0);
});

test('side drawer, logged in: personal centre and log out', async () => {
  const { page, who } = await member({ width: 390 });
  await page.getByRole('button', { name: '打开菜单' }).click();
  const drawer = page.getByRole('dialog', { name: '菜单' });
  await drawer.getByRole('link', { name: new RegExp(`${who.nickname}.*个人中心`) }).waitFor();
  expect(await drawer.getByRole('link', { name: '通知' }).getAttribute('href')).toBe('/notice?type=0');
  expect(await barriers(page)).toEqual([]);
  await drawer.getByRole('button', { name: '退出登录' }).click();
  await toast(page, '注销成功');
  expect(await tokenIn(page)).toBeUndefined();
});

test('logging out and in is noticed by other tabs', async () => {
  const { page, who } = await member();
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 1600, height: 900 });
  await other.goto('/');
  await known(other, who);

  await page.context().clearCookies();
  await seen(other);
  await other.getByRole('button', { name: '我的' }).waitFor();

  const next = await newMember(site);
  await carryToken(page, site, await tokenFor(site, next));
  await other.locator('.header-nav > li > a[href="/archive"]').click(); // its next call
  await known(other, next);
  await page.locator('.header-nav > li > a[href="/archive"]').click();
  await known(page, next);
  await expect.poll(() => page.locator('.member-buttons-menu b').textContent()).toBe(next.nickname);
});

test('a member without an e-mail is asked once whether to add one', async () => {
  const who = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ email: null }).where('id', '=', who.id).execute());
  const { page } = await visitor();
  await page.goto(`/?token=${await handoverFor(who)}`);
  const slip = page.getByRole('region', { name: '添加邮箱' });
  await slip.waitFor();
  expect(await barriers(page, { within: ['.deferred-propose'] })).toEqual([]);
  await slip.getByRole('button', { name: '以后再说' }).click();
  await slip.waitFor({ state: 'detached' });
  for (const start of ['/', `/?token=${await handoverFor(who)}`]) {
    // by then everything that comes later has come: an open page is never without a connection
    await Promise.all([page.waitForResponse('**/v1/stream**'), page.goto(start)]);
    await known(page, who);
    expect(await slip.count()).toBe(0);
  }
});

test('a browser without storage shows the site', async () => {
  const { page } = await visitor();
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'sessionStorage', { get });
  });
  await page.goto('/?token=anything');
  await hydrated(page);
  await page.waitForSelector('.shell-tools', { state: 'attached' });
  await page.locator('.header-nav > li > a[href="/archive"]').click();
  await page.waitForURL('**/archive');
  await expect.poll(() => page.title()).toContain('文章归档');
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await login(page).waitFor();
});
