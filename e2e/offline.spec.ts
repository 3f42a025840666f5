import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeSettings, inDatabase } from './arrange.ts';
import { hydrated } from './browser.ts';
import { carryToken, tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

/** User agent that is counted: a headless browser identifies itself as a bot. */
const userAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Someone who may keep what they read. */
const visitor = () => openPage({ serviceWorkers: 'allow', userAgent });

const storedPages = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('mojian-pages-'));
    const requests = name ? await (await caches.open(name)).keys() : [];
    return requests.map(({ url }) => new URL(url).pathname + new URL(url).search);
  });

/** Reads a page until the browser has kept it. */
async function read(page: Page, path: string) {
  await page.goto(path);
  await expect.poll(() => storedPages(page), { timeout: 15_000 }).toContain(path);
}

test('the site can be installed: its manifest is found, its icons have their sizes', async () => {
  const { page, faults } = await visitor();
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await page.evaluate((url) => fetch(url).then((answer) => answer.json()), address ?? '');
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone', lang: 'zh-CN' });
  const sizes = await page.evaluate(
    (icons: { src: string }[]) =>
      Promise.all(
        icons.map(async ({ src }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    [...manifest.icons, { src: '/apple-touch-icon.png' }],
  );
  expect(sizes).toEqual(['192x192', '512x512', '512x512', '180x180']);

  const client = await page.context().newCDPSession(page);
  const { errors } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  expect(reasons.filter((id) => id !== 'in-incognito')).toEqual([]);
  expect(faults).toEqual([]);
});

test('pages read before open offline, others show the offline page', async () => {
  const { page, faults } = await visitor();
  const title = await page.goto('/article/1').then(() => page.locator('h1').first().textContent());
  await read(page, '/article/1');
  expect(faults).toEqual([]);

  await page.context().setOffline(true);
  await page.reload();
  expect(await page.locator('h1').first().textContent()).toBe(title);
  expect((await page.locator('.prose').textContent())?.length).toBeGreaterThan(200);
  await hydrated(page);
  const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
  expect(size, 'with its style sheet').toBe('15px');

  await page.goto('/article/3');
  expect(await page.locator('h1').textContent()).toBe('现在没有网络');
  const link = page.locator('ul a', { hasText: title?.trim() ?? '' });
  await link.click();
  await page.waitForSelector('.prose');
  expect(new URL(page.url()).pathname).toBe('/article/1');

  await page.goto('/article/3');
  await page.context().setOffline(false);
  await page.waitForSelector('.prose');
  expect(await page.locator('h1').first().textContent()).not.toBe('现在没有网络');
}, 60_000);

test('the offline page has the theme of the paper the reader chose', async () => {
  const { page } = await visitor();
  await read(page, '/archive');
  await page.evaluate(() => localStorage.setItem('reading', '3 middle night '));
  await page.context().setOffline(true);
  await page.goto('/article/3');
  expect(await page.locator('h1').textContent()).toBe('现在没有网络');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});

test('an article reached by client-side navigation is cached as well', async () => {
  const { page } = await visitor();
  await read(page, '/');
  await hydrated(page);
  const link = page.locator('.article-row h2 a, .article-row h3 a').first();
  const path = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.waitForSelector('.prose');
  await expect.poll(() => storedPages(page), { timeout: 15_000 }).toContain(path);

  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('.prose');
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await link.click();
  await page.waitForSelector('.prose');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
}, 60_000);

test('a view through the service worker is counted, its prefetch is not', async () => {
  const { page } = await visitor();
  await read(page, '/archive');
  await page.evaluate(
    (page) => navigator.serviceWorker.controller?.postMessage({ page, files: [] }),
    `${site.url}/article/4`,
  );
  await expect.poll(() => storedPages(page)).toContain('/article/4');
  const before = await views(5);
  await page.goto('/article/5');
  await expect.poll(() => views(5), { timeout: 10_000 }).toBe(before + 1);
  expect(await views(4)).toBe(0);
}, 60_000);

async function views(id: number) {
  const answer = await fetch(`${site.url}/v1/article/info?id=${id}`);
  return ((await answer.json()) as { data: { views: number } }).data.views;
}

test('private pages and calls with a token are not cached offline', async () => {
  const { page } = await visitor();
  await read(page, '/archive');
  for (const path of ['/reset', '/user']) await page.goto(path);
  await page.waitForTimeout(3000);
  for (const path of ['/reset', '/user']) expect(await storedPages(page)).not.toContain(path);
  const calls = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((key) => key.startsWith('mojian-calls-'));
      return name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : [];
    });
  await page.evaluate(() => fetch('/v1/tag/', { headers: { authorization: 'mine' } }));
  await page.evaluate(() => fetch('/v1/report?path=/'));
  await page.evaluate(() => fetch('/v1/category/'));
  await expect.poll(calls).toEqual([`${site.url}/v1/category/`]);
});

test('switching the feature off removes the service worker and its caches', async () => {
  const { page } = await visitor();
  await read(page, '/archive');
  await changeSettings(site, { reading: { offline: false } });
  await expect
    .poll(() => fetch(`${site.url}/offline.js`).then((answer) => answer.text()), { timeout: 10_000 })
    .toContain('unregister');

  await page.goto('/tags');
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ]);
  await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  await page.goto('/tags');
  await page.waitForTimeout(3000);
  expect(await left()).toEqual([]);

  await changeSettings(site, { reading: { offline: true } });
  await expect
    .poll(() => fetch(`${site.url}/offline.js`).then((answer) => answer.text()), { timeout: 10_000 })
    .not.toContain('unregister');
}, 60_000);

test('a cover and an avatar that fail to load are replaced by drawings in both themes', async () => {
  await inDatabase(site, (db) =>
    db.updateTable('articles').set({ cover: '/files/gone.webp' }).where('id', '=', 1).execute(),
  );
  await changeSettings(site, { author: { name: '小林', avatar: '/files/face.webp' } });

  const { page } = await openPage();
  await page.route('**/files/*', (route) => route.abort());
  const path = '/article/1';
  await expect
    .poll(async () => (await fetch(site.url + path)).text(), { timeout: 10_000 })
    .toMatch(/authorAvatar[^,]*,[^,]*face/);
  await page.goto(path);
  await hydrated(page);
  const cover = page.locator('img.cover[data-drawn]').first();
  await expect.poll(() => cover.getAttribute('src')).toMatch(/^\/cover\/v1\/\d+(-banner)?-day\.webp$/);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await expect.poll(() => cover.getAttribute('src')).toMatch(/-night\.webp$/);
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto('/about');
  const face = page.locator('img.face[data-name]').first();
  await face.scrollIntoViewIfNeeded();
  await expect.poll(() => face.getAttribute('src')).toContain(encodeURIComponent('小'));
  expect(await face.getAttribute('class')).toMatch(/^face face-\w+ hue-\d+$/);
  const broken = () =>
    page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length);
  await expect.poll(broken).toBe(0);
}, 60_000);

test('the browser’s theme colour follows the paper colour', async () => {
  const { page } = await visitor();
  await page.goto('/');
  const colour = () => page.locator('meta[name=theme-color]').first().getAttribute('content');
  const manifest = (await (await fetch(`${site.url}/manifest.webmanifest`)).json()) as { theme_color: string };
  expect(await (await fetch(site.url)).text()).toContain(`content="${manifest.theme_color}"`);
  await expect.poll(colour).toMatch(/0\.98|252/);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await expect.poll(colour).toMatch(/0\.18|21,/);
});

/** Posts to the share target as the system's share sheet does: a navigation with a form. */
async function share(page: Page, words: Record<string, string>, picture?: Buffer) {
  await page.evaluate((fields) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data', id: 'shared' });
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    const files = document.createElement('input');
    Object.assign(files, { type: 'file', name: 'pictures', multiple: true });
    form.append(files);
    document.body.append(form);
  }, words);
  if (picture)
    await page.setInputFiles('#shared input[type=file]', { name: '雨.png', mimeType: 'image/png', buffer: picture });
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#shared')?.requestSubmit());
  await page.waitForURL('**/newSays**');
}

test('words and a picture from the share sheet wait for the login and fill the composer, once', async () => {
  const lin = await newStaff(site, 'editor');
  const { page } = await visitor();
  await read(page, '/');
  const manifest = await page.evaluate(() => fetch('/manifest.webmanifest').then((answer) => answer.json()));
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/newposts', '/newSays', '/notice']);
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' });

  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 60 } });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await share(page, { title: '一篇文章', text: '一篇文章', url: 'https://a.example/1' }, picture);
  await page.getByText('登录后可写').first().waitFor();
  await carryToken(page, site, await tokenFor(site, lin));
  await page.reload();
  const field = page.getByRole('textbox', { name: '说说内容' });
  await expect.poll(() => field.inputValue()).toBe('一篇文章\nhttps://a.example/1');
  await page.locator('.say-paper img').first().waitFor();
  await page.reload();
  await field.waitFor();
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).includes('mojian-shared'))).toBe(false);
  expect(await field.inputValue()).toBe('一篇文章\nhttps://a.example/1');
});

test('without a service worker the words of the share sheet still reach the composer', async () => {
  const lin = await newStaff(site, 'editor');
  const { page } = await openPage();
  await carryToken(page, site, await tokenFor(site, lin));
  await page.goto('/');
  await share(page, { title: '', text: '只有一句' });
  await expect.poll(() => page.getByRole('textbox', { name: '说说内容' }).inputValue()).toBe('只有一句');
});
