import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { formOf } from '../apps/server/test/upload.ts';
import { writeArticle } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });

/** Pixels of each shape. */
const shapes = {
  panorama: [2000, 400],
  portrait: [800, 1200],
  phone: [900, 2000],
  landscape: [1500, 1000],
  square: [700, 700],
  small: [240, 180],
} as const;
type Shape = keyof typeof shapes | 'animated' | 'missing';
const gone = '/files/00/00000000000000000000000000000000.webp';
const addresses = { missing: gone } as Record<Shape, string>;
let authorId = 0;

beforeAll(async () => {
  const staff = await newStaff(site, 'editor');
  authorId = staff.id;
  const token = await tokenFor(site, staff);
  for (const [shape, [width, height]] of Object.entries(shapes))
    addresses[shape as Shape] = await upload(token, await plain(width, height));
  const frames = await Promise.all([plain(320, 240), plain(320, 240, '#234')]);
  addresses.animated = await upload(
    token,
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
});

function plain(width: number, height: number, background = '#7a8c9e') {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

async function upload(token: string, bytes: Buffer) {
  const { headers, payload } = await formOf({ name: 'photograph.png', bytes });
  const answer = await fetch(`${site.url}/file/upload`, {
    method: 'POST',
    headers: { ...headers, authorization: token },
    body: new Uint8Array(payload),
  });
  const { code, data } = (await answer.json()) as Envelope & { data: Upload };
  expect(code).toBe(200);
  return data.url;
}

const line = (shape: Shape, title = '', word = '') =>
  `![${shape}](${addresses[shape]}${title && ` "${title}"`})${word}`;
const words = '其实没有想好图什么，只是手头的事忽然都停了。';

async function publish(title: string, markdown: string) {
  return `/article/${await writeArticle(site, { authorId, title, markdown })}`;
}

/** Each drawn picture: its box, its own pixels, and the edges of the row it stands in. */
function measure(page: Page) {
  return page.evaluate(() => {
    const boxOf = (element: Element) => {
      const { left, right, top, width, height } = element.getBoundingClientRect();
      return { left, right, top, width, height };
    };
    return [...document.querySelectorAll<HTMLImageElement>('.prose img')].map((picture) => ({
      ...boxOf(picture),
      natural: picture.naturalWidth / picture.naturalHeight,
      address: picture.src,
      line: [...document.querySelectorAll('.photo-line')].findIndex((one) => one.contains(picture)),
      part: [...document.querySelectorAll('.photo-part')].findIndex((one) => one.contains(picture)),
    }));
  });
}

/** Scrolls to every picture, so that each is fetched. */
async function see(page: Page, path: string) {
  await page.goto(path);
  for (const picture of await page.locator('.prose img').all()) await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.locator('.prose img').evaluateAll((all) => all.every((one) => (one as HTMLImageElement).complete)))
    .toBe(true);
}

const order = ['landscape', 'portrait', 'panorama', 'small', 'square', 'animated', 'phone', 'missing'] as const;

/** Pictures of one article of the forty: a lone one, a row, and another with a width. */
function oddText(index: number) {
  const shape = (step: number) => order[(index + step) % order.length] ?? 'square';
  const word = ['', '{宽}', '{通栏}', '{满屏}', '{单}'][Math.floor(index / order.length)] ?? '';
  const row = [0, 1, 2, 3].slice(0, 2 + (index % 3)).map((step) => line(shape(step), '', step === 1 ? word : ''));
  return [words, line(shape(0), '题注｜地点', word), words, row.join('\n'), words].join('\n\n');
}

type Measured = Awaited<ReturnType<typeof measure>>[number];

function faultsOf(one: Measured, first: Measured, tallest: number) {
  const shape = order.find((name) => one.address.endsWith(addresses[name])) ?? 'missing';
  const own = { ...shapes, animated: [320], missing: [2000] }[shape][0];
  return [
    ...(one.width > own + 1 ? [`${shape} is ${one.width} px wide`] : []),
    ...(one.height > tallest + 1 ? [`${shape} is ${one.height} px high`] : []),
    ...(one.part >= 0 && Math.abs(one.height - first.height) > 1 ? [`${shape} is uneven`] : []),
  ];
}

test.each(['desktop', 'phone'] as const)(
  'forty articles with odd pictures keep rows level and pictures within themselves and the window: %s',
  { timeout: 240_000 },
  async (device) => {
    const [viewport, tallest] =
      device === 'phone' ? [{ width: 390, height: 844 }, 1e4] : [{ width: 1200, height: 800 }, 688];
    const { page } = await openPage({ viewport, javaScriptEnabled: false });
    const wrong: string[] = [];
    for (let index = 0; index < 40; index++) {
      await page.goto(await publish(`第 ${index} 组`, oddText(index)));
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (sideways > 0) wrong.push(`${index}: ${sideways} px sideways`);
      const rows = Map.groupBy(await measure(page), (one) => (device === 'phone' ? one.part : one.line));
      for (const row of rows.values())
        wrong.push(
          ...row.flatMap((one, _, [first = one]) => faultsOf(one, first, tallest).map((fault) => `${index}: ${fault}`)),
        );
    }
    expect(wrong).toEqual([]);
  },
);

test('widths hang on one grid, a pair is justified, and captions have their place', async () => {
  const pair = `${line('portrait', '檐角｜周城')}\n${line('portrait', '窗光｜周城')}`;
  const texts = [
    line('panorama', '', '{宽}'),
    line('panorama', '', '{通栏}'),
    line('panorama', '一条船｜双廊', '{满屏}'),
    pair,
  ];
  const path = await publish('绕湖', [words, ...texts.flatMap((text) => [text, words])].join('\n\n'));
  const { page, faults } = await openPage({ viewport: { width: 1400, height: 900 } });
  await see(page, path);
  const [wide, whole, full, left, right] = await measure(page);
  expect([wide?.width, whole?.width, full?.width].map(Math.round as never)).toEqual([1000, 1200, 1400]);
  expect(full?.left).toBe(0);
  expect(left?.width).toBe(336);
  expect(Math.round(left?.height ?? 0)).toBe(504);
  expect((right?.left ?? 0) - (left?.right ?? 0)).toBe(8);
  const captions = page.locator('.prose figcaption');
  expect(await captions.allTextContents()).toEqual(['panorama', 'panorama', '一条船双廊', '左，檐角；右，窗光。周城']);
  expect(await page.locator('.photo-place').allTextContents()).toEqual(['双廊', '周城']);
  expect(await barriers(page, { within: ['.prose'] })).toEqual([]);
  // the first photograph is the cover elsewhere, and needs no second one above the text
  expect(await page.locator('.article-banner').count()).toBe(0);
  expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toBe(site.url + addresses.panorama);
  expect(faults).toEqual([]);

  await page.setViewportSize({ width: widths.phone, height: 844 });
  const onPhone = await measure(page);
  expect([onPhone[0], onPhone[2]].map((one) => [one?.left, one?.width])).toEqual([
    [0, 390],
    [0, 390],
  ]);
  expect((onPhone[4]?.left ?? 0) - (onPhone[3]?.right ?? 0)).toBe(3);
});

test('actions and contents fade while something wider passes them, and a lost picture keeps its place in a row', async () => {
  const row = `${line('landscape', '', '{通栏}')}\n${line('missing')}`;
  const path = await publish(
    '失而不移',
    `${words}\n\n## 节\n\n${`${words}\n\n`.repeat(12)}${row}\n\n${`${words}\n\n`.repeat(20)}`,
  );
  const { page } = await openPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(path);
  await hydrated(page);
  const opacity = () => page.locator('.article-toc').evaluate((one) => getComputedStyle(one).opacity);
  expect(await opacity()).toBe('1');
  await page.locator('.photo-line').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 500));
  await expect.poll(opacity).toBe('0');
  // a drawing or a description takes its place
  const inRow = page.locator('.photo-part > *');
  await expect
    .poll(() => inRow.last().evaluate((one) => one.getAttribute('src')?.startsWith('/') ?? false))
    .toBe(false);
  const [picture, place] = [await inRow.first().boundingBox(), await inRow.last().boundingBox()];
  expect(Math.abs((picture?.height ?? 0) - (place?.height ?? 9))).toBeLessThan(1.5);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2 + 900));
  await expect.poll(opacity).toBe('1');
});

test('a table grows with its columns to the page’s width and then scrolls; code in it never breaks', async () => {
  const table = (count: number) => {
    const cells = Array.from({ length: count }, (_, n) => `第${n}列的名字`);
    return [
      `| ${cells.join(' | ')} |`,
      `|${' --- |'.repeat(count)}`,
      `| ${cells.map(() => '`some_code_here`').join(' | ')} |`,
    ].join('\n');
  };
  const path = await publish('表', [words, table(2), words, table(7), words, table(12), words].join('\n\n'));
  const { page } = await openPage({ viewport: { width: 1400, height: 900 }, javaScriptEnabled: false });
  await page.goto(path);
  const sizes = await page
    .locator('.tbl')
    .evaluateAll((all) =>
      all.map((one) => [Math.round(one.getBoundingClientRect().width), one.scrollWidth > one.clientWidth]),
    );
  expect(sizes[0]).toEqual([680, false]);
  expect(sizes[1]?.[0]).toBeGreaterThan(800);
  expect(sizes[1]?.[1]).toBe(false);
  expect(sizes[2]).toEqual([1200, true]);
  const heights = await page.locator('.tbl code').evaluateAll((all) => all.map((one) => one.getClientRects().length));
  expect(new Set(heights)).toEqual(new Set([1]));
});

test('the viewer shows each picture of a row with its own caption, place and strip, and keys walk it', async () => {
  const row = `${line('landscape', '甲图｜双廊')}\n${line('panorama', '乙图')}`;
  const path = await publish('看图', `${words}\n\n${row}\n\n${line('portrait', '丙图｜周城')}`);
  const { page, faults } = await openPage({ viewport: { width: 1200, height: 800 } });
  await page.goto(path);
  await hydrated(page);
  await page.getByRole('button', { name: /查看大图：landscape/ }).click();
  const viewer = page.getByRole('dialog', { name: '看图' });
  const said = () => viewer.locator('.viewer-caption p').allTextContents();
  await expect.poll(said).toEqual(['甲图', '双廊']);
  await page.keyboard.press('ArrowRight');
  await expect.poll(said).toEqual(['乙图']);
  await page.keyboard.press('ArrowRight');
  await expect.poll(said).toEqual(['丙图', '周城']);
  const thumbnails = viewer.locator('.viewer-strip img');
  await expect.poll(() => thumbnails.evaluateAll((all) => all.map((one) => one.clientHeight))).toEqual([56, 56, 56]);
  const [panorama, portrait] = await thumbnails.evaluateAll((all) => all.slice(1).map((one) => one.clientWidth));
  expect(panorama).toBeGreaterThan(5 * (portrait ?? 0));
  expect(await barriers(page, { within: ['dialog.viewer'] })).toEqual([]);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
