import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../scripts/browser.js';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // a single renderer for all pages of a file: a fifth less work per page
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];

export const widths = { phone: 390, tablet: 768, desktop: 1200, wide: 1600 } as const;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: flags });
}

type Context = { context: BrowserContext; anchor?: Page; isAltered: boolean };

/** Contexts that were cleaned and wait for their next page, by the options they were made with. */
const spare = new WeakMap<Browser, Map<string, Context[]>>();
const spareAtMost = 3;

/** Options that leave nothing in a context which cleaning it would not remove. */
const harmless = new Set(['viewport', 'colorScheme', 'reducedMotion', 'baseURL', 'serviceWorkers']);

/**
 * A page that keeps account of what must never happen: errors in the console and requests to another host. Nothing of
 * an earlier page is in it but the browser's cache of files: a new process and empty caches for each page would cost
 * half a second of a core. Contexts a test alters, with a script or a route of its own, are not used again.
 */
export async function openPage(browser: Browser, site: { url: string }, options: BrowserContextOptions = {}) {
  const all: BrowserContextOptions = {
    viewport: { width: 1200, height: 900 },
    baseURL: site.url,
    reducedMotion: 'reduce', // to draw what moves is a sixth of a browser's work; tests of motion ask for it
    serviceWorkers: 'block', // requests of a service worker escape page.route()
    ...options,
  };
  const key = JSON.stringify(all);
  const isSpared = all.serviceWorkers === 'block' && Object.keys(all).every((name) => harmless.has(name));
  const stored = spareOf(browser, key);
  const opened = (isSpared && takeUnaltered(stored)) || (await newContext(browser, all));
  const { context } = opened;
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (line) => {
    if (line.text().includes('blocked by Playwright')) return;
    if (line.type() === 'error' || line.type() === 'warning')
      faults.push(`控制台：${line.text()} ${line.location().url}`.trimEnd());
  });
  page.on('pageerror', (error) => faults.push(`脚本：${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== site.url) faults.push(`外站：${request.url()}`);
  });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return; // by the test, and after it by the stage
    isClosed = true;
    if (isSpared && !opened.isAltered && stored.length < spareAtMost && (await clean(opened, site.url)))
      stored.push(opened);
    else await context.close();
  };
  return { page, faults, close };
}

function spareOf(browser: Browser, key: string) {
  const ofBrowser = spare.get(browser) ?? new Map<string, Context[]>();
  spare.set(browser, ofBrowser);
  const stored = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, stored);
  return stored;
}

function takeUnaltered(stored: Context[]) {
  let opened = stored.pop();
  while (opened?.isAltered) opened = stored.pop();
  return opened;
}

const altering = ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'setOffline', 'close'] as const;
const settingClocks = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<Context> {
  const context = await browser.newContext(options);
  const opened: Context = { context, isAltered: false };
  const note = () => {
    opened.isAltered = true;
  };
  for (const name of altering) watch(context, name, note);
  for (const name of settingClocks) watch(context.clock, name, note); // pages have the clock of their context
  context.on('page', (page) => page.on('crash', note)); // and with it each page of the same renderer
  return opened;
}

/** Calls `note` whenever a method of an object is called. */
function watch<Watched extends object>(watched: Watched, name: keyof Watched, note: () => void) {
  const act = (watched[name] as (...args: unknown[]) => unknown).bind(watched);
  const noting = (...args: unknown[]) => {
    note();
    return act(...args);
  };
  watched[name] = noting as Watched[typeof name];
}

/** Closes all pages and forgets what they kept. An empty page stays: the renderer would end with the last one. */
async function clean(opened: Context, origin: string) {
  const { context } = opened;
  try {
    opened.anchor ??= await context.newPage();
    const { anchor } = opened;
    for (const page of context.pages()) if (page !== anchor) await page.close();
    await context.clearCookies();
    await context.clearPermissions();
    const session = await context.newCDPSession(anchor);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
    return true;
  } catch {
    return false; // the browser or the context is gone
  }
}

/**
 * Waits until all the page asked for has come and half a second has passed. Playwright's networkidle never comes where
 * an event stream stays open.
 */
export async function settled(page: Page) {
  await page.waitForFunction(() => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
    return document.readyState === 'complete' && performance.now() - Math.max(0, ...ends) > 500;
  });
}

/** Waits until the page answers to pointer and keys: React has taken over, and what it does after that is done. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
    const [, root] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    return (root as Root | undefined)?.stateNode.current.memoizedState.isDehydrated === false;
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
