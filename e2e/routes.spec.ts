import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage, widths } from './browser.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let browser: Browser;
let name = '';
let tagline = '';
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), openBrowser()]);
  const { data } = (await (await fetch(`${site.url}/v1/webSiteInfo`)).json()) as {
    data: { name: string; tagline: string };
  };
  ({ name, tagline } = data);
});
afterAll(async () => {
  await browser.close();
  await site.remove();
});

/** The table of the specification's §2: every route and its title, where it names one. */
const routes: [path: string, title: string | null, status?: number][] = [
  ['/', null],
  ['/links', '友情链接'],
  ['/article/1', ''],
  ['/message', '留言板'],
  ['/about', '关于本站'],
  ['/newposts', ''],
  ['/archive', '文章归档'],
  ['/category', '文章分类'],
  ['/tags', '文章标签'],
  ['/tags?id=1', ''],
  ['/say', '说说'],
  ['/newSays', '添加说说'],
  ['/im', ''],
  ['/hot', '网站热搜'],
  ['/notice?type=1', ''],
  ['/navigation', '网站导航'],
  ['/user', ''],
  ['/anything/else', '此页无字', 404],
];

const cases = routes.flatMap(([path, title, status]) =>
  (['light', 'dark'] as const).map((theme) => ({ path, title, status: status ?? 200, theme })),
);

test.each(cases)(
  '$path in $theme: title, clean console, own host only, axe, three widths',
  async ({ path, title, status, theme }) => {
    const { page, faults, close } = await openPage(browser, site);
    await page.addInitScript((chosen) => sessionStorage.setItem('theme', chosen), theme);
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(status);
    if (title === null) expect(await page.title()).toBe(tagline);
    else expect(await page.title()).toContain(title || name);

    for (const width of [widths.phone, widths.desktop, widths.wide]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(150);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${width}`).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${width} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    expect(faults.filter((fault) => !(status === 404 && fault.includes('404')))).toEqual([]);
    await close();
  },
);

test.each(routes.map(([path]) => path))(
  '%s at 200 %% zoom and on the narrowest phone loses nothing sideways',
  async (path) => {
    for (const viewport of [
      { width: 600, height: 450 }, // a window of 1200 × 900 zoomed to 200 %
      { width: 320, height: 640 },
    ]) {
      const { page, close } = await openPage(browser, site, { viewport });
      await page.goto(path);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, `${viewport.width}`).toBeLessThanOrEqual(0);
      await close();
    }
  },
);
