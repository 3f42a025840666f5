import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { openStage } from './stage.ts';

const { openPage } = openStage();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Where a drawn cover heads an article of the sample. */
async function drawnArticles(page: Page) {
  await page.goto('/archive');
  const paths = await page
    .locator('main a[href^="/article/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
  return paths.slice(0, 6);
}

test('on a phone the first sentence stands within 60 % of the first screen', async () => {
  const { page, faults } = await openPage(phone);
  const ends: [string, number][] = [];
  for (const path of await drawnArticles(page)) {
    await page.goto(path);
    if ((await page.locator('.banner.drawn').count()) === 0) continue;
    const top = await page
      .locator('.prose > p')
      .first()
      .evaluate((text) => text.getBoundingClientRect().top);
    ends.push([path, top]);
  }
  expect(ends.length).toBeGreaterThan(2);
  expect(ends.filter(([, top]) => top > 506)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the contents stand before the text only where no script opens them from the bar', async () => {
  const withScripts = await openPage(phone);
  await withScripts.page.goto('/article/2');
  expect(await withScripts.page.locator('.toc-fold').isVisible()).toBe(false);
  const without = await openPage({ ...phone, javaScriptEnabled: false });
  await without.page.goto('/article/2');
  expect(await without.page.locator('.toc-fold').isVisible()).toBe(true);
});

test.each(['light', 'dark'] as const)('whoever chose no theme has their device’s: %s', async (colorScheme) => {
  const { page } = await openPage({ colorScheme });
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForSelector('body');
  expect(await page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
});

test('one number tells how far the text has been read, and is full where the text ends', async () => {
  const { page } = await openPage();
  await page.goto('/article/2');
  await hydrated(page);
  const told = () => page.locator('.tools .pct').textContent();
  await page
    .locator('.prose')
    .evaluate((text) => scrollTo(0, scrollY + text.getBoundingClientRect().bottom - innerHeight));
  await expect.poll(told).toContain('100%');
  await expect.poll(() => page.locator('.toc .read').textContent()).toBe('已读完');
  await page.locator('.prose').evaluate((text) => scrollBy(0, -text.getBoundingClientRect().height / 2));
  await expect.poll(() => page.locator('.toc .read').textContent()).toMatch(/^还剩 \d+ 分钟$/);
  expect((await page.locator('body').innerText()).match(/\d+ ?%/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

test('on a phone nothing hangs over the text of who reads on; a turn upwards brings the way to the top', async () => {
  const { page } = await openPage(phone);
  await page.goto('/article/2');
  await hydrated(page);
  const tools = page.locator('.tools');
  await tools.waitFor({ state: 'attached' });
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => page.locator('html').getAttribute('data-far')).toBe('');
  await page.evaluate(() => scrollTo(0, 1400));
  await expect.poll(() => page.locator('html').getAttribute('data-scroll')).toBe('down');
  expect(await tools.isVisible()).toBe(false);
  await page.evaluate(() => scrollTo(0, 1200));
  await tools.waitFor({ state: 'visible' });
});
