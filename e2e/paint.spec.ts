import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hydrated, settled, widths } from './browser.ts';
import { openStage } from './stage.ts';

const { openPage } = openStage();

const timeout = 60_000;

/** Opens a page whose scripts, or other files, arrive only when told to. */
async function openEarly(
  path: string,
  options: Parameters<typeof openPage>[0] = {},
  files: string | RegExp = '**/assets/*.js',
  chosen = 'light',
) {
  const { page, faults } = await openPage(options);
  await page.addInitScript((theme) => sessionStorage.setItem('theme', theme), chosen);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main').waitFor();
  return { page, faults, arrive: resolve };
}

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

test('no script and no style sheet is requested before the first paint', { timeout }, async () => {
  const { page, faults } = await openPage();
  for (const path of ['/', '/article/1', '/archive', '/say', '/message']) {
    const html = (await (await page.goto(path))?.text()) ?? '';
    const withScripts = html.replace(/<noscript>.*?<\/noscript>/gs, '');
    const blocking = [...withScripts.matchAll(/<link[^>]* rel="stylesheet"[^>]*>/g)].map(([link]) => link);
    expect(blocking.length, path).toBeGreaterThan(1);
    expect(
      blocking.filter((link) => !/disabled/.test(link)),
      path,
    ).toEqual([]);
    await hydrated(page);
    const early = await page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const files = performance.getEntriesByType('resource').filter(({ name }) => /\.(js|css)(#|$)/.test(name));
      return { painted, files: files.filter(({ startTime }) => startTime < painted).map(({ name }) => name) };
    });
    expect(early.painted, path).toBeGreaterThan(0);
    expect(early.files, path).toEqual([]);
  }
  expect(faults).toEqual([]);
});

test('a phone finds the first cover in the home page itself, and fetches small ones when they come near', {
  timeout,
}, async () => {
  const { page, faults } = await openPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
  const requested: string[] = [];
  page.on('request', (request) => request.url().includes('/cover/') && requested.push(request.url()));
  const html = (await (await page.goto('/'))?.text()) ?? '';
  const covers = [...html.matchAll(/<img[^>]* class="cover[^>]*>/g)].map(([tag]) => tag);
  expect(covers.length).toBeGreaterThan(10);
  expect(covers.filter((tag) => / fetchPriority="high"/.test(tag))).toEqual([covers[0]]);
  expect(covers.filter((tag) => !/ loading="lazy"/.test(tag))).toEqual([covers[0]]);
  expect(html).not.toContain('imageSrcSet='); // no preload, which would fetch it a second time
  await hydrated(page);
  await settled(page);
  const shown = await page.locator('.home-lead .cover').first().evaluate(shownFile);
  expect(shown).toMatch(/^data:image\/webp;base64,/);
  expect(requested.length).toBeGreaterThan(2);
  expect(requested.filter((url) => !url.endsWith('-third.webp'))).toEqual([]);
  const [, address = ''] = /(\/cover\/\S+-four-fifths\.webp) /.exec(covers[0] ?? '') ?? [];
  const file = await (await page.request.get(address)).body();
  expect(Buffer.from(shown.split(',')[1] ?? '', 'base64').equals(file)).toBe(true);
  for (const [, path = '', width] of covers[0]?.matchAll(/(\/cover\/\S+) (\d+)w/g) ?? [])
    expect((await sharp(await (await page.request.get(path)).body()).metadata()).width, path).toBe(Number(width));
  expect(faults).toEqual([]);
});

test('a desktop and a phone by night fetch the first cover that they show', { timeout }, async () => {
  const wide = await openPage({ viewport: { width: widths.desktop, height: 900 } });
  await wide.page.goto('/');
  const day = wide.page.locator('.home-lead .cover').first();
  expect(await day.evaluate(shownFile)).toMatch(/-day\.webp$/);
  expect(await day.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

  const night = await openPage({ viewport: { width: widths.phone, height: 800 } });
  await night.page.addInitScript(() => sessionStorage.setItem('theme', 'dark'));
  await night.page.goto('/');
  const shown = night.page.locator('.home-lead .cover').filter({ visible: true });
  await expect.poll(() => shown.evaluate(shownFile)).toMatch(/-night[-a-z]*\.webp$/);
  expect(await shown.count()).toBe(1);
  expect([...wide.faults, ...night.faults]).toEqual([]);
});

test('within the site a phone comes to the same first cover by its address', { timeout }, async () => {
  const { page, faults } = await openPage({ viewport: { width: widths.phone, height: 800 } });
  await page.goto('/archive');
  await hydrated(page);
  await page.locator('.header a[href="/"]').first().click();
  const cover = page.locator('.home-lead .cover').first();
  await expect.poll(() => cover.evaluate(shownFile)).toMatch(/-day-four-fifths\.webp$/);
  expect(faults).toEqual([]);
});

const shownFile = (image: Element) => (image as HTMLImageElement).currentSrc;

test('no page’s largest picture waits to come near', { timeout }, async () => {
  const { page } = await openPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
  await page.addInitScript(() => {
    const largest: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) largest.push((entry as LargestContentfulPaint).element?.outerHTML ?? '');
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    Object.assign(window, { largest });
  });
  for (const path of ['/', '/article/1', '/archive', '/message', '/about', '/links', '/tags', '/series']) {
    await page.goto(path);
    await hydrated(page);
    const largest = await page.evaluate(() => (window as unknown as { largest: string[] }).largest.at(-1));
    expect(largest, path).toBeTruthy();
    expect(largest, path).not.toContain('loading="lazy"');
  }
});

test('scripts wait for an idle page, and come at once when the reader stirs', { timeout }, async () => {
  const { page } = await openPage();
  await page.addInitScript(() => {
    Object.assign(window, { requestIdleCallback: () => 0 });
  });
  const requested: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && requested.push(request.url()));
  await page.goto('/article/1');
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  expect(requested).toEqual([]);
  await page.mouse.move(200, 200);
  await hydrated(page);
  expect(requested.length).toBeGreaterThan(3);
});

test('a page starts without the formats of any language, which take long to load', { timeout }, async () => {
  const { page, faults } = await openPage();
  await page.addInitScript(() => {
    const used: string[] = [];
    Object.assign(globalThis, { used });
    for (const owner of [Number, Date]) {
      for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
        const original = Object.getOwnPropertyDescriptor(owner.prototype, name)?.value;
        if (!original) continue;
        Object.defineProperty(owner.prototype, name, {
          value(...words: unknown[]) {
            used.push(`${owner.name}.${name}`);
            return original.apply(this, words);
          },
        });
      }
    }
    for (const name of ['NumberFormat', 'DateTimeFormat', 'Segmenter', 'Collator', 'RelativeTimeFormat'] as const) {
      const original = Intl[name] as unknown as new (...words: unknown[]) => object;
      Object.assign(Intl, {
        [name]: new Proxy(original, {
          construct(target, words) {
            used.push(name);
            return new target(...words);
          },
        }),
      });
    }
  });
  for (const path of ['/', '/article/1', '/archive', '/say']) {
    await page.goto(path);
    await hydrated(page);
    await page.locator('.shell-tools').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => (globalThis as unknown as { used: string[] }).used), path).toEqual([]);
  }
  expect(faults).toEqual([]);
});

test('theme, contents and search work before the scripts are there', { timeout }, async () => {
  const { page, faults, arrive } = await openEarly('/article/1', { viewport: { width: 1600, height: 900 } });
  const before = await theme(page);
  await page.locator('.header .theme-button').click();
  expect(await theme(page)).not.toBe(before);
  const chosen = await theme(page);
  const heading = page.locator('.article-contents a:visible').last();
  const target = decodeURIComponent((await heading.getAttribute('href'))?.slice(1) ?? '');
  await heading.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(decodeURIComponent(new URL(page.url()).hash.slice(1))).toBe(target);
  arrive();
  await hydrated(page);
  expect(await theme(page)).toBe(chosen);

  const other = await openEarly('/');
  await other.page.locator('.header-search').click();
  await other.page.waitForURL('**/search*');
  expect([...faults, ...other.faults]).toEqual([]);
});

test('the menu and the search open after hydration when asked for before it', { timeout }, async () => {
  const small = await openEarly('/article/1', { viewport: { width: widths.phone, height: 800 } });
  await small.page.getByRole('button', { name: '打开菜单' }).click();
  small.arrive();
  await small.page.getByRole('dialog', { name: '菜单' }).waitFor();

  const { page, arrive } = await openEarly('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('qiao');
  arrive();
  const field = page.getByRole('dialog', { name: '搜索文章' }).getByRole('combobox');
  await field.waitFor();
  await expect.poll(() => field.inputValue()).toBe('qiao');
});

test('a link pressed before the scripts are there leads on', { timeout }, async () => {
  const { page } = await openEarly('/');
  const link = page.locator('main a[href^="/article/"]').first();
  const path = await link.getAttribute('href');
  await link.click();
  await page.waitForURL(`**${path}`);
});

const screens = ['/', '/article/1', '/archive', '/say', '/message'];

test.for(['light', 'dark'] as const)(
  'nothing unstyled shows and nothing moves while styles and scripts are late, %s',
  { timeout: 150_000 },
  async (colorScheme) => {
    for (const width of [widths.phone, widths.desktop, widths.wide])
      for (const path of screens) {
        const where = `${path} ${width}`;
        const options = { viewport: { width, height: 900 } };
        const { page, arrive } = await openEarly(path, options, /\/assets\/.*\.(js|css)$/, colorScheme);
        await page.evaluate(watchShifts);
        const early = await look(page);
        expect(early.ground, where).toBe(colorScheme);
        expect(early.unstyled, where).toEqual([]);
        arrive();
        await hydrated(page);
        await expect
          .poll(() =>
            page
              .locator('link[data-after-paint][href^="/assets/"]')
              .evaluateAll((links) => links.every((link) => (link as HTMLLinkElement).sheet !== null)),
          )
          .toBe(true);
        await page.waitForTimeout(300);
        const late = await look(page);
        expect(late.header, where).toEqual(early.header);
        expect(late.main, where).toEqual(early.main);
        expect(late.shift, where).toBeLessThan(0.01);
        await page.close();
      }
  },
);

test('nothing moves at 768 px on a page that is not there, nor where hot lists come in any order, or do not', async () => {
  const { page } = await openPage({ viewport: { width: widths.tablet, height: 900 } });
  await page.addInitScript(watchShifts);
  const shift = () => page.evaluate(() => (window as unknown as { shift: number }).shift);
  await page.goto('/nowhere');
  await hydrated(page);
  await settled(page);
  expect(await shift()).toBeLessThanOrEqual(0.01);

  const comes = ['juejin', 'baidu', 'github', 'weibo'];
  const waiting = new Map<string, () => Promise<void>>();
  await page.route(/\/v1\/hot\?/, (route) => {
    const type = new URL(route.request().url()).searchParams.get('type') ?? '';
    const items = Array.from({ length: 20 }, (_, n) => ({
      rank: n + 1,
      title: `${type} 的第 ${n + 1} 条`,
      heat: 1000 - n,
      change: null,
      url: `https://${type}.example/${n}`,
    }));
    const list = { type, name: type, stale: false, age: 1 };
    const data = comes.includes(type)
      ? { ...list, updatedAt: new Date().toISOString(), failure: null, items }
      : { ...list, updatedAt: null, failure: '对方没有应答', items: [] };
    waiting.set(type, () => route.fulfill({ json: { code: 200, message: '', data, extra: null } }));
  });
  await page.goto('/hot');
  await expect.poll(() => waiting.size).toBe(8);
  for (const type of [...comes, ...waiting.keys()]) {
    await waiting.get(type)?.();
    waiting.delete(type);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
  await page.locator('.hot-lost').getByRole('button', { name: '重试' }).waitFor();
  expect(await page.locator('.hot-lost').count()).toBe(1);
  expect(await page.locator('.hot-column').count()).toBe(comes.length);
  expect(await shift()).toBeLessThanOrEqual(0.01);
  await page.setViewportSize({ width: widths.phone, height: 900 });
  // a phone shows one source, chosen by its tab
  expect(await page.locator('.hot-column').filter({ visible: true }).count()).toBe(1);
  await page.locator('.hot-tabs').getByRole('button', { name: '微博' }).click();
  expect(await page.locator('.hot-column').filter({ visible: true }).getAttribute('aria-label')).toBe('weibo');
  const [lines, end] = [page.locator('.hot-column li').filter({ visible: true }), page.locator('.hot-lost')];
  expect(await lines.count()).toBe(10);
  expect((await end.boundingBox())?.y).toBeGreaterThan((await lines.last().boundingBox())?.y ?? 0);
});

function watchShifts() {
  Object.assign(window, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      (window as unknown as { shift: number }).shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Measures where things are and whether they are light or dark. `unstyled`: what shows before its styles are there. */
function look(page: Page) {
  return page.evaluate(() => {
    const place = (selector: string) => {
      const { left, top, width } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
      return [left, top, width];
    };
    const visible = [...document.querySelectorAll('.shell-footer, .comments')].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    const isStyled =
      (document.querySelector('link[data-after-paint][href^="/assets/"]') as HTMLLinkElement | null)?.sheet != null;
    const [lightness = 0] = /[\d.]+/.exec(getComputedStyle(document.body).backgroundColor.replace(/^\w+\(/, '')) ?? [];
    return {
      header: place('.header'),
      main: place('main'),
      ground: Number(lightness) > (Number(lightness) > 1 ? 100 : 0.5) ? 'light' : 'dark',
      unstyled: isStyled ? [] : visible.map(({ className }) => className),
      shift: (window as unknown as { shift: number }).shift,
    };
  });
}

test('without scripts all styles are there', async () => {
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto('/article/1');
  const footer = page.locator('.shell-footer');
  await footer.waitFor();
  expect(await footer.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('solid');
});
