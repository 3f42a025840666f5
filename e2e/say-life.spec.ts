import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { changeSettings, say } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated } from './browser.ts';
import { overflow, turnTo } from './looked-at.ts';
import { carryToken, type Member, newMember, tokenFor, workDone } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let ming: Member;

const pictures = (count: number, [width, height] = [60, 40]) =>
  Array.from({ length: count }, (_, n) => ({
    url: `/apple-touch-icon.png?${n}`,
    width: width ?? 0,
    height: height ?? 0,
  }));
const at = (day: string, time = '12:00:00') => Date.parse(`${day}T${time}+08:00`);
const said = (text: string, createdAt: number, more: object = {}) =>
  say(site, { authorId: ming.id, text, createdAt, ...more });

/** Newest of all, so that they are on the first page. */
const year = 2031;

beforeAll(async () => {
  ming = await newMember(site);
  await changeSettings(site, { says: { members: true } });
  await said('早上', at(`${year}-11-22`, '00:00:00'));
  await said('夜里', at(`${year}-11-22`, '23:59:59'));
  await said('后一天', at(`${year}-11-23`, '00:00:00'));
  await said('十月的一句，写得比二十个字长一些，好让它写在红线上', at(`${year}-10-31`, '23:59:59'), { place: '良渚' });
  await said('春天', at(`${year - 1}-04-01`));
  await workDone(site);
});

const timeoutMs = 60_000;
const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 20_000 });
const days = (page: Page) =>
  page
    .locator('.say-day')
    .evaluateAll((sections) =>
      sections
        .slice(0, 3)
        .map((one) => [
          one.getAttribute('aria-label'),
          one.querySelector('.say-day-mark')?.textContent,
          ...Array.from(one.querySelectorAll('.say-text'), (text) => text.textContent?.trim()),
        ]),
    );

test('without a script the months lead to their heads, and a day is one sheet', { timeout: timeoutMs }, async () => {
  const { page } = await openPage({ javaScriptEnabled: false });
  await page.goto('/say');
  expect(await days(page)).toEqual([
    ['十一月二十三，星期日', '廿三周日', '后一天'],
    ['十一月二十二，星期六', '廿二小雪', '夜里', '早上'],
    ['十月三十一，星期五', '卅一周五', '十月的一句，写得比二十个字长一些，好让它写在红线上'],
  ]);
  expect(await page.locator('.say-month').first().textContent()).toBe('十一月3 条');
  const rail = page.getByRole('navigation', { name: '按年月' });
  expect(await rail.locator('ol a').allTextContents()).toEqual(['十一月', '十月']);
  await rail.getByRole('link', { name: '十月' }).click();
  await page.waitForURL(`**/say#m-${year}-10`);
  await rail.getByRole('link', { name: `${year - 1} 1` }).click();
  await page.waitForURL(`**/say?month=${year - 1}-04#m-${year - 1}-04`);
  expect(await page.locator('.say-text').first().textContent()).toContain('春天');
  expect(await page.getByRole('button', { name: '盖一枚印' }).count()).toBe(0);
  expect((await page.goto('/say?month=1999-01'))?.status()).toBe(404);
});

test('the current month follows the scroll, and on phones it is a strip', { timeout: timeoutMs }, async () => {
  const { page, faults } = await openPage({ viewport: { width: 390, height: 700 } });
  await page.goto('/say');
  await hydrated(page);
  const current = () => page.locator('.say-rail ol [aria-current]').textContent();
  expect(await current()).toBe('十一月');
  await page.locator(`#m-${year}-10`).evaluate((head) => head.scrollIntoView());
  await eventually(current).toBe('十月');
  expect((await page.locator('.say-rail').boundingBox())?.height).toBeLessThanOrEqual(50);
  expect(faults).toEqual([]);
});

test('one to nine pictures stand as a mosaic whose first is the large one', { timeout: timeoutMs }, async () => {
  for (let count = 1; count <= 9; count++)
    await said(`图${count}`, at(`${year + 1}-01-0${count}`), { pictures: pictures(count) });
  await workDone(site);
  const { page } = await openPage({ viewport: { width: 1200, height: 900 } });
  await eventually(async () => {
    await page.goto('/say');
    return page.locator('.say-pictures').count();
  }).toBe(9);
  const shapes = await page.locator('.say-pictures').evaluateAll((mosaics) =>
    mosaics.map((mosaic) => {
      const whole = mosaic.getBoundingClientRect();
      const [first, ...others] = Array.from(mosaic.querySelectorAll('li'), (item) => item.getBoundingClientRect());
      const inside = [first, ...others].every((box) => box && box.right <= whole.right + 1 && box.width > 0);
      const largest = others.every((box) => first && box.width * box.height <= first.width * first.height + 1);
      const last = [first, ...others].at(-1);
      return { inside, largest, fills: others.length === 0 || Math.abs((last?.right ?? 0) - whole.right) < 2 };
    }),
  );
  expect(shapes).toEqual(Array.from({ length: 9 }, () => ({ inside: true, largest: true, fills: true })));
});

test('seals are stamped by keyboard, and a say’s own page shows all four', { timeout: timeoutMs }, async () => {
  const id = await said('按一枚', at(`${year + 2}-01-02`));
  await said('前面的', at(`${year + 2}-01-01`));
  await workDone(site);
  const { page, faults } = await openPage();
  await carryToken(page, site, await tokenFor(site, await newMember(site)));
  await page.goto('/say');
  await hydrated(page);
  const one = page.locator(`#say-${id}`);
  const seal = one.getByRole('button', { name: '盖一枚印' });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await seal.focus();
  await page.keyboard.press('Enter');
  await eventually(focused).toBe('赞，写得好');
  await page.keyboard.press('Escape');
  expect([await focused(), await seal.getAttribute('aria-expanded')]).toEqual(['盖一枚印', 'false']);
  await page.keyboard.press('Enter');
  await eventually(focused).toBe('赞，写得好');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('念，想起来');
  await page.keyboard.press('Enter');
  await eventually(() => one.getByRole('button', { name: '念，1 枚' }).getAttribute('aria-pressed')).toBe('true');

  await page.goto(`/say?id=${id}`);
  await page.getByRole('link', { name: /^← 前一天，一月一日/ }).waitFor();
  const four = page.locator('.say-alone article > .say-seals');
  await eventually(() => four.locator('[aria-pressed="true"]').textContent()).toBe('念1');
  expect(await four.locator('button').count()).toBe(4);
  await four.getByRole('button', { name: '念，1 枚' }).click();
  await eventually(() => four.locator('[aria-pressed="true"]').count()).toBe(0);
  for (const width of [390, 1200]) {
    await turnTo(page, { width, theme: 'dark' });
    expect([await overflow(page), await barriers(page)], `${width}`).toEqual([0, []]);
  }
  expect(faults).toEqual([]);
});

test('the line above the says opens a form that keeps what is written', { timeout: timeoutMs }, async () => {
  const visitor = await openPage();
  await visitor.page.goto('/say');
  await hydrated(visitor.page);
  expect(await visitor.page.getByRole('button', { name: '今天，写一句' }).count()).toBe(0);
  const { page, faults } = await openPage();
  await carryToken(page, site, await tokenFor(site, ming));
  await page.goto('/say');
  await page.getByRole('button', { name: '今天，写一句' }).click();
  const field = page.getByRole('textbox', { name: '说说内容' });
  await field.fill('写到一半的一句');
  await page.getByRole('button', { name: '收起' }).click();
  await page.getByRole('button', { name: '今天，写一句' }).click();
  expect(await field.inputValue()).toBe('写到一半的一句');
  await page.getByRole('button', { name: '写下' }).click();
  await page.locator('.toast', { hasText: '已发布' }).waitFor();
  await page.getByRole('button', { name: '今天，写一句' }).waitFor();
  expect(faults).toEqual([]);
});
