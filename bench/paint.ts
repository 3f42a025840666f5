import type { CDPSession, Page } from 'playwright-core';
import { hydrated, openBrowser, settled } from '../e2e/browser.ts';
import { buildWhenNeeded } from '../scripts/build.js';
import { openReport } from './report.ts';
import { startBenchSite } from './server.ts';

/** Lighthouse's mobile: slow 4G as its DevTools throttling applies it, and a phone's window. */
const slowLine = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/**
 * Texts of ten thousand characters, built sign by sign, that a page makes in ten seconds on the phone: a quarter of what a
 * good desktop makes, which is what Lighthouse assumes. A slower machine is slowed down by less.
 */
const speedOfPhone = 430;

const rounds = 5;
const budgets = { largest: 1200, shift: 0.01, blocking: 100 };

/** An event of Chromium's trace; times in microseconds, `tdur` in the processor's own. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number };

type Painted = {
  first: number;
  largest: number;
  shift: number;
  scriptsBefore: number;
  requests: number;
  bytes: number;
};

/**
 * Medians of five loads with an empty cache: paints, shifts, and what was asked for before the first paint.
 * `SLOWDOWN=1` in the environment leaves this CPU as it is, so that the line alone is slow.
 */
export async function measurePaint(paths: string[]) {
  buildWhenNeeded();
  const report = openReport();
  const site = await startBenchSite();
  const slowdown = Number(process.env.SLOWDOWN) || (await slowdownHere());
  for (const path of paths.length > 0 ? paths : [site.article, '/']) {
    const loads: Painted[] = [];
    for (let round = 0; round <= rounds; round++) loads.push(await load(site.url + path, slowdown));
    loads.shift(); // the first load renders the page on the server
    report.section(`${path}，慢 4G、CPU ×${slowdown.toFixed(1)}，${rounds} 次的中位数`);
    const median = (pick: (load: Painted) => number) => middle(loads.map(pick));
    const largest = Math.round(median((one) => one.largest));
    const shift = median((one) => one.shift);
    report.line('FCP', `${Math.round(median((one) => one.first))} ms`);
    report.line('LCP', `${largest} ms`, { ok: largest <= budgets.largest, want: `≤ ${budgets.largest} ms` });
    report.line('CLS', shift.toFixed(3), { ok: shift <= budgets.shift, want: `≤ ${budgets.shift}` });
    const blocked: number[] = [];
    for (let round = 0; round < rounds; round++) blocked.push(await blockingTime(site.url + path, slowdown));
    const blocking = Math.round(middle(blocked));
    report.line('TBT', `${blocking} ms`, { ok: blocking <= budgets.blocking, want: `≤ ${budgets.blocking} ms` });
    const before = Math.max(...loads.map((one) => one.scriptsBefore));
    report.line('首次绘制之前请求的脚本', `${before} 个`, { ok: before === 0, want: '0 个' });
    report.line('全部请求', `${median((one) => one.requests)} 个，${Math.round(median((one) => one.bytes) / 1000)} KB`);
  }
  await site.remove();
  report.end();
}

const middle = (figures: number[]) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** Compares this machine with the phone, by the best of three, as other work slows it down. */
async function slowdownHere() {
  const browser = await openBrowser();
  const page = await browser.newPage(phone);
  const speeds: number[] = [];
  for (let round = 0; round < 3; round++) speeds.push(await page.evaluate(countTexts));
  await browser.close();
  return Math.max(1, Math.max(...speeds) / speedOfPhone);
}

/** Runs in the page for half a second. */
function countTexts() {
  const begun = performance.now();
  let texts = 0;
  for (; performance.now() - begun < 500; texts++) {
    let text = '';
    for (let sign = 0; sign < 10_000; sign++) text += 'a';
    if (text.length === 0) break; // reads it, or it would not be built
  }
  return (texts / (performance.now() - begun)) * 100;
}

async function load(url: string, slowdown: number): Promise<Painted> {
  const browser = await openBrowser();
  const page = await browser.newPage(phone);
  const devtools = await page.context().newCDPSession(page);
  const received = await watchBytes(devtools);
  await devtools.send('Network.emulateNetworkConditions', slowLine);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(collectPaints);
  await page.goto(url, { waitUntil: 'load' });
  await hydrated(page);
  await settled(page);
  const painted = await paintsOf(page);
  await browser.close();
  return { ...painted, ...received };
}

async function watchBytes(devtools: CDPSession) {
  const received = { requests: 0, bytes: 0 };
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received.requests++;
    received.bytes += encodedDataLength;
  });
  return received;
}

type Collected = { largest: number; shift: number };

function collectPaints() {
  const collected: Collected = { largest: 0, shift: 0 };
  Object.assign(window, { collected });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) collected.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) collected.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

function paintsOf(page: Page) {
  return page.evaluate(() => {
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const files = performance.getEntriesByType('resource');
    const scriptsBefore = files.filter(({ name, startTime }) => /\.js(\?|$)/.test(name) && startTime < first).length;
    const { largest, shift } = (window as unknown as { collected: { largest: number; shift: number } }).collected;
    return { first, largest, shift, scriptsBefore };
  });
}

/**
 * Total blocking time as Lighthouse reckons it: what each task after the first paint takes beyond 50 ms of a slow phone,
 * in the processor's own time, so that other work on this machine does not count.
 */
async function blockingTime(url: string, slowdown: number) {
  const browser = await openBrowser();
  const page = await browser.newPage(phone);
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'loading'] });
  await page.goto(url, { waitUntil: 'load' });
  await hydrated(page);
  await settled(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await browser.close();
  const painted = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  const isAfter = ({ pid, tid, ts }: TraceEvent) => painted?.pid === pid && painted.tid === tid && ts > painted.ts;
  return traceEvents
    .filter((event) => event.name === 'RunTask' && isAfter(event))
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slowdown - 50), 0);
}
