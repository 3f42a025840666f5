import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase, notify } from './arrange.ts';
import { hydrated } from './browser.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

/** The tests' names are the lines of the specification they hold the shell to. */
const { site, openPage } = openStage();

type Options = { width?: number; path?: string; now?: number; before?: (page: Page) => Promise<unknown> };

/** A visitor on a page that has come to rest: hydrated, and with all that comes a moment later. */
async function visit({ width = 1200, path = '/', now, before }: Options = {}) {
  const visitor = await openPage({ viewport: { width, height: 800 } });
  const { page } = visitor;
  if (now !== undefined) await page.clock.install({ time: now });
  await before?.(page);
  await page.goto(path);
  await hydrated(page);
  await page.waitForSelector('.shell-tools', { state: 'attached' });
  return visitor;
}

const login = (page: Page) => page.getByRole('dialog', { name: '登录', exact: true });
/** A system notice for a member, as the site gives it. */
const tellOf = (userId: number) =>
  notify(site, {
    userId,
    kind: 0,
    actorId: null,
    subject: `note ${userId}`,
    title: '雨停了',
    text: '雨停了',
    link: '',
  });
const say = (page: Page, type: string, text: string) =>
  page.evaluate((detail) => dispatchEvent(new CustomEvent('mojian:toast', { detail })), { type, text });
const scroll = async (page: Page, y: number) => {
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
};

test('header and footer taken from another page of the same second come to life as the page’s own', async () => {
  const places = ['/tags', '/category', '/archive', '/?by=hot', '/links', '/about'];
  for (let time = 0; time < 3; time++) await Promise.all(places.map((path) => fetch(site.url + path)));
  for (const path of places) {
    const { page, faults } = await visit({ path });
    const running = page.locator('.shell-footer dd').first();
    await running.scrollIntoViewIfNeeded();
    const begun = await running.textContent();
    await expect.poll(() => running.textContent()).not.toBe(begun);
    expect(faults, path).toEqual([]);
  }
});

test('menu: home, archive dropdown, say, navigation, hot search, message board, friend links, about dropdown', async () => {
  const { page, faults } = await visit();
  const entries = page.locator('.header-nav > li > a');
  expect(await entries.allTextContents()).toEqual(['首页', '归档', '说说', '导航', '热搜', '留言板', '友链', '关于']);
  expect(await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/archive',
    '/say',
    '/navigation',
    '/hot',
    '/message',
    '/links',
    '/about',
  ]);
  const archive = page.locator('.header-nav .menu').first();
  expect(await archive.isVisible()).toBe(false);
  await page.locator('.header-nav a', { hasText: '归档' }).first().hover();
  await archive.waitFor({ state: 'visible' });
  expect(await archive.locator('a').allTextContents()).toEqual(['文章归档', '文章分类', '文章标签']);
  await page.keyboard.press('Escape');
  await archive.waitFor({ state: 'hidden' });
  await page.locator('.header-nav > li > a').last().focus();
  await page.locator('.header-nav .menu').last().waitFor({ state: 'visible' });
  expect(await page.locator('.header-nav .menu').last().textContent()).toContain('关于本站');
  expect(await page.locator('.header a[href^="/admin"]').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the search box is hidden below 1500 px, with its Ctrl+K hint', async () => {
  const { page } = await visit({ width: 1500 });
  expect(await page.locator('.header-search kbd').isVisible()).toBe(true);
  expect((await page.locator('.header-search').boundingBox())?.width).toBeGreaterThan(200);
  await page.setViewportSize({ width: 1499, height: 800 });
  expect(await page.locator('.header-search kbd').isVisible()).toBe(false);
  expect((await page.locator('.header-search').boundingBox())?.width).toBe(40);
});

test('the user and notice area is hidden at 1350 px or narrower', async () => {
  const { page } = await visit({ width: 1351 });
  expect(await page.locator('.header-member').isVisible()).toBe(true);
  await page.setViewportSize({ width: 1350, height: 800 });
  expect(await page.locator('.header-member').isVisible()).toBe(false);
});

test('phones: five places at the foot lead on, also without a script, and ask a visitor to log in', async () => {
  const { page, faults } = await visit({ width: 390 });
  const bar = page.getByRole('navigation', { name: '常用' });
  expect(await bar.getByRole('link').allInnerTexts()).toEqual(['首页', '说说', '搜索', '通知', '我']);
  expect(await bar.locator('[aria-current]').allInnerTexts()).toEqual(['首页']);
  for (const link of await bar.getByRole('link').all()) {
    const box = await link.boundingBox();
    expect([Math.round(box?.width ?? 0), (box?.height ?? 0) >= 44]).toEqual([78, true]);
  }
  await bar.getByRole('link', { name: '我' }).click();
  await login(page).waitFor();
  expect(await bar.isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await bar.getByRole('link', { name: '搜索' }).click();
  await page.getByRole('dialog', { name: '搜索' }).waitFor();
  await page.keyboard.press('Escape');
  await bar.getByRole('link', { name: '说说' }).click();
  await page.waitForURL('**/say');
  await expect.poll(() => bar.locator('[aria-current]').allInnerTexts()).toEqual(['说说']);
  await page.setViewportSize({ width: 641, height: 800 });
  expect(await bar.isVisible()).toBe(false);
  expect(faults).toEqual([]);

  const without = await openPage({ viewport: { width: 390, height: 800 }, javaScriptEnabled: false });
  await without.page.goto('/');
  expect(
    await without.page.locator('.thumb-bar a').evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
  ).toEqual(['/', '/say', '/search', '/notice', '/user']);
  expect(await without.page.locator('.thumb-bar').isVisible()).toBe(true);
});

test('phones: the bar goes with the header and gives way to an article’s bar, a room and a keyboard', async () => {
  const lin = await newMember(site);
  const token = await tokenFor(site, lin);
  await tellOf(lin.id);
  const { page, faults } = await visit({ width: 390, before: (on) => carryToken(on, site, token) });
  const bar = page.locator('.thumb-bar');
  await expect.poll(() => bar.getByRole('link', { name: '通知' }).innerText()).toMatch(/^1/);
  expect(await bar.locator('.face').count()).toBe(1);
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  for (const [y, isVisible] of [
    [600, false],
    [500, true],
    [700, false],
    [1e6, true],
  ] as const) {
    await scroll(page, y);
    await expect.poll(() => bar.isVisible(), { message: `${y}` }).toBe(isVisible);
  }
  await page.goto('/article/1');
  await page.locator('.article-dock').waitFor();
  expect(await bar.isVisible()).toBe(false);
  await page.goto('/im');
  await page.locator('a.chat-room').first().waitFor();
  await bar.waitFor();
  await page.locator('a.chat-room').first().click();
  await bar.waitFor({ state: 'hidden' });
  await page.goto('/search');
  await bar.waitFor();
  await page.locator('main input').first().focus();
  await bar.waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

test('1119 to 1350 px: one account button opens what the hidden area has, by press and by key', async () => {
  const { page, faults } = await visit({ width: 1120 });
  const button = page.locator('.header-account > button');
  expect(await page.locator('.header').evaluate((header) => header.scrollWidth - header.clientWidth)).toBe(0);
  await button.click();
  await login(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  for (const width of [1118, 1351]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await button.isVisible(), `${width}`).toBe(false);
  }

  const lin = await newMember(site);
  const token = await tokenFor(site, lin);
  await tellOf(lin.id);
  const member = await visit({ width: 1280, before: (on) => carryToken(on, site, token) });
  const face = member.page.getByRole('button', { name: `${lin.nickname}，有未读` });
  await face.focus();
  await member.page.keyboard.press('ArrowDown');
  const menu = member.page.locator('.member-menus-account');
  await menu.waitFor({ state: 'visible' });
  await expect.poll(() => member.page.evaluate(() => document.activeElement?.textContent)).toMatch(/^通知1/);
  expect(await menu.locator('a, button').allInnerTexts()).toEqual([
    expect.stringMatching(/^通知\s*1/),
    '私信',
    '写文章',
    '个人中心',
    '退出登录',
  ]);
  await member.page.keyboard.press('ArrowUp');
  await expect.poll(() => member.page.evaluate(() => document.activeElement?.textContent)).toBe('退出登录');
  await member.page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await face.click();
  await menu.getByRole('link', { name: '通知' }).click();
  await member.page.waitForURL('**/notice?type=0');
  expect([faults, member.faults]).toEqual([[], []]);
});

test('unread notices are seen on every page: on the menu button of a phone, and in the title until they are read', async () => {
  const lin = await newMember(site);
  const token = await tokenFor(site, lin);
  const { page, faults } = await visit({ width: 390, path: '/article/1', before: (on) => carryToken(on, site, token) });
  await page.waitForFunction(() => sessionStorage.getItem('user') !== null);
  const title = await page.title();
  expect(title).not.toMatch(/^\(/);
  await tellOf(lin.id);
  await expect.poll(() => page.title()).toBe(`(1) ${title}`);
  await page.getByRole('button', { name: '打开菜单，有 1 条未读' }).waitFor();
  expect(await page.locator('.header-burger').evaluate((one) => getComputedStyle(one, '::after').width)).toBe('7px');
  await page.goto('/archive');
  await expect.poll(() => page.title()).toBe('(1) 文章归档');
  await apiOf(site, { token }).notices.read({ body: { type: 0 } });
  await expect.poll(() => page.title()).toBe('文章归档');
  await page.getByRole('button', { name: '打开菜单', exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('below 1119 px width a menu button and a search icon appear', async () => {
  const { page } = await visit({ width: 1119 });
  const menu = page.getByRole('button', { name: '打开菜单' });
  expect([await menu.isVisible(), await page.locator('.header-nav').isVisible()]).toEqual([false, true]);
  await page.setViewportSize({ width: 1118, height: 800 });
  expect([await menu.isVisible(), await page.locator('.header-nav').isVisible()]).toEqual([true, false]);
  expect(await page.getByRole('button', { name: '搜索文章' }).isVisible()).toBe(true);
});

test('opening notifications requires login; otherwise the login dialog opens', async () => {
  const { page, faults } = await visit({ width: 1600 });
  const bell = page.getByRole('button', { name: '通知', exact: true });
  await bell.hover();
  const entries = page.locator('.notice-menu b');
  await entries.first().waitFor({ state: 'visible' });
  expect(await entries.allTextContents()).toEqual(['系统通知', '评论', '私聊']);
  await bell.click();
  await login(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  expect(await bell.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
});

test('avatar dropdown, logged out: an invitation to log in (join comments, publish articles) and a login button', async () => {
  const { page } = await visit({ width: 1600 });
  await page.getByRole('button', { name: '我的' }).focus();
  const invitation = page.locator('.member-buttons-invitation');
  await invitation.waitFor({ state: 'visible' });
  expect(await invitation.textContent()).toMatch(/参与评论.*发表.*文章/);
  await invitation.getByRole('button', { name: '登录' }).click();
  await login(page).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '我的' }).click(); // in one step for who needs no invitation
  await login(page).waitFor();
});

test('the header hides on scroll down and shows on scroll up; a bar shows the scroll percentage', async () => {
  const { page } = await visit();
  const top = () => page.locator('.header').evaluate((header) => Math.round(header.getBoundingClientRect().bottom));
  expect(await top()).toBeGreaterThan(0);
  await scroll(page, 600);
  await expect.poll(top).toBeLessThanOrEqual(0);
  expect(await page.locator('.shell-read-bar').evaluate((bar) => Number.parseFloat(bar.style.scale))).toBeGreaterThan(
    0,
  );
  await scroll(page, 500);
  await expect.poll(top).toBeGreaterThan(0);
});

test('footer: hidden on /message, /chat and /newposts', async () => {
  const { page } = await visit();
  expect(await page.locator('footer.shell-footer').count()).toBe(1);
  for (const path of ['/message', '/chat', '/newposts']) {
    await page.goto(path);
    expect(await page.locator('footer.shell-footer').count(), path).toBe(0);
  }
});

test('footer: running time since 1582992000000, years, site name, page views and visitors', async () => {
  const passed = ((2456 * 24 + 7) * 60 + 12) * 60 + 33;
  const { page } = await visit({ now: 1_582_992_000_000 + passed * 1000 });
  const running = page.locator('.shell-footer dd').first();
  await running.scrollIntoViewIfNeeded();
  await page.clock.pauseAt(1_582_992_000_000 + (passed + 3600) * 1000);
  await expect.poll(() => running.textContent()).toBe('2456天08时12分33秒');
  await page.clock.runFor(27_000);
  expect(await running.textContent()).toBe('2456天08时13分00秒');

  // out of sight, a tick would only cost a frame
  const ticks = async () => {
    const before = await running.textContent();
    await page.clock.runFor(5000);
    return (await running.textContent()) !== before;
  };
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(ticks).toBe(false);
  await running.scrollIntoViewIfNeeded();
  await expect.poll(ticks).toBe(true);
  expect((await page.locator('.shell-footer dt').allTextContents())[0]).toBe('本站已运行');
  expect(await page.locator('.shell-footer dd').allTextContents()).not.toContain('0');
  expect(await page.locator('.shell-footer-bottom').textContent()).toMatch(/© 2020–20\d\d 墨笺/);
});

test('a phone’s footer leaves out what the drawer has; without scripts it has all', async () => {
  const places = '.shell-footer-place, .shell-footer-words';
  const seen = async (javaScriptEnabled: boolean) => {
    const { page } = await openPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled });
    await page.goto('/series');
    const footer = page.locator('.shell-footer');
    await footer.scrollIntoViewIfNeeded();
    const height = (await footer.boundingBox())?.height ?? 0;
    return { height, places: await page.locator(places).filter({ visible: true }).count() };
  };
  const [withScripts, without] = [await seen(true), await seen(false)];
  expect(withScripts.height).toBeLessThan(300);
  expect(withScripts.places).toBe(0);
  expect(without.places).toBeGreaterThan(1);
});

test('side drawer: home, archive, category, tags, navigation, message, say, friend links, about; login', async () => {
  const { page, faults } = await visit({ width: 390 });
  const trigger = page.getByRole('button', { name: '打开菜单' });
  await trigger.click();
  const drawer = page.getByRole('dialog', { name: '菜单' });
  const links = drawer.locator('nav a');
  await links.first().waitFor();
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/archive',
    '/category',
    '/tags',
    '/navigation',
    '/hot',
    '/message',
    '/say',
    '/links',
    '/about',
  ]);
  // a gap between its parts closes nothing, as its scroll bar does not
  await drawer.dispatchEvent('pointerdown', { clientX: 20, clientY: 20 });
  expect(await drawer.isVisible()).toBe(true);
  await drawer.getByRole('button', { name: '登录' }).click();
  await login(page).waitFor();
  expect(await page.locator('dialog[open]').count()).toBe(1);
  await page.keyboard.press('Escape');
  await trigger.click();
  await links.nth(1).click();
  await page.waitForURL('**/archive');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('toolbar: slides in when scrolling down and hides at 150 px or less from the top', async () => {
  const { page } = await visit();
  const tools = page.locator('.shell-tools');
  await scroll(page, 151);
  await tools.waitFor({ state: 'visible' });
  await scroll(page, 150);
  await tools.waitFor({ state: 'hidden' });
});

test('the header shows the chat at every desktop width and keeps to one line', async () => {
  const visitor = await visit();
  await visitor.page.locator('.header').getByRole('link', { name: '聊天室' }).click();
  await login(visitor.page).waitFor();
  expect(new URL(visitor.page.url()).pathname).toBe('/');

  const lin = await newMember(site);
  const token = await tokenFor(site, lin);
  const avatar = '/icon-192.png';
  await inDatabase(site, (db) => db.updateTable('users').set({ avatar }).where('id', '=', lin.id).execute());
  const { page } = await visit({ width: 1600, before: (on) => carryToken(on, site, token) });
  await page.locator('.header-member .icon-button img.face').waitFor();
  const middles = await page.locator('.header .header-acts :is(.icon-button, .header-search)').evaluateAll((all) =>
    all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round(top + height / 2);
    }),
  );
  expect(middles.length).toBeGreaterThan(4);
  expect(new Set(middles).size).toBe(1);
  await page.locator('.header-member > :last-child > a').hover();
  await page.locator('.member-buttons-menu').getByRole('link', { name: '聊天室' }).click();
  await page.waitForURL('**/im');
});

test('toolbar: chat room needs login; theme toggle; back to top, showing the scroll percentage', async () => {
  const { page } = await visit();
  await scroll(page, 100_000);
  const toTop = page.getByRole('button', { name: /回到顶部，已读 ?\d+%/ });
  await toTop.waitFor({ state: 'visible' });
  await expect
    .poll(async () => {
      await scroll(page, 100_000);
      return toTop.textContent();
    })
    .toContain('100%');
  await page.getByRole('button', { name: '聊天室' }).click();
  await login(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(150);
  await page.locator('.shell-tools .theme-button').click();
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  await toTop.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('back to top shows the share of the page that is scrolled, on an article too', async () => {
  const { page } = await visit({ path: '/article/1' });
  const room = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await scroll(page, Math.ceil(room / 4) + 1);
  await page.getByRole('button', { name: /回到顶部，已读 ?25%/ }).waitFor();
});

test('links with a list below say whether it is open', async () => {
  const { page } = await visit({ width: 1600 });
  const archive = page.locator('.header-nav > li > a[href="/archive"]');
  await expect.poll(() => archive.getAttribute('aria-expanded')).toBe('false');
  await archive.focus();
  await expect.poll(() => archive.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await expect.poll(() => archive.getAttribute('aria-expanded')).toBe('false');
  const described = await page
    .locator('.header .menu')
    .evaluateAll((menus) => menus.map((menu) => menu.previousElementSibling?.getAttribute('aria-expanded')));
  expect(described.length).toBeGreaterThan(3);
  expect(described.filter((state) => state === null || state === undefined)).toEqual([]);
});

test('the login dialog that a header menu opened gives the focus back to the menu’s button', async () => {
  const { page } = await visit({ width: 1600 });
  await page.getByRole('button', { name: '我的' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await login(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('我的');
});

for (const [what, files] of [
  ['script', /\/assets\/deferred-[^/]+\.js/],
  ['style sheet', /\/assets\/deferred-[^/]+\.css/],
] as const)
  test(`a shell whose later ${what} does not come says so, and tries again: at a press, or when the network is back`, async () => {
    const { page } = await openPage({ viewport: { width: 1600, height: 800 } });
    let requests = 0;
    await page.route(files, (route) => {
      requests += 1;
      return route.abort();
    });
    await page.goto('/about');
    await hydrated(page);
    const notice = page.locator('.shell-upkeep', { hasText: '加载失败，请检查网络' });
    await notice.waitFor();
    expect(requests).toBeGreaterThanOrEqual(2);
    expect(await page.locator('.shell-tools').count()).toBe(0);
    await page.route('**/assets/search-dialog-*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    const before = requests;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => requests).toBeGreaterThan(before);
    await page.unroute(files);
    await page.locator('h1').first().click();
    await page.locator('.shell-tools').waitFor({ state: 'attached' });
    await page.locator('.toast', { hasText: '加载失败，请检查网络' }).waitFor();
    expect(await page.locator('.toasts').evaluate((one) => getComputedStyle(one).position)).toBe('fixed');
    expect(await notice.count()).toBe(0);
  });

test('theme: light or dark, kept in session storage, default light, applied to the document', async () => {
  const { page } = await visit();
  const theme = () => page.evaluate(() => [document.documentElement.dataset.theme, sessionStorage.getItem('theme')]);
  expect(await theme()).toEqual(['light', null]);
  await page.locator('.header .theme-button').click();
  await expect.poll(theme).toEqual(['dark', 'dark']);
});

test('loading indicator: shown and hidden through events; page scroll is locked while it is shown', async () => {
  const { page } = await visit();
  const loading = (detail: string) =>
    page.evaluate((state) => dispatchEvent(new CustomEvent('mojian:loading', { detail: state })), detail);
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  await loading('show');
  await page.getByText('研墨').waitFor();
  expect(await overflow()).toBe('hidden');
  await loading('hide');
  await page.getByText('研墨').waitFor({ state: 'detached' });
  expect(await overflow()).not.toBe('hidden');
});

test('a slow navigation shows the loading indicator', async () => {
  const { page } = await visit();
  await page.route('**/v1/article/archive*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.locator('.header-nav a[href="/archive"]').first().click();
  await page.getByText('研墨').waitFor();
  await page.waitForURL('**/archive');
  await page.getByText('研墨').waitFor({ state: 'detached' });
});

test('toasts: success, error, warning, info and normal; each shows for 3 s and pauses while hovered', async () => {
  const { page, faults } = await visit({ now: Date.now() });
  for (const type of ['success', 'error', 'warning', 'info', 'normal']) await say(page, type, `一声 ${type}`);
  await expect.poll(() => page.locator('.toast').allTextContents()).toHaveLength(5);
  expect(await page.getByRole('alert').textContent()).toBe('一声 error');
  await page.clock.fastForward(3100);
  await expect.poll(() => page.locator('.toast').count()).toBe(0);

  await page.clock.pauseAt(Date.now() + 60_000);
  await say(page, 'info', '慢慢看');
  const toast = page.locator('.toast');
  await page.clock.runFor(2900);
  expect(await toast.isVisible()).toBe(true);
  await toast.hover();
  await page.clock.runFor(20_000);
  expect(await toast.isVisible()).toBe(true);
  await page.mouse.move(5, 700);
  await page.clock.runFor(90);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(20);
  expect(await toast.count()).toBe(0);
  expect(faults).toEqual([]);
});

test('复制成功,转载请务必保留原文链接! is shown when the user copies text', async () => {
  for (const [path, text] of [
    ['/article/1', '.prose p'],
    ['/about', 'main .prose p'],
    ['/links', 'main h1'],
  ] as const) {
    const { page } = await visit({ path });
    await page.locator(text).first().click({ clickCount: 3 });
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+c');
        return page.locator('.toast.toast-info').allTextContents();
      })
      .toEqual(['复制成功,转载请务必保留原文链接!']);
  }
});

const refuse = (code: number, message: string) => (page: Page) =>
  page.route('**/v1/search?*', (route) =>
    route.fulfill({ json: { code, message, data: null, extra: { failure: 'unexpected' } } }),
  );
const searchFor = async (page: Page, word: string) => {
  await page.keyboard.press('Control+k');
  await page.locator('dialog[open] input').fill(word);
};

test('a response code other than 200 is shown as an error toast', async () => {
  const { page } = await visit({ before: refuse(500, '墨洒了') });
  await searchFor(page, '江南');
  const toast = page.locator('.toast.toast-error');
  await toast.waitFor();
  expect(await toast.textContent()).toBe('墨洒了');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await expect.poll(() => toast.isVisible()).toBe(true);
});

test('a 401 response clears token and user and opens the login dialog', async () => {
  const { page } = await visit({ before: refuse(401, '登录已过期，请重新登录') });
  await page.context().addCookies([{ name: 'token', value: 'old', url: page.url() }]);
  await page.evaluate(() => {
    sessionStorage.setItem('user', '{}');
  });
  await searchFor(page, '江南');
  await login(page).waitFor();
  expect(await page.evaluate(() => [document.cookie, sessionStorage.getItem('user')])).toEqual(['', null]);
});

test('a failure to load a page part raises a load error', async () => {
  const drawer = /\/assets\/drawer-[^/]+\.js/;
  const { page } = await visit({ width: 390, before: (page) => page.route(drawer, (route) => route.abort()) });
  await page.getByRole('button', { name: '打开菜单' }).click();
  const retry = page.getByRole('button', { name: '重试' });
  await retry.waitFor();
  await page.unroute(drawer);
  await retry.click();
  await page.getByRole('dialog', { name: '菜单' }).waitFor();
});

test('a screen whose script fails to load raises a load error and keeps the page; a retry continues', async () => {
  const script = /\/assets\/archive-[^/]+\.js/;
  const { page } = await visit({ path: '/about', before: (page) => page.route(script, (route) => route.abort()) });
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.locator('a[href="/archive"]').first().dispatchEvent('click');
  const retry = page.getByRole('button', { name: '重试' });
  await retry.waitFor();
  expect(new URL(page.url()).pathname).toBe('/about');
  expect(await page.locator('main h1').isVisible()).toBe(true);
  await page.unroute(script);
  await retry.click();
  await page.waitForURL('**/archive');
  await page.getByRole('heading', { level: 1, name: /归档/ }).waitFor();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test('page-part load timeout: 120 s', async () => {
  const { page } = await visit({
    width: 390,
    now: Date.now(),
    before: (page) => page.route(/\/assets\/drawer-[^/]+\.js/, () => {}),
  });
  await page.getByRole('button', { name: '打开菜单' }).click();
  const retry = page.getByRole('button', { name: '重试' });
  await page.clock.fastForward(119_000);
  expect(await retry.count()).toBe(0);
  await page.clock.fastForward(1_100);
  await retry.waitFor();
});

test('a screen whose script never comes says so at 120 s', async () => {
  const script = /\/assets\/links-[^/]+\.js/;
  const { page } = await visit({ now: Date.now(), before: (page) => page.route(script, () => {}) });
  await page.locator('a[href="/links"]').first().dispatchEvent('click');
  await page.getByText('研墨').waitFor();
  await page.clock.fastForward(120_100);
  await page.locator('.toast', { hasText: '加载失败' }).getByRole('button', { name: '重试' }).waitFor();
  await page.getByText('研墨').waitFor({ state: 'detached' });
});

test('new-year lantern: by the Chinese calendar', async () => {
  const eve = await visit({ now: Date.parse('2027-02-05T12:00+08:00'), width: 1600 });
  await eve.page.getByText('岁岁平安，见字如面').waitFor();
  const widths = () =>
    eve.page.locator('.lantern').evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetWidth));
  expect(await widths()).toEqual([52, 52]);
  await eve.page.setViewportSize({ width: 1200, height: 800 });
  expect(await widths()).toEqual([0, 40]);
  await eve.page.setViewportSize({ width: 390, height: 800 });
  expect(await widths()).toEqual([0, 30]);
  expect(eve.faults).toEqual([]);

  const summer = await visit({ now: Date.parse('2027-07-05T12:00+08:00') });
  expect(await summer.page.locator('.lantern').count()).toBe(0);
});

test('each navigation sets the title, scrolls to the top and focuses the screen', async () => {
  const { page } = await visit();
  for (const [path, title] of [
    ['/archive', '文章归档'],
    ['/say', '说说'],
    ['/navigation', '网站导航'],
    ['/hot', '网站热搜'],
    ['/links', '友情链接'],
    ['/about', '关于本站'],
    ['/message', '留言板'],
  ]) {
    await scroll(page, 400);
    await page.locator(`.header-nav > li > a[href="${path}"]`).evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(`**${path}`);
    await expect.poll(() => page.title()).toContain(title);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  }
});
