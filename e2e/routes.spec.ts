import type { Page, ViewportSize } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { barriers } from './axe.ts';
import { settled, widths } from './browser.ts';
import { isLong, sampleOf } from './long.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
type Reader = Awaited<ReturnType<typeof openPage>>;
let name = '';
let tagline = '';
/** Readers who visit all screens, so that their browsers have the scripts by then: two by day in turn, one by night. */
let byDay: [Reader, Reader];
let byNight: Reader;
beforeAll(async () => {
  const { data } = (await (await fetch(`${site.url}/v1/webSiteInfo`)).json()) as {
    data: { name: string; tagline: string };
  };
  ({ name, tagline } = data);
  byDay = [await openPage(), await openPage()];
  byNight = await openPage();
  for (const { page } of [...byDay, byNight]) await page.goto('/robots.txt');
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
  ['/notice?type=1', '通知'],
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

/** Loads a route until nothing more comes. The next one loads while one is examined, as that is mostly waiting. */
function load(reader: Reader, path: string, theme: 'light' | 'dark') {
  const loading = (async () => {
    const { page, faults } = reader;
    faults.splice(0);
    await page.evaluate((chosen) => {
      sessionStorage.clear();
      if (chosen === 'dark') sessionStorage.setItem('theme', chosen);
    }, theme);
    await page.setViewportSize({ width: widths.desktop, height: 900 });
    const answer = await page.goto(path);
    await settled(page);
    return { page, faults, status: answer?.status() };
  })();
  loading.catch(() => {}); // rejects again for the test that awaits it
  return loading;
}

let coming: { path: string; loading: ReturnType<typeof load> } | undefined;

/** The loaded route by day, with the next one on its way. */
async function visit(path: string) {
  const index = routes.findIndex(([one]) => one === path);
  const begin = (at: number, to: string) => load(byDay[at % 2 === 0 ? 0 : 1], to, 'light');
  const mine = coming?.path === path ? coming.loading.catch(() => begin(index, path)) : begin(index, path);
  coming = undefined;
  const loaded = await mine;
  const [next] = routes[index + 1] ?? [];
  if (next !== undefined) coming = { path: next, loading: begin(index + 1, next) };
  return loaded;
}

test.each(routes)(
  '%s: title, clean console, own host only, axe, all widths, and nothing lost sideways',
  async (path, title, status = 200) => {
    const isDark = alsoDark.includes(path);
    const dark = isDark ? load(byNight, path, 'dark') : undefined;
    const { page, ...loaded } = await visit(path);
    expect(loaded.status).toBe(status);
    if (title === null) expect(await page.title()).toBe(tagline);
    else if (specified.includes(title)) expect(await page.title()).toBe(title);
    else expect(await page.title()).toContain(title || name);
    await examine(page, 'light');
    const night = await dark;
    if (night) await examine(night.page, 'dark');
    const faults = [...loaded.faults, ...(night?.faults ?? [])];
    expect(faults.filter((fault) => !(status === 404 && fault.includes('status of 404')))).toEqual([]);
  },
);

/** At every width, and then down to its end. */
async function examine(page: Page, theme: 'light' | 'dark') {
  expect(await page.evaluate(() => document.documentElement.dataset.theme ?? 'light')).toBe(theme);
  for (const viewport of theme === 'light' || isLong ? [...views, ...tight] : views) {
    await page.setViewportSize(viewport);
    await drawn(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${theme} ${viewport.width}`).toBeLessThanOrEqual(0);
    // in the dark it is the colours that are examined, and they are the same at each width
    const isExamined = theme === 'light' ? examined.includes(viewport) : viewport.width === widths.wide;
    if (isExamined) expect(await barriers(page), `${theme} ${viewport.width}`).toEqual([]);
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await drawn(page);
}

/** Two frames on: what a new width or place asks for has been done. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
