import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inDatabase } from './arrange.ts';
import { hydrated, widths } from './browser.ts';
import { sampleOf } from './long.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
beforeAll(async () => {
  await inDatabase(site, (db) =>
    db
      .insertInto('boardMessages')
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          nickname: n % 3 ? '游客' : `路人${n}`,
          place: n % 2 ? '浙江' : '',
          text: '纸短情长写不完这一天的雨和灯🌧'.repeat(7).slice(0, 1 + ((n * 37) % 100)),
          createdAt: Date.now() + n,
        })),
      )
      .execute(),
  );
});

type Options = { width?: number; height?: number; hasTouch?: boolean; speed?: number };

/** `speed`: how many times faster the slips fly than they do for readers. */
async function openBarrage({ width = widths.wide, height = 900, hasTouch = false, speed = 1 }: Options = {}) {
  const visitor = await openPage({ viewport: { width, height }, hasTouch, reducedMotion: 'no-preference' });
  await visitor.page.addInitScript((speed) => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...options) {
      const animation = animate.apply(this, options);
      animation.playbackRate = speed;
      return animation;
    };
  }, speed);
  await visitor.page.goto('/message');
  await hydrated(visitor.page);
  await visitor.page.locator('.barrage-slip[data-on]').first().waitFor();
  return visitor.page;
}

type Box = { slip: number; left: number; right: number; top: number; bottom: number };
type Sample = { slips: Box[]; words: Omit<Box, 'slip'> };

/** Records all positions, frame by frame, for a time and at least a number of frames. */
const watch = (page: Page, milliseconds: number, frames = 1) =>
  page.evaluate(
    async ([milliseconds = 0, frames = 0]): Promise<Sample[]> => {
      const all = [...document.querySelectorAll('.barrage-slip')];
      const boxOf = (element: Element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom };
      };
      const samples: Sample[] = [];
      const end = performance.now() + milliseconds;
      while (performance.now() < end || samples.length < frames) {
        await new Promise(requestAnimationFrame);
        const words = document.querySelector('.board-words');
        const slips = [...document.querySelectorAll('.barrage-slip[data-on]')];
        if (words)
          samples.push({
            words: boxOf(words),
            slips: slips.map((slip) => ({ slip: all.indexOf(slip), ...boxOf(slip) })),
          });
      }
      return samples;
    },
    [milliseconds, frames],
  );

const overlap = (a: Omit<Box, 'slip'>, b: Omit<Box, 'slip'>) =>
  a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
const pairs = <Item>(items: Item[]) => items.flatMap((a, at) => items.slice(at + 1).map((b) => [a, b] as const));
/** Each slip's left edge. */
const lefts = async (page: Page) =>
  new Map((await watch(page, 1)).at(-1)?.slips.map(({ slip, left }) => [slip, left] as const));

const windows = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1119, 700],
  [1280, 800],
  [1600, 900],
  [1920, 1080],
] as const;

for (const [width, height] of sampleOf(windows, 3))
  test(`at ${width} px messages never overlap each other or the heading, and their number is bounded`, async () => {
    const page = await openBarrage({ width, height, speed: 16 });
    const samples = await watch(page, 2500, 16);
    for (const { slips, words } of samples) {
      expect(slips.length).toBeLessThanOrEqual(Math.max(3, Math.round((width * height) / 52_000)));
      expect(pairs(slips).filter(([a, b]) => overlap(a, b))).toEqual([]);
      expect(slips.filter((slip) => overlap(slip, words))).toEqual([]);
    }
    // the first slips have left, and others entered
    const seen = new Set(samples.flatMap(({ slips }) => slips.map(({ slip }) => slip)));
    expect(seen.size).toBeGreaterThan(samples[0]?.slips.length ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

test('one’s own message appears at once without overlapping another', async () => {
  const page = await openBarrage({ speed: 8 });
  await page.getByRole('textbox', { name: '留言' }).fill('我也来说一句不长不短的话');
  await page.locator('.board-form button[type=submit]').click();
  await page.locator('.barrage-slip.barrage-slip-mine[data-on]').waitFor();
  const samples = await watch(page, 2500);
  for (const { slips } of samples) expect(pairs(slips).filter(([a, b]) => overlap(a, b))).toEqual([]);
});

test('a lane pauses under the pointer and resumes after it, other lanes go on', async () => {
  const page = await openBarrage({ speed: 4 });
  const hovered = await inTheMiddle(page);
  await page.mouse.move(hovered.x, hovered.y);
  const before = await lefts(page);
  const moved = async () => [...(await lefts(page))].filter(([slip, left]) => left !== (before.get(slip) ?? left));
  await expect.poll(async () => (await moved()).length).toBeGreaterThan(0);
  expect((await lefts(page)).get(hovered.slip)).toBe(before.get(hovered.slip));
  await page.mouse.move(2, 2);
  await expect.poll(async () => (await lefts(page)).get(hovered.slip)).not.toBe(before.get(hovered.slip));
});

test('a touch pauses a lane as well', async () => {
  const page = await openBarrage({ width: widths.phone, height: 844, hasTouch: true, speed: 2 });
  const { slip, x, y } = await inTheMiddle(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  const before = await lefts(page);
  await page.waitForTimeout(300);
  expect((await lefts(page)).get(slip)).toBe(before.get(slip));
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await lefts(page)).get(slip)).not.toBe(before.get(slip));
});

test('while the list has keyboard focus the barrage is paused', async () => {
  const page = await openBarrage({ speed: 4 });
  await page.locator('.board-list .board-list-scroll').focus();
  const before = await lefts(page);
  await page.waitForTimeout(400);
  expect(await lefts(page)).toEqual(before);
  await page.getByRole('textbox', { name: '留言' }).focus();
  await expect.poll(() => lefts(page)).not.toEqual(before);
});

test('the list loads page by page to its end, each message once', async () => {
  const page = await openBarrage({ width: widths.phone, height: 844 });
  await page.getByRole('button', { name: '列表' }).click();
  const rows = page.locator('.board-list li');
  const total = await inDatabase(site, (db) => db.selectFrom('boardMessages').select('id').execute());
  const requested: string[] = [];
  page.on('request', (request) => request.url().includes('after=') && requested.push(request.url()));
  for (const count of [100, total.length]) {
    await page.getByRole('link', { name: '加载更多' }).click();
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(count);
  }
  await page.getByText(`到这里就看完了，共 ${total.length} 条`).waitFor();
  const ids = await rows.evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(total.length);
  expect(requested).toHaveLength(2);
});

test('with reduced motion there is no barrage', async () => {
  const page = await openBarrage({ width: widths.phone });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => page.locator('.barrage-slip').count()).toBe(0);
  expect(await page.locator('.board-list li').first().isVisible()).toBe(true);
});

/** A slip that is seen whole and far from the left edge, and a point on it. */
async function inTheMiddle(page: Page) {
  const find = async () => {
    const { slips = [] } = (await watch(page, 1)).at(-1) ?? {};
    const { width = 0 } = page.viewportSize() ?? {};
    return slips.find(({ left, right }) => left > 20 && left < width - 60 && right > left);
  };
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  const box = await find();
  if (!box) throw new Error('no slip in sight');
  return { slip: box.slip, x: box.left + 30, y: (box.top + box.bottom) / 2 };
}
