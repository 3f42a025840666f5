import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { publishEvents } from '../apps/server/src/platform/stream/event-bus.ts';
import { openBrowser } from './browser.ts';
import { inDatabase, type Member, newMember, tokenFor } from './members.ts';
import { type Site, startSite } from './site.ts';

/** Tabs of one browser, which share one stream. */
vi.setConfig({ testTimeout: 180_000, expect: { poll: { timeout: 40_000 } } });

let site: Site;
let browser: Browser;
let context: BrowserContext;
let who: Member;
/** Streams, as the browser asked for them, and requests that are over. */
let requested: { request: Request; page: Page }[];
let over: Set<Request>;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ SAMPLE_CONTENT: '0' }), openBrowser()]);
});
beforeEach(async () => {
  who = await newMember(site);
  context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
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

const open = () => requested.filter(({ request, page }) => !over.has(request) && !page.isClosed());
const happens = () =>
  inDatabase(site, (db) =>
    db.transaction().execute((trx) => publishEvents(trx, { topic: `user:${who.id}`, type: 'notice', id: 0 })),
  );

/** A tab on the home page; how often it has asked for its numbers. */
async function tab() {
  const page = await context.newPage();
  let counted = 0;
  page.on('request', (request) => {
    if (request.url().includes('getNewSystemNotice')) counted += 1;
  });
  await page.goto('/');
  return { page, counted: () => counted };
}

/** Until something that happens is heard there. */
async function hears(...tabs: { page: Page; counted: () => number }[]) {
  const before = tabs.map(({ counted }) => counted());
  await happens();
  for (const [index, { counted }] of tabs.entries()) await expect.poll(counted).toBeGreaterThan(before[index] ?? 0);
}

test('two tabs share one event stream, which survives closing either and ends with a logout', async () => {
  const first = await tab();
  await expect.poll(open).toHaveLength(1);
  await expect.poll(first.counted).toBeGreaterThan(1);
  const second = await tab();
  await expect.poll(second.counted).toBeGreaterThan(1);
  await hears(first, second);
  expect(requested).toHaveLength(1);

  await first.page.close();
  await expect.poll(() => requested.length).toBe(2);
  await expect.poll(open).toHaveLength(1);
  await hears(second);

  const third = await tab();
  await expect.poll(third.counted).toBeGreaterThan(1);
  await hears(second, third);
  await third.page.context().clearCookies({ name: 'token' });
  await third.page.evaluate(() => {
    dispatchEvent(new Event('mojian:user'));
  });
  await expect.poll(open).toEqual([]);
  expect(requested).toHaveLength(2);
});
