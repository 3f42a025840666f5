import type { CDPSession, Page } from 'playwright-core';
import { hydrated, openBrowser, openPage } from '../../e2e/browser.ts';
import { carryToken, newMember, tokenFor } from '../../e2e/members.ts';
import { buildWhenNeeded } from '../../scripts/build.js';
import { startFirst } from '../first-site.ts';
import { openReport } from '../report.ts';
import { type KeyCost, keyCosts, percentile, type TraceEvent } from './key-costs.ts';
import { longArticle } from './long-article.ts';

/** Milliseconds of a frame. */
const budget = 16;
const characters = 100_000;
/** Relative positions in the text at which keys are typed. */
const places = [0, 0.25, 0.5, 0.75, 1];
const keysPerPlace = 40;
/** Milliseconds between keys: a fast typist. */
const pace = 90;
/** Number of slowest keys that are printed. */
const shown = 8;

/** Measures the main-thread time of a key in a long article, by Chromium's trace. */
export async function measureEditor() {
  buildWhenNeeded();
  const report = openReport();
  report.section(`写文章：${characters / 10_000} 万字的正文里，一个键从按下到画出来占用主线程多久`);
  const site = await startFirst();
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser, site, { viewport: { width: 1600, height: 900 } });
    await carryToken(page, site, await tokenFor(site, await newMember(site)));
    const costs = await typeEverywhere(page);
    const totals = costs.map(({ total }) => total);
    const [median, p95, p99, worst] = [0.5, 0.95, 0.99, 1].map((share) => percentile(totals, share).toFixed(1));
    report.line(`${costs.length} 个键，中位数`, `${median} ms`);
    report.line('p95', `${p95} ms`);
    report.line('p99', `${p99} ms，最慢的一个 ${worst} ms`, { ok: Number(p99) <= budget, want: `≤ ${budget} ms` });
    const slowest = costs.toSorted((one, two) => two.total - one.total).slice(0, shown);
    for (const [index, { total, byKind }] of slowest.entries())
      report.line(`第 ${index + 1} 慢，${total.toFixed(1)} ms`, wordsFor(byKind));
  } finally {
    await browser.close();
    await site.remove();
  }
  report.end();
}

/** Lists the kinds that took at least half a millisecond, the largest first. */
function wordsFor(byKind: KeyCost['byKind']) {
  const large = [...byKind].filter(([, ms]) => ms >= 0.5).sort(([, one], [, two]) => two - one);
  return large.map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`).join('，');
}

async function typeEverywhere(page: Page): Promise<KeyCost[]> {
  await page.goto('/newposts');
  await hydrated(page);
  await paste(page, longArticle(characters));
  await page.waitForTimeout(5000); // lets the work after so large a paste end before measuring
  const trace = await startTrace(page);
  for (const place of places) {
    await putCaret(page, place);
    await page.keyboard.type('a', { delay: pace }); // the first one after a jump
    await page.keyboard.type('typing goes on and on in every paragraph.'.slice(0, keysPerPlace), { delay: pace });
    await page.waitForTimeout(600);
  }
  return keyCosts(await trace.stop());
}

function paste(page: Page, text: string) {
  return page.locator('.cm-content').evaluate((content, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function putCaret(page: Page, share: number) {
  await page.locator('.cm-scroller').evaluate((scroller, at) => {
    const scrolls = scroller.scrollHeight > scroller.clientHeight + 1 ? scroller : document.documentElement;
    scrolls.scrollTop = at * scrolls.scrollHeight;
  }, share);
  await page.waitForTimeout(300);
  await page
    .locator('.cm-line', { hasText: '师傅' })
    .nth(1)
    .click({ position: { x: 200, y: 10 } });
}

async function startTrace(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: categories },
    transferMode: 'ReportEvents',
  });
  return {
    async stop() {
      const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await done;
      return events;
    },
  };
}
