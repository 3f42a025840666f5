// npm run pictures [names]: fills a site with the demo content and takes the pictures of README and docs anew.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser, settled } from '../../e2e/browser.ts';
import { freePort, mojian, run, start } from '../../e2e/site.ts';
import { sizes, type View, views } from './views.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'docs/images');
const owner = { email: 'owner@mojian.example', password: 'Plum-rain-ink-77!' };
/** Bytes of a picture beyond which its quality falls. */
const heaviest = 60_000;

type Site = Awaited<ReturnType<typeof startFilled>>;

async function startFilled() {
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-pictures-'));
  const port = String(await freePort());
  const first = { DATA_DIR: dataDir, PORT: port, SITE_URL: `http://127.0.0.1:${port}`, NODE_ENV: 'production' };
  const filling = run(first, [mojian, 'demo']);
  if ((await filling.ended) !== 0) throw new Error(filling.output());
  const site = await start({ ...first, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${site.url}/oauth/emailLogin`, { method: 'POST', headers, body: JSON.stringify(owner) });
  const { data } = (await answer.json()) as { data: { token: string } };
  return {
    ...site,
    token: data.token,
    remove: () => site.remove().finally(() => rmSync(dataDir, { recursive: true, force: true })),
  };
}

async function take(browser: Browser, site: Site, view: View) {
  const { name, path, as, size = 'desktop', theme = 'light', see, act, isWhole = false } = view;
  const context = await browser.newContext({
    viewport: sizes[size],
    baseURL: site.url,
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'Asia/Shanghai',
    locale: 'zh-CN',
    ...(size === 'phone' && { hasTouch: true, isMobile: true }),
  });
  try {
    if (as) await context.addCookies([{ name: 'token', value: site.token, url: site.url }]);
    await context.addInitScript((chosen) => sessionStorage.setItem('theme', chosen), theme);
    const page = await context.newPage();
    await page.goto(path.endsWith('.html') ? pathToFileURL(join(root, path)).href : path);
    await settled(page);
    await act?.(page);
    if (see)
      await page
        .locator(see)
        .first()
        .evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 96));
    const picture = await atRest(page, isWhole);
    writeFileSync(join(folder, `${name}.webp`), await compress(picture));
  } finally {
    await context.close();
  }
}

/** Elements that stand where something is on its way. */
const loadingSigns = '.ant-spin-spinning, .ant-skeleton-active, .skeleton, [aria-busy="true"]';

/** Takes a picture once two in a row are equal: nothing moves, and nothing is on its way. */
async function atRest(page: Page, fullPage: boolean) {
  let before: Buffer = Buffer.alloc(0);
  for (let attempt = 0; attempt < 30; attempt++) {
    await settled(page);
    const isLoading = await page.evaluate(
      (signs) =>
        [...document.images].some((image) => image.loading !== 'lazy' && !image.complete) ||
        document.querySelector('h1, [role=heading]') === null ||
        document.querySelector(signs) !== null,
      loadingSigns,
    );
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage });
    if (!isLoading && picture.equals(before)) return picture;
    before = picture;
    await page.waitForTimeout(300);
  }
  return before;
}

/** Encodes as WebP, sharp enough for text; a picture full of photographs a little less so. */
async function compress(picture: Buffer) {
  for (const quality of [82, 70, 58]) {
    const written = await sharp(picture).webp({ quality, effort: 6 }).toBuffer();
    if (written.length <= heaviest || quality === 58) return written;
  }
  throw new Error('unreachable');
}

const wanted = process.argv.slice(2);
const chosen = views.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const site = await startFilled();
const browser = await openBrowser();
try {
  for (const view of chosen) {
    await take(browser, site, view).catch((error: Error) => {
      process.exitCode = 1;
      console.error(`${view.name}: ${error.message}`);
    });
    console.log(view.name);
  }
} finally {
  await browser.close();
  await site.remove();
}
