import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser, settled } from '../e2e/browser.ts';
import { freePort } from '../e2e/site.ts';

/** Fixed clock of all runs. */
const begin = Date.parse('2026-11-20T04:00:00Z');
const owner = { email: 'o@example.com', password: 'Plum-rain-ink-77!' };
const widths = [390, 1200, 1600];

type Screen = [name: string, path: string, isStaff?: boolean, act?: (page: Page) => Promise<unknown>];

const openSearch = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('墨');
};

const screens: Screen[] = [
  ['home', '/'],
  ['article', '/article/1'],
  ['archive', '/archive'],
  ['category', '/category'],
  ['tags', '/tags'],
  ['series', '/series'],
  ['says', '/say'],
  ['navigation', '/navigation'],
  ['hot', '/hot'],
  ['search', '/search?q=墨'],
  ['search-dialog', '/about', false, openSearch],
  ['board', '/message'],
  ['links', '/links'],
  ['about', '/about'],
  ['privacy', '/privacy'],
  ['member', '/user/1'],
  ['log-in', '/notice'],
  ['not-found', '/nothing-here'],
  ['own-page', '/user', true],
  ['own-drafts', '/user?state=draft', true],
  ['notices', '/notice', true],
  ['chat', '/im', true],
  ['new-article', '/newposts', true],
  ['new-say', '/newSays', true],
  ['article-as-member', '/article/1', true],
  ['admin', '/admin', true],
  ['admin-articles', '/admin/articles', true],
  ['admin-categories', '/admin/categories', true],
  ['admin-tags', '/admin/tags', true],
  ['admin-comments', '/admin/comments', true],
  ['admin-says', '/admin/says', true],
  ['admin-reports', '/admin/reports', true],
  ['admin-users', '/admin/users', true],
  ['admin-user', '/admin/users/1', true],
  ['admin-files', '/admin/files', true],
  ['admin-links', '/admin/links', true],
  ['admin-navigation', '/admin/navigation', true],
  ['admin-settings', '/admin/settings', true],
  ['admin-backups', '/admin/backups', true],
  ['admin-outbox', '/admin/outbox', true],
  ['admin-audit', '/admin/audit', true],
  ['admin-system', '/admin/system', true],
];

/**
 * `screens take CHECKOUT DATA OUT [FILTER]` photographs every screen of a built checkout on a copy of the data folder DATA,
 * which is filled first where it is missing; `screens compare BEFORE AFTER` names the pictures and pages that differ.
 */
export async function photographScreens([act, ...rest]: string[]) {
  const [one = '', two = '', out = '', filter = ''] = rest;
  if (act === 'take') await take(resolve(one), resolve(two), resolve(out), new RegExp(filter));
  else if (act === 'compare') await compare(resolve(one), resolve(two));
  else console.error('screens take CHECKOUT DATA OUT [FILTER] | screens compare BEFORE AFTER');
}

async function take(checkout: string, data: string, out: string, filter: RegExp) {
  if (!existsSync(data)) {
    mkdirSync(data, { recursive: true });
    await (await start(checkout, data)).stop();
  }
  mkdirSync(out, { recursive: true });
  const copy = mkdtempSync(join(tmpdir(), 'mojian-screens-'));
  cpSync(data, copy, { recursive: true });
  const site = await start(checkout, copy);
  const browser = await openBrowser();
  const token = await logIn(site.url);
  try {
    for (const screen of screens) if (filter.test(screen[0])) await photograph(browser, site.url, token, out, screen);
  } finally {
    await browser.close();
    await site.stop();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function photograph(browser: Browser, url: string, token: string, out: string, screen: Screen) {
  const [name, path, isStaff, act] = screen;
  if (!isStaff) writeFileSync(join(out, `${name}.html`), withoutNames(await (await fetch(url + path)).text()));
  for (const width of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      const height = width < 500 ? 844 : 900;
      const viewport = { width, height };
      const options = {
        viewport,
        colorScheme,
        baseURL: url,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      } as const;
      const context = await browser.newContext(options);
      if (isStaff) await context.addCookies([{ name: 'token', value: token, url }]);
      const page = await context.newPage();
      await page.clock.setFixedTime(begin + 600_000);
      await page.goto(path);
      await act?.(page).catch((error: Error) => console.error(`${name}: ${error.message}`));
      await settled(page);
      writeFileSync(join(out, `${name}-${width}-${colorScheme}.png`), await photographAtRest(page));
      await context.close();
    }
}

/** Waits until nothing moves or loads: two screenshots in a row are equal. */
async function photographAtRest(page: Page) {
  let before: Buffer = Buffer.alloc(0);
  for (let attempt = 0; attempt < 40; attempt++) {
    const isLoading = await page.evaluate(
      () =>
        [...document.images].some((image) => image.loading !== 'lazy' && !image.complete) ||
        document.querySelector('.ant-spin-spinning, .ant-skeleton-active, [aria-busy="true"]') !== null,
    );
    const mask = [page.getByText(/^\d\d[时分秒]$/)];
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', mask });
    if (!isLoading && picture.equals(before)) return picture;
    before = picture;
    await page.waitForTimeout(400);
  }
  return before;
}

/** Strips names of classes, ids, files and one-time values from HTML before comparing. */
function withoutNames(html: string) {
  return html
    .replace(/ class="[^"]*"/g, '')
    .replace(/\/assets\/[\w.-]+/g, '/assets/')
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<link rel="(?:modulepreload|after-paint|stylesheet|preload)"[^>]*>/g, '')
    .replace(/<span>\d\d<small>[时分秒]<\/small>/g, '') // age of the site
    .replace(/127\.0\.0\.1:\d+/g, 'site')
    .replace(/></g, '>\n<');
}

async function start(checkout: string, data: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const clock = `const offset = ${begin} - Date.now(); const Real = Date; globalThis.Date = class extends Real { constructor(...args) { super(...(args.length ? args : [Real.now() + offset])); } static now() { return Real.now() + offset; } };`;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}`,
    DATA_DIR: data,
    PORT: String(port),
    SITE_URL: url,
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    LOG_LEVEL: 'error',
    SMTP_URL: 'keep:',
  };
  const program = spawn(process.execPath, [join(checkout, 'scripts/serve.js')], { cwd: checkout, env });
  const ended = new Promise((done) => program.on('exit', done));
  let printed = '';
  const up = new Promise<void>((done, fail) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes('墨笺已启动')) done();
    };
    program.stdout.on('data', read);
    program.stderr.on('data', read);
    program.on('exit', () => fail(new Error(printed)));
  });
  await up;
  const stop = async () => {
    program.kill('SIGTERM');
    await ended;
  };
  return { url, stop };
}

async function logIn(url: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/oauth/emailLogin`, { method: 'POST', headers, body: JSON.stringify(owner) });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}

async function compare(before: string, after: string) {
  const names = readdirSync(before).filter((name) => /\.html$|(?<!\.diff)\.png$/.test(name));
  const different: string[] = [];
  for (const name of names) {
    const difference = await differenceOf(before, after, name);
    if (difference) different.push(`${name}: ${difference}`);
  }
  console.log(different.join('\n'));
  console.log(`${names.length - different.length} equal, ${different.length} different`);
}

/** Describes the difference; '' for none. */
async function differenceOf(before: string, after: string, name: string) {
  if (!existsSync(join(after, name))) return 'missing';
  if (name.endsWith('.png')) return inWords(await pixelsApart(before, after, name), 'pixels');
  return inWords(
    linesApart(readFileSync(join(before, name), 'utf8'), readFileSync(join(after, name), 'utf8')),
    'lines',
  );
}

function inWords(count: number, unit: string) {
  return count === 0 ? '' : `${count} ${unit}`;
}

function linesApart(one: string, other: string) {
  const known = new Set(one.split('\n'));
  return other.split('\n').filter((line) => !known.has(line)).length;
}

/** Counts differing pixels and writes a picture of them beside the later one. */
async function pixelsApart(before: string, after: string, name: string) {
  const read = (folder: string) => sharp(join(folder, name)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [one, other] = await Promise.all([read(before), read(after)]);
  const { width, height } = one.info;
  if (width !== other.info.width || height !== other.info.height) return Number.POSITIVE_INFINITY;
  const marks = Buffer.alloc(width * height);
  let count = 0;
  for (let pixel = 0; pixel < marks.length; pixel++) {
    const at = pixel * 3;
    if (one.data.compare(other.data, at, at + 3, at, at + 3) === 0) continue;
    marks[pixel] = 255;
    count++;
  }
  if (count > 0)
    await sharp(marks, { raw: { width, height, channels: 1 } }).toFile(join(after, name.replace('.png', '.diff.png')));
  return count;
}
