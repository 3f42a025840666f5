import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { apiOf } from './api.ts';
import { publish } from './arrange.ts';
import { openBrowser } from './browser.ts';
import { type Member, newMember, tokenFor } from './members.ts';
import { type Site, startSite } from './site.ts';

/** Tabs of one browser: a visible one holds a stream. */
vi.setConfig({ testTimeout: 180_000, expect: { poll: { timeout: 40_000 } } });

let site: Site;
let browser: Browser;
let context: BrowserContext;
let who: Member;
/** Wide enough for the member's menu. */
const viewport = { width: 1600, height: 900 };
/** Streams, as the browser asked for them, and requests that are over. */
let requested: { request: Request; page: Page }[];
let over: Set<Request>;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ SAMPLE_CONTENT: '0' }), openBrowser()]);
});
beforeEach(async () => {
  who = await newMember(site);
  context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block', viewport });
  await context.addCookies([{ name: 'token', value: await tokenFor(site, who), url: site.url }]);
  [requested, over] = [[], new Set()];
  context.on('request', (request) => {
    if (request.url().includes('/v1/stream')) requested.push({ request, page: request.frame().page() });
  });
  context.on('requestfailed', (request) => over.add(request));
  context.on('requestfinished', (request) => over.add(request));
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await site.remove();
});

type Tab = Awaited<ReturnType<typeof tab>>;

/** Streams a tab has open. */
const streams = (of: Pick<Tab, 'page'>) =>
  requested.filter(({ request, page }) => page === of.page && !over.has(request) && !page.isClosed()).length;
const happens = () => publish(site, { topic: `user:${who.id}`, type: 'notice', id: 0 });

/** A tab; how often it has asked for its numbers. */
async function tab({ path = '/', isVisible = true } = {}) {
  const page = await context.newPage();
  let counted = 0;
  page.on('request', (request) => {
    if (request.url().includes('getNewSystemNotice')) counted += 1;
  });
  if (!isVisible) await page.addInitScript(turnAway);
  await page.goto(path);
  return {
    page,
    counted: () => counted,
    hide: () => page.evaluate(turnAway),
    show: () => page.evaluate(turnTo),
  };
}

function turnAway() {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  document.hasFocus = () => false;
  document.dispatchEvent(new Event('visibilitychange'));
}

function turnTo() {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
  document.hasFocus = () => true;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Until something that happens is heard there. */
async function hears(...tabs: Tab[]) {
  const before = tabs.map(({ counted }) => counted());
  await happens();
  for (const [index, { counted }] of tabs.entries()) await expect.poll(counted).toBeGreaterThan(before[index] ?? 0);
}

test('a visible tab holds a stream, a hidden one none, and back again it looks for what it missed', async () => {
  const first = await tab();
  await expect.poll(() => streams(first)).toBe(1);
  await first.hide();
  const second = await tab();
  const third = await tab({ isVisible: false });
  await expect.poll(() => [first, second, third].map(streams)).toEqual([0, 1, 0]);
  const missed = first.counted();
  await hears(second);
  expect(first.counted()).toBe(missed);

  await second.hide();
  await first.show();
  await expect.poll(first.counted).toBeGreaterThan(missed);
  await expect.poll(() => [first, second, third].map(streams)).toEqual([1, 0, 0]);
  await hears(first);
  expect(requested).toHaveLength(3);
});

test('a hidden tab with the chat hears of messages in its title, one of several, and the others miss none', async () => {
  const lin = { token: await tokenFor(site, await newMember(site)) };
  const roomId = (await apiOf(site, lin).chat.rooms()).data[0]?.id ?? 0;
  const say = (text: string) => apiOf(site, lin).chat.send({ body: { roomId, text, key: text } });
  const [first, second] = [await tab({ path: `/im?room=${roomId}` }), await tab({ path: `/im?room=${roomId}` })];
  const texts = ({ page }: Tab) => page.locator('article[data-id] .chat-bubble').allTextContents();
  await say('早');
  for (const one of [first, second]) await expect.poll(() => texts(one)).toEqual(['早']);
  const me = { token: await tokenFor(site, who) };
  await expect.poll(async () => (await apiOf(site, me).chat.rooms()).data[0]?.unread).toBe(0);

  await first.hide();
  await second.hide();
  await expect.poll(() => [first, second].map(streams)).toEqual([1, 0]);
  await say('吃了吗');
  await expect.poll(() => first.page.title()).toContain('(1)');
  expect(await texts(second)).toEqual(['早']);
  await second.show();
  await expect.poll(() => texts(second)).toEqual(['早', '吃了吗']);
  await second.hide();
  await expect.poll(() => [first, second].map(streams)).toEqual([1, 0]);
  await first.page.close();
  await expect.poll(() => streams(second)).toBe(1);
});

test('a logout in one window ends the streams of the member in the others', async () => {
  const [first, second] = [await tab(), await tab()];
  for (const one of [first, second]) await expect.poll(() => streams(one)).toBe(1);
  await first.page.locator('.header-member > div:last-child > .icon-button').hover();
  await first.page.getByRole('button', { name: '退出登录' }).click();
  await expect.poll(() => [first, second].map(streams)).toEqual([0, 0]);
  await second.page.getByRole('button', { name: '我的' }).waitFor();
  expect(await second.page.locator('dialog[open]').count()).toBe(0);
});
