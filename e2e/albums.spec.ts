import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { formOf } from '../apps/server/test/upload.ts';
import { apiOf } from './api.ts';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import { turnTo, views } from './looked-at.ts';
import { tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });

let token: string;
let pictures: string[];
let id: number;

async function upload(background: string, width: number, height: number) {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  const { headers, payload } = await formOf({ bytes });
  const request = { method: 'POST', headers: { ...headers, authorization: token }, body: new Uint8Array(payload) };
  const answer = await fetch(`${site.url}/file/upload`, request);
  return ((await answer.json()) as Envelope & { data: Upload }).data.url;
}

async function publish(markdown: string) {
  const { drafts } = apiOf(site, { token });
  const content = { title: '雾里的三十一天', markdown, isAlbum: true, albumPlace: '洱海，大理', albumTime: '十月' };
  const { id: articleId, version } = await drafts.create({ body: { key: crypto.randomUUID(), content } });
  await drafts.submit({ body: { id: articleId, version } });
  return articleId;
}

beforeAll(async () => {
  token = await tokenFor(site, await newStaff(site, 'editor'));
  pictures = [
    await upload('#e8e4da', 1600, 1000),
    await upload('#2b4a5b', 1500, 1000),
    await upload('#a8702a', 1000, 1500),
  ];
  const [mist, sea, reeds] = pictures;
  const row = `![雾](${mist})\n![海](${sea} "海｜龙龛")`;
  id = await publish(
    `十月一号，去湖边。\n\n${row}\n\n## 雾散的那天\n\n风来的时候，芦苇朝一边想。\n\n![芦苇](${reeds})`,
  );
}, 120_000);

const groundOfHeader = (page: Page) => page.locator('.header').evaluate((one) => getComputedStyle(one).backgroundColor);
const inkOfBrand = (page: Page) => page.locator('.header .brand').evaluate((one) => getComputedStyle(one).color);

test('the cover of an album fills the window; the header lies on it and is paper after one screen', async () => {
  const { page, faults } = await openPage({ viewport: { width: widths.desktop, height: 900 } });
  await page.goto(`/article/${id}`);
  for (const view of views) {
    await turnTo(page, view);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await page.locator('.album-cover').boundingBox()).toMatchObject({ x: 0, y: 0, width: view.width });
    expect((await page.locator('.album-cover').boundingBox())?.height).toBeGreaterThanOrEqual(900);
    const onPicture = { ground: await groundOfHeader(page), ink: await inkOfBrand(page) };
    await page.evaluate(() => scrollTo(0, 1400));
    await page.evaluate(() => scrollTo(0, 1200));
    await expect.poll(() => groundOfHeader(page)).not.toBe(onPicture.ground);
    if (view.theme === 'light') expect(await inkOfBrand(page)).not.toBe(onPicture.ink);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await page.evaluate(() => scrollTo(0, 0));
  expect(await page.locator('.album-data').innerText()).toMatch(
    /摄影[\s\S]*地点\s+洱海，大理\s+时间\s+十月\s+张数\s+3/,
  );
  expect(await barriers(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a row reaches the page’s width, and a short sentence stands vertically beside a portrait', async () => {
  const { page } = await openPage({ viewport: { width: widths.wide, height: 1000 } });
  await page.goto(`/article/${id}`);
  expect((await page.locator('.photo-row').boundingBox())?.width).toBe(1200);
  const sentence = page.locator('.album-sentence');
  expect(await sentence.evaluate((one) => getComputedStyle(one).writingMode)).toBe('vertical-rl');
  const [words, portrait] = [await sentence.boundingBox(), await page.locator('.album-side img').boundingBox()];
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThan(portrait?.x ?? 0);
});

test('a frame of the contact sheet opens the viewer there, and the one seen last is marked', async () => {
  const { page, faults } = await openPage({ viewport: { width: widths.desktop, height: 900 } });
  await page.goto(`/article/${id}`);
  const frames = page.locator('.album-frame');
  await page.locator('.prose img[role="button"]').first().waitFor();
  await frames.nth(1).scrollIntoViewIfNeeded();
  await frames.nth(1).click();
  const viewer = page.getByRole('dialog', { name: '看图' });
  await expect.poll(() => viewer.locator('figure img').getAttribute('src')).toContain(pictures[1]);
  expect(await viewer.innerText()).toContain('龙龛');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect.poll(() => frames.nth(2).getAttribute('data-seen')).toBe('');
  expect(await frames.nth(1).getAttribute('data-seen')).toBe(null);
  expect(faults).toEqual([]);
});

test('without scripts the frames lead to the files; other articles load nothing of albums', async () => {
  const html = await (await fetch(`${site.url}/article/${id}`)).text();
  expect([...html.matchAll(/class="album-frame" href="([^"]*)"/g)].map(([, href]) => href)).toEqual(pictures);
  expect(html).toMatch(/<link[^>]*\/album-[^>]*\.css|album-cover\{/);
  const { drafts } = apiOf(site, { token });
  const content = { title: '别的', markdown: '字。' };
  const { id: plain, version } = await drafts.create({ body: { key: crypto.randomUUID(), content } });
  await drafts.submit({ body: { id: plain, version } });
  const other = await (await fetch(`${site.url}/article/${plain}`)).text();
  expect(other).not.toMatch(/album-cover|\/album-/);
});
