import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

test('with scripts off the blog is readable and navigable', async () => {
  const { page, close } = await openPage({ javaScriptEnabled: false });
  await page.goto('/');
  const title = await page.locator('.article-row h2 a, .article-row h3 a').first().textContent();
  await page.locator('.article-row h2 a, .article-row h3 a').first().click();
  await expect.poll(() => page.locator('h1').textContent()).toContain(title?.trim());
  expect((await page.locator('.prose').textContent())?.length).toBeGreaterThan(200);
  for (const path of ['/archive', '/category', '/tags']) {
    await page.goto(path);
    await page.locator('main a[href^="/article/"], main a[href*="?id="]').first().click();
    await page.waitForURL((url) => url.pathname !== path || url.search !== '');
    await page.locator('h1').first().waitFor();
  }
  await close();
});

test('the chosen theme is there before the first paint and lasts for the session', async () => {
  const { page, close } = await openPage();
  await page.goto('/');
  await hydrated(page);
  await page
    .getByRole('button', { name: /深色|浅色|深浅/ })
    .first()
    .click();
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.goto('/archive', { waitUntil: 'commit' });
  await page.waitForSelector('body');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await close();
});

test('a click on a title navigates without a new document', async () => {
  const { page, faults, close } = await openPage();
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.locator('.article-row h3 a').first().click();
  await page.waitForURL(/\/article\/\d+/);
  await page.waitForSelector('.prose');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  await page.goBack();
  await page.waitForSelector('.article-row');
  expect(faults).toEqual([]);
  await close();
});

test('Ctrl+K searches, marks the words and opens with Enter', async () => {
  const { page, faults, close } = await openPage();
  await page.goto('/archive');
  await hydrated(page);
  await page.keyboard.press('Control+k');
  const dialog = page.locator('dialog[open]');
  await dialog.locator('input').fill('引 擎');
  await dialog.locator('a[href^="/article/"] mark').first().waitFor();
  expect(await dialog.locator('mark').first().textContent()).toContain('引擎');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/article\/\d+/);
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('search says when nothing is found, and Escape returns the focus', async () => {
  const { page, close } = await openPage();
  await page.goto('/');
  await hydrated(page);
  const trigger = page.getByRole('button', { name: /搜索文章/ }).first();
  await trigger.click();
  await page.locator('dialog[open] input').fill('龘靐齉');
  await page
    .locator('dialog[open]')
    .getByText(/没有|未找到|找不到/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true);
  await close();
});

test('reading is counted once for a visitor, from a cached page, and not for bots', async () => {
  const views = async () => {
    const { data } = (await (await fetch(`${site.url}/v1/article/info?id=2`)).json()) as { data: { views: number } };
    return data.views;
  };
  const before = await views();
  const read = (agent: string, headers = {}) =>
    fetch(`${site.url}/article/2`, { headers: { 'user-agent': agent, ...headers } });
  await read('Mozilla/5.0 (X11; Linux) Firefox/140.0');
  await read('Mozilla/5.0 (X11; Linux) Firefox/140.0');
  await read('Mozilla/5.0 (compatible; Googlebot/2.1)');
  await read('Mozilla/5.0 (Macintosh) Safari/600.1', { 'sec-purpose': 'prefetch' });
  await expect.poll(views, { interval: 300 }).toBe(before + 1);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(await views()).toBe(before + 1);
});

test('the one-time link makes the owner, once', async () => {
  const link = /http\S+\/setup\?token=\S+/.exec(site.output())?.[0] ?? '';
  const { page, close } = await openPage();
  await page.goto(link);
  await hydrated(page);
  await page.getByLabel('昵称').fill('沈砚');
  await page.getByLabel('邮箱').fill('owner@example.com');
  await page.getByLabel(/密码/).fill('short');
  await page.getByRole('button', { name: '创建账号' }).click();
  await page.getByText('密码不能少于 8 个字符').first().waitFor();
  await page.getByLabel(/密码/).fill('a long enough one');
  await page.getByRole('button', { name: '创建账号' }).click();
  await page.waitForURL(`${site.url}/admin/setup`);

  await page.goto(link);
  await page.getByRole('heading', { name: '这个站点已经有站长了' }).waitFor();
  expect(await page.getByLabel('昵称').count()).toBe(0);
  await close();
});
