import type { Page, ViewportSize } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { barriers } from './axe.ts';
import { settled, widths } from './browser.ts';
import { isLong, sampleOf } from './long.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let name = '';
let tagline = '';
let page: Page;
let faults: string[];
beforeAll(async () => {
  const { data } = (await (await fetch(`${site.url}/v1/webSiteInfo`)).json()) as {
    data: { name: string; tagline: string };
  };
  ({ name, tagline } = data);
  // a single reader visits all screens, so that the browser has the scripts by then
  ({ page, faults } = await openPage());
  await page.goto('/robots.txt');
});
beforeEach(async () => {
  faults.splice(0);
  await page.evaluate(() => sessionStorage.clear());
  await page.setViewportSize({ width: widths.desktop, height: 900 });
});

/** Every route and its title, where the specification names one. */
const routes: [path: string, title: string | null, status?: number][] = [
  ['/', null],
  ['/links', '友情链接'],
  ['/article/1', ''],
  ['/article/3', ''],
  ['/message', '留言板'],
  ['/about', '关于本站'],
  ['/privacy', '隐私说明'],
  ['/newposts', ''],
  ['/archive', '文章归档'],
  ['/category', '文章分类'],
  ['/category?id=1', ''],
  ['/tags', '文章标签'],
  ['/tags?id=1', ''],
  ['/say', '说说'],
  ['/newSays', '添加说说'],
  ['/im', ''],
  ['/hot', '网站热搜'],
  ['/notice?type=1', ''],
  ['/navigation', '网站导航'],
  ['/user', '个人中心'],
  ['/user/1', ''],
  ['/user/1?tab=fans', '的粉丝'],
  ['/setup', '创建站长账号'],
  ['/reset', '重设密码'],
  ['/anything/else', '页面不存在', 404],
];

const specified = [
  '友情链接',
  '留言板',
  '关于本站',
  '文章归档',
  '文章分类',
  '文章标签',
  '说说',
  '添加说说',
  '网站热搜',
  '网站导航',
];

/** Routes examined in the dark as well. */
const alsoDark = sampleOf(routes, 2).map(([path]) => path);

/** All that is looked at; then a tablet, a window of 1200 × 900 zoomed to 200 %, and the narrowest phone. */
const views: ViewportSize[] = [widths.phone, widths.desktop, widths.wide].map((width) => ({ width, height: 900 }));
/** Widths axe examines in the light theme: its findings seldom depend on the width. */
const examined = isLong ? views : views.slice(0, 1);
const tight = [
  { width: widths.tablet, height: 800 },
  { width: 600, height: 450 },
  { width: 320, height: 640 },
];

test.each(routes)(
  '%s: title, clean console, own host only, axe, all widths, and nothing lost sideways',
  async (path, title, status = 200) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(status);
    if (title === null) expect(await page.title()).toBe(tagline);
    else if (specified.includes(title)) expect(await page.title()).toBe(title);
    else expect(await page.title()).toContain(title || name);
    await examine('light');

    if (alsoDark.includes(path)) {
      await page.setViewportSize({ width: widths.desktop, height: 900 });
      await page.evaluate(() => sessionStorage.setItem('theme', 'dark'));
      await page.reload();
      await examine('dark');
    }
    expect(faults.filter((fault) => !(status === 404 && fault.includes('status of 404')))).toEqual([]);
  },
);

/** At every width, and then down to its end. */
async function examine(theme: 'light' | 'dark') {
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.dataset.theme ?? 'light')).toBe(theme);
  for (const viewport of theme === 'light' || isLong ? [...views, ...tight] : views) {
    await page.setViewportSize(viewport);
    await drawn();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${theme} ${viewport.width}`).toBeLessThanOrEqual(0);
    // in the dark it is the colours that are examined, and they are the same at each width
    const isExamined = theme === 'light' ? examined.includes(viewport) : viewport.width === widths.wide;
    if (isExamined) expect(await barriers(page), `${theme} ${viewport.width}`).toEqual([]);
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await drawn();
}

/** Two frames on: what a new width or place asks for has been done. */
const drawn = () =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
