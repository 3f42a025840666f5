import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, settled } from './browser.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

/** Families and weights of the fonts that came, of one family. */
const loaded = (page: Page, family: string) =>
  page.evaluate(async (name) => {
    await document.fonts.ready;
    return [...document.fonts]
      .filter((font) => font.family === name && font.status === 'loaded')
      .map((one) => one.weight);
  }, family);

test('a page is set in its own font, which has all of its titles, and nothing shifts', {
  timeout: 90_000,
}, async () => {
  const { page, faults } = await openPage({ viewport: { width: 1200, height: 900 } });
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      const sum = list
        .getEntries()
        .reduce((all, entry) => all + (entry as PerformanceEntry & { value: number }).value, 0);
      Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + sum });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/article/1', '/article/3', '/archive', '/category', '/say', '/links', '/about']) {
    await page.goto(path);
    await hydrated(page);
    await settled(page);
    expect(await loaded(page, 'mojian-page'), path).toEqual(['501 999']);
    // else an element is missing in typeset-text.ts, and 24 KB are fetched for it
    expect(
      (await loaded(page, 'mojian-site')).filter((weight) => weight !== '1 500'),
      path,
    ).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted), path).toBeLessThan(0.01);
  }
  expect(faults).toEqual([]);
});

test('a title reached without loading a page is drawn by the fonts of the site', {
  timeout: 60_000,
}, async () => {
  const { page, faults } = await openPage({ viewport: { width: 1200, height: 900 } });
  // the characters of the pages visited before become the site's; a search is rendered anew each time
  const lengthNow = async () => {
    const html = await (await fetch(`${site.url}/search?query=雨`)).text();
    return Number(/\/fonts\/(\d+)\.[\w-]+\.css/.exec(html)?.[1]);
  };
  await expect.poll(lengthNow, { timeout: 40_000 }).toBeGreaterThan(100);
  await page.goto('/privacy');
  await hydrated(page);
  await page.locator('.header a[href="/archive"]').first().click();
  await page.locator('.year-month b').first().waitFor();
  await expect.poll(() => loaded(page, 'mojian-site')).toContain('501 999');
  expect(faults).toEqual([]);
});
