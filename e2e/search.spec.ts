import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

test('without scripts search works by a form, a page and links', async () => {
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('button', { name: '搜索文章' }).click();
  await page.waitForURL(/\/search\??$/);
  await page.getByLabel('关键词').fill('文件 备份');
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  await page.waitForURL(/\/search\?q=/);
  expect(await page.locator('.search-list h2').first().textContent()).toBe('一个文件的备份与恢复');
  expect(await page.locator('.search-found-kind').first().textContent()).toBe('文章');
  expect(await page.locator('.search-list mark').first().textContent()).toMatch(/文件|备份/);
  expect(await page.getByLabel('关键词').inputValue()).toBe('文件 备份');
  await page.locator('.search-list a').first().click();
  await page.waitForURL(/\/article\//);
});

test('results are paginated by ten with links', async () => {
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto('/search?q=的&kind=article');
  expect(await page.locator('.search-list li').count()).toBe(10);
  await page.getByRole('link', { name: '下一页' }).click();
  await page.waitForURL(/page=2/);
  expect(await page.getByText('第 2 页，共 2 页').count()).toBe(1);
  await page.getByRole('link', { name: '上一页' }).click();
  await page.waitForURL((url) => !url.search.includes('page'));
});

test('a search page is neither indexed nor cached, and its first page has one address', async () => {
  const answer = await fetch(`${site.url}/search?q=${encodeURIComponent('的')}&page=2`);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(/rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toBe(`${site.url}/search?q=${encodeURIComponent('的')}`);
});

test('empty, unmatched, very long and malformed searches are answered', async () => {
  const { page, faults } = await openPage();
  await page.goto('/search');
  await page.getByText('写下一个词').waitFor();
  await page.goto('/search?q=龘靐齉');
  await page.getByText('没有找到「龘靐齉」').waitFor();
  await page.goto(`/search?q=${encodeURIComponent('备份与恢复，'.repeat(60))}`);
  await page.locator('.search-list li').first().waitFor();
  expect(await page.getByLabel('关键词').inputValue()).toHaveLength(100);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
  for (const [path, status] of [
    ['/search?q=的&page=99', 404],
    ['/search?q=的&page=x', 200], // leads to the first page
    ['/search?q=%00%ff', 200],
    ['/search?q=', 200],
    [`/search?q=${'%E9%95%BF'.repeat(1500)}`, 200],
  ] as const)
    expect((await fetch(site.url + path)).status, path).toBe(status);
});

test('HTML in a search is shown as text', async () => {
  const { page, faults } = await openPage();
  const hostile = '<i>龘靐</i>';
  await page.goto(`/search?q=${encodeURIComponent(hostile)}`);
  await page.getByText(`没有找到「${hostile}」`).waitFor();
  expect(await page.locator('main i').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the page suggests a correction of a typo', async () => {
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto('/search?q=markdwon');
  await page.getByText('没有找到「markdwon」').waitFor();
  expect(await page.locator('.search-list mark').first().textContent()).toBe('Markdown');
  await page.getByRole('link', { name: 'markdown', exact: true }).click();
  await page.waitForURL(/q=markdown$/);
  expect(await page.getByText('没有找到').count()).toBe(0);
});

test('without scripts the kinds, years and the order of results are links', async () => {
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto('/search?q=的');
  const kinds = page.getByRole('navigation', { name: '种类' });
  expect(await kinds.getByRole('link').first().textContent()).toMatch(/^全部/);
  await kinds.getByRole('link', { name: /^文章/ }).click();
  await page.waitForURL(/kind=article/);
  expect(new Set(await page.locator('.search-found-kind').allTextContents())).toEqual(new Set(['文章']));
  await page.getByRole('navigation', { name: '排序' }).getByRole('link', { name: '最新' }).click();
  await page.waitForURL(/sort=new/);
  const dates = await page
    .locator('.search-found time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')));
  expect(dates).toEqual(dates.toSorted().reverse());
  await page.goto('/search?q=的&year=1999');
  expect(await page.getByText('这一年没有').count()).toBe(1);
  await page.getByRole('link', { name: /^别处有 \d+ 处$/ }).click();
  await page.waitForURL((url) => !url.search.includes('year'));
  await page.locator('.search-found').first().waitFor();
});

test('on the page / goes to the field, the arrows to the results, and Enter opens one', async () => {
  const { page, faults } = await openPage();
  await page.goto('/search?q=的');
  await hydrated(page);
  const field = page.getByRole('searchbox', { name: '关键词' });
  const reached = async () => {
    await page.keyboard.press('/');
    return field.evaluate((one) => one === document.activeElement);
  };
  await expect.poll(reached).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const first = page.locator('.search-found-link').first();
  expect(await first.evaluate((one) => one === document.activeElement)).toBe(true);
  const path = await first.getAttribute('href');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === path?.split(/[?#]/)[0]);
  expect(faults).toEqual([]);
});

test('the dialog keeps the spaces between words and links to all results', async () => {
  const { page, faults } = await openPage();
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Control+k');
  const dialog = page.locator('dialog[open]');
  const requested = page.waitForRequest('**/v1/search?*');
  await dialog.locator('input').fill('  文件   备份 ');
  const query = new URL((await requested).url()).searchParams;
  expect(query.get('q')).toBe('文件 备份');
  await dialog.getByRole('option', { name: '一个文件的备份与恢复 Enter' }).waitFor();
  await dialog.getByRole('link', { name: '全部结果' }).click();
  await page.waitForURL(/\/search\?q=/);
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await page.locator('.search-list').waitFor();
  await page.getByLabel('关键词').fill('桂花');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === '桂花');
  await expect.poll(() => page.locator('.search-list h2').first().textContent()).toBe('糖桂花');
  expect(faults).toEqual([]);
});

test('the dialog suggests a correction and names the word it did not find', async () => {
  const { page } = await openPage();
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Control+k');
  const dialog = page.locator('dialog[open]');
  await dialog.locator('input').fill('beifen');
  await dialog.getByText('你是不是要找').waitFor();
  await dialog.getByRole('button', { name: '备份', exact: true }).click();
  await expect.poll(() => dialog.locator('input').inputValue()).toBe('备份');
  await dialog.locator('input').fill('龘靐齉');
  await dialog.getByText('没有找到「龘靐齉」').waitFor();
  expect(await dialog.locator('.chip').count()).toBeGreaterThan(0);
});

test('the tag colours change each time the dialog opens', async () => {
  const { page } = await openPage();
  await page.goto('/');
  await hydrated(page);
  const seen = new Set<string>();
  for (let times = 0; times < 5; times++) {
    await page.keyboard.press('Control+k');
    await page.locator('dialog[open] .chip').first().waitFor();
    const chips = await page.locator('dialog[open] .chip').evaluateAll((all) => all.map((one) => one.className));
    seen.add(chips.join());
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  }
  expect(seen.size).toBeGreaterThan(1);
});
