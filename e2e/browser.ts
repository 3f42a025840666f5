import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../scripts/browser.js';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // one renderer for all pages of a file: a fifth less work for each page that is loaded
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];

export const widths = { phone: 390, tablet: 768, desktop: 1200, wide: 1600 } as const;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: flags });
}

/** A page that keeps account of what must never happen: errors in the console and requests to another host. */
export async function openPage(browser: Browser, site: { url: string }, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 },
    baseURL: site.url,
    reducedMotion: 'reduce', // to draw what moves is a sixth of a browser's work; tests of motion ask for it
    serviceWorkers: 'block', // what a worker asks for escapes page.route()
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (line) => {
    if (line.text().includes('blocked by Playwright')) return;
    if (line.type() === 'error' || line.type() === 'warning') faults.push(`控制台：${line.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`脚本：${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== site.url) faults.push(`外站：${request.url()}`);
  });
  return { page, faults, close: () => context.close() };
}

/**
 * Waits until all the page asked for has come and half a second has passed. Playwright's `networkidle` never comes where
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
