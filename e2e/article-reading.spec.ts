import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { writeArticle } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated } from './browser.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Path of a sample article with a drawn cover. */
async function drawnArticles(page: Page) {
  await page.goto('/archive');
  const paths = await page
    .locator('main a[href^="/article/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
  return paths.slice(0, 6);
}

test('on a phone the first sentence is within 60 % of the first screen', async () => {
  const { page, faults } = await openPage(phone);
  const ends: [string, number][] = [];
  for (const path of await drawnArticles(page)) {
    await page.goto(path);
    if ((await page.locator('.article-banner.article-banner-drawn').count()) === 0) continue;
    const top = await page
      .locator('.prose > p')
      .first()
      .evaluate((text) => text.getBoundingClientRect().top);
    ends.push([path, top]);
  }
  expect(ends.length).toBeGreaterThan(2);
  expect(ends.filter(([, top]) => top > 506)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the table of contents precedes the text only without scripts', async () => {
  const withScripts = await openPage(phone);
  await withScripts.page.goto('/article/2');
  expect(await withScripts.page.locator('.article-toc-fold').isVisible()).toBe(false);
  const without = await openPage({ ...phone, javaScriptEnabled: false });
  await without.page.goto('/article/2');
  expect(await without.page.locator('.article-toc-fold').isVisible()).toBe(true);
});

test.each(['light', 'dark'] as const)(
  'whoever chose no theme has the site’s, on a device that is %s',
  async (colorScheme) => {
    const { page } = await openPage({ colorScheme });
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForSelector('body');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  },
);

test('the contents say when the text is read, and how much is left', async () => {
  const { page } = await openPage();
  await page.goto('/article/2');
  await hydrated(page);
  await page
    .locator('.prose')
    .evaluate((text) => scrollTo(0, scrollY + text.getBoundingClientRect().bottom - innerHeight));
  await expect.poll(() => page.locator('.article-toc .article-toc-read').textContent()).toBe('已读完');
  await page.locator('.prose').evaluate((text) => scrollBy(0, -text.getBoundingClientRect().height / 2));
  await expect.poll(() => page.locator('.article-toc .article-toc-read').textContent()).toMatch(/^还剩 \d+ 分钟$/);
  expect((await page.locator('body').innerText()).match(/\d+ ?%/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

test('on a phone no bar covers the text while scrolling down; scrolling up shows the button to the top', async () => {
  const { page } = await openPage(phone);
  // two moves within a frame are one to the page
  const scroll = (y: number) =>
    page.evaluate((top) => {
      scrollTo(0, top);
      return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    }, y);
  await page.goto('/article/2');
  await hydrated(page);
  const tools = page.locator('.shell-tools');
  await tools.waitFor({ state: 'attached' });
  await scroll(900);
  await expect.poll(() => page.locator('html').getAttribute('data-far')).toBe('');
  await scroll(1400);
  await expect.poll(() => page.locator('html').getAttribute('data-scroll')).toBe('down');
  expect(await tools.isVisible()).toBe(false);
  await scroll(1200);
  await tools.waitFor({ state: 'visible' });
});

const textSize = (page: Page) =>
  page.locator('.prose').evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
const faceOf = (page: Page) =>
  page
    .locator('.prose > p')
    .first()
    .evaluate((text) => getComputedStyle(text).fontFamily);
const paperOf = (page: Page) => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);

test.each([
  [{}, '.article-rail'],
  [phone, '.article-dock'],
])(
  'face, text size, width and paper are chosen in a menu and applied before the next first paint: %o',
  async (window, bar) => {
    const { page, faults } = await openPage(window);
    await page.goto('/article/2');
    await hydrated(page);
    const [size, paper] = [await textSize(page), await paperOf(page)];
    await page.locator(bar).getByRole('button', { name: '阅读设置' }).click();
    const menu = page.getByRole('dialog', { name: '阅读设置' });
    await expect.poll(() => menu.getByText('楷').isVisible()).toBe(false); // no device of the tests has a Kai
    await menu.getByText('宋').click();
    await menu.getByText('较大').click();
    if (window !== phone) await menu.getByText('窄').click(); // a phone has no width to choose
    await menu.getByText('浅绿').click();
    expect(await faceOf(page)).toContain('Songti SC');
    expect(await textSize(page)).toBeGreaterThan(size);
    expect(await paperOf(page)).not.toBe(paper);
    expect(await barriers(page)).toEqual([]);
    const chosen = [await faceOf(page), await textSize(page), await paperOf(page)];
    await page.route(/\.js$/, (route) => route.abort()); // only what stands in the page itself
    await page.reload();
    expect([await faceOf(page), await textSize(page), await paperOf(page)]).toEqual(chosen);
    if (window !== phone) expect(await page.locator('html').getAttribute('data-width')).toBe('narrow');
    expect(faults.filter((fault) => !fault.includes('Failed to load'))).toEqual([]);
  },
);

test('dark paper outlasts the session; the theme switch still overrides it for the session', async () => {
  const { page } = await openPage();
  await page.goto('/article/2');
  await hydrated(page);
  await page.locator('.article-rail').getByRole('button', { name: '阅读设置' }).click();
  await page.getByRole('dialog', { name: '阅读设置' }).getByText('夜', { exact: true }).click();
  await page.keyboard.press('Escape');
  const theme = () => page.locator('html').getAttribute('data-theme');
  expect(await theme()).toBe('dark');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await hydrated(page);
  expect(await theme()).toBe('dark');
  await page.locator('.header .theme-button').click();
  await expect.poll(theme).toBe('light');
  await page.reload();
  expect(await theme()).toBe('light');
});

const places = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('readingPlaces') ?? '[]'));

test('a returning reader of a long text is offered their position once', async () => {
  const { page, faults } = await openPage(phone);
  await page.goto('/article/2');
  await hydrated(page);
  await page.waitForTimeout(500);
  const offer = page.getByRole('button', { name: /^上次读到 \d+ %，继续读$/ });
  expect(await offer.count()).toBe(0);
  await page.locator('.prose').evaluate((text) => scrollTo(0, text.getBoundingClientRect().height / 2));
  await expect.poll(() => places(page)).toHaveLength(1);
  const left = await page.evaluate(() => scrollY);

  // at a place of their own choice nobody is asked
  await page.goto('/article/2#comments');
  await hydrated(page);
  expect(await offer.count()).toBe(0);

  await page.goto('/archive');
  await page.evaluate((stored) => localStorage.setItem('readingPlaces', JSON.stringify(stored)), await places(page));
  await page.goto('/article/2');
  await offer.click();
  expect(await offer.count()).toBe(0);
  expect(Math.abs((await page.evaluate(() => scrollY)) - left)).toBeLessThan(60);
  expect(faults).toEqual([]);

  await page.goto('/archive');
  await page.goto('/article/2');
  await page.getByRole('button', { name: '从头读' }).click();
  expect(await offer.count()).toBe(0);
});

test('reading positions are kept for a hundred articles, and malformed ones ignored', async () => {
  const { page, faults } = await openPage(phone);
  await page.addInitScript(() => {
    if (!localStorage.getItem('readingPlaces'))
      localStorage.setItem(
        'readingPlaces',
        JSON.stringify(['what', ...Array.from({ length: 300 }, (_, i) => [1000 + i, 1, 0, 0.5])]),
      );
  });
  await page.goto('/article/2');
  await hydrated(page);
  await page.waitForTimeout(500);
  await page.locator('.prose').evaluate((text) => scrollTo(0, text.getBoundingClientRect().height / 2));
  await expect.poll(async () => (await places(page)).length).toBe(100);
  expect((await places(page)).at(-1)[0]).toBe(2);
  expect(faults).toEqual([]);
});

/** An article of the sample with code, given long code in its place. */
async function withLongCode(page: Page) {
  await page.route('**/article/2', async (route) => {
    const answer = await route.fetch();
    const line = (n: number) => `<span class="l">const line${n} = '${'long '.repeat(30)}';\n</span>`;
    const code = Array.from({ length: 60 }, (_, index) => line(index)).join('');
    const figure = `<figure class="code"><figcaption><span class="label">JS</span><button type="button" class="btn quiet push" data-copy>复制</button></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;
    const body = (await answer.text()).replace(/(<div class="prose[^>]*>)/, `$1${figure}`);
    await route.fulfill({ response: answer, body });
  });
}

test('long code folds and unfolds, and the choice to wrap long lines persists', async () => {
  const { page, faults } = await openPage(phone);
  await withLongCode(page);
  await page.goto('/article/2');
  const code = page.locator('.prose .code').first();
  const height = () => code.locator('pre').evaluate((pre) => pre.clientHeight);
  await code.getByRole('button', { name: '展开全部 60 行' }).click();
  expect(await height()).toBeGreaterThan(1400);
  await code.getByRole('button', { name: '收起' }).click();
  expect(await height()).toBeLessThan(500);
  const over = () => code.locator('pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth);
  expect(await over()).toBeGreaterThan(0);
  await code.getByRole('button', { name: '换行' }).click();
  expect(await over()).toBe(0);
  await page.reload();
  expect(await over()).toBe(0);
  await expect.poll(() => code.getByRole('button', { name: '换行' }).getAttribute('aria-pressed')).toBe('true');
  expect(await barriers(page, { within: ['.code'] })).toEqual([]);
  expect(faults).toEqual([]);
});

test('without scripts long code is shown in full', async () => {
  const { page } = await openPage({ ...phone, javaScriptEnabled: false });
  await withLongCode(page);
  await page.goto('/article/2');
  const code = page.locator('.prose .code').first();
  expect(await code.locator('pre').evaluate((pre) => pre.scrollHeight - pre.clientHeight)).toBeLessThanOrEqual(2);
});

test('a click enlarges a diagram; wheel and arrow keys zoom and pan, Escape restores page and focus', async () => {
  const { page, faults } = await openPage({ viewport: { width: 1200, height: 900 } });
  await page.goto('/archive');
  const path = await page
    .getByRole('link', { name: /Markdown/ })
    .first()
    .getAttribute('href');
  await page.goto(path ?? '');
  await hydrated(page);
  const figure = page.locator('.diagram').first();
  await figure.scrollIntoViewIfNeeded();
  await page.locator('.diagram.diagram-drawn').first().waitFor({ timeout: 30_000 });
  const larger = figure.getByRole('button', { name: '放大' });
  const dialog = page.getByRole('dialog', { name: '看图' });
  const drawing = dialog.locator('iframe');

  await figure.locator('iframe').click();
  await dialog.waitFor();
  await drawing.contentFrame().locator('svg').waitFor({ timeout: 30_000 });
  // drawn, it is fitted to the window a message later
  await expect.poll(() => drawing.evaluate((frame) => frame.style.width)).not.toBe('');
  const width = async () => (await drawing.boundingBox())?.width ?? 0;
  const whole = await width();
  await dialog.locator('figure').hover();
  await page.mouse.wheel(0, -400);
  await expect.poll(width).toBeGreaterThan(whole * 1.5);
  const left = async () => (await drawing.boundingBox())?.x ?? 0;
  const before = await left();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(left).toBeGreaterThan(before + 50);
  await page.keyboard.press('0');
  await expect.poll(width).toBeCloseTo(whole, 0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await larger.evaluate((button) => button === document.activeElement)).toBe(true);
  await larger.press('Enter');
  await dialog.waitFor();
  expect(await barriers(page, { within: ['dialog'] })).toEqual([]);
  expect(faults).toEqual([]);
});

test('an audio player is visible in the text', async () => {
  const { page } = await openPage(phone);
  await page.goto('/article/2');
  const height = await page.locator('.prose').evaluate((text) => {
    const player = document.createElement('audio');
    player.controls = true;
    text.append(player);
    return player.getBoundingClientRect().height;
  });
  expect(height).toBeGreaterThan(40);
});

/** Puts blocks into the text of an article: the style sheets are what is looked at. */
const put = (page: Page, html: string) =>
  page.locator('.prose').evaluate((text, written) => text.insertAdjacentHTML('afterbegin', written), html);

test('inline code in a justified paragraph has letters as close as elsewhere; names in a table do not break', async () => {
  const { page } = await openPage(phone);
  await page.goto('/article/1');
  const words = '把数据文件夹写进环境变量里面就好了';
  const lines = Array.from(
    { length: 12 },
    (_, n) => `<p>${words.slice(n)}，<code>DATA_DIR</code>${words}${words}。</p>`,
  );
  const table = '<div class="tbl"><table><tr><td><code>DATABASE_URL</code></td><td>数据库</td></tr></table></div>';
  await put(page, `${lines.join('')}${table}`);
  await page.evaluate(() => document.documentElement.setAttribute('data-size', '5'));
  const widths = await page.locator('.prose > p > code').evaluateAll((all) =>
    all.slice(0, 12).map((code) => {
      const range = document.createRange();
      range.setStart(code.firstChild as Text, 0);
      range.setEnd(code.firstChild as Text, 4);
      return range.getBoundingClientRect().width;
    }),
  );
  expect(widths).toHaveLength(12);
  expect(Math.max(...widths) / Math.min(...widths)).toBeLessThan(1.01);
  const name = page.locator('.tbl code').first();
  expect(await name.evaluate((code) => code.getClientRects().length)).toBe(1);
});

test('the first column of a table stays while the others scroll past it; pages without tables fetch nothing for it', async () => {
  const heads = Array.from({ length: 12 }, (_, n) => `列${n}`).join(' | ');
  const row = Array.from({ length: 12 }, (_, n) => (n === 0 ? '立春' : `${n}:06`)).join(' | ');
  const table = `| ${heads} |\n|${' --- |'.repeat(12)}\n| ${row} |\n`;
  const [withTable, without] = await Promise.all(
    [`字。\n\n${table}`, '字。\n\n> 没有表格。'].map((markdown) =>
      writeArticle(site, { authorId: 1, title: '表', markdown }),
    ),
  );
  const { page, faults } = await openPage(phone);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const requested = () => fetched.filter((url) => url.includes('wide-tables')).length;
  await page.goto(`/article/${without}`);
  await hydrated(page);
  expect(requested()).toBe(0);

  await page.goto(`/article/${withTable}`);
  const place = page.locator('.wide-table');
  await place.waitFor();
  expect(requested()).toBeGreaterThan(0);
  const left = (cell: string) => place.locator(cell).evaluate((one) => one.getBoundingClientRect().left);
  const [before, second] = [await left('td:nth-child(1)'), await left('td:nth-child(2)')];
  // to both edges, with the text of the first column where the text begins
  expect(await place.evaluate((one) => one.clientWidth)).toBe(phone.viewport.width);
  await place.evaluate((one) => one.scrollTo(120, 0));
  await expect.poll(() => left('td:nth-child(2)')).toBe(second - 120);
  expect(await left('td:nth-child(1)')).toBe(before);
  expect(await place.locator('td:nth-child(2)').evaluate((one) => getComputedStyle(one).textAlign)).toBe('right');
  await place.and(page.locator('[data-scrolled]')).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
});

test.each([true, false])(
  'on paper, scripts %s: folds are open, ticks are drawn, nothing to press is left',
  async (javaScriptEnabled) => {
    const { page } = await openPage({ javaScriptEnabled });
    await page.goto('/article/3');
    if (javaScriptEnabled) await hydrated(page);
    await page.emulateMedia({ media: 'print' });
    const fold = page.locator('.prose details').first();
    await expect.poll(() => page.locator('.header').isVisible()).toBe(false);
    expect(
      await fold
        .locator('> :not(summary)')
        .first()
        .evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true })),
    ).toBe(true);
    expect(await page.locator('.code .btn, .article-rail, .shell-footer').filter({ visible: true }).count()).toBe(0);
    expect(
      await page
        .locator('.tasks input')
        .first()
        .evaluate((one) => getComputedStyle(one).appearance),
    ).toBe('auto');
  },
);

test('the chosen size is that of title, summary, comments, lists and says', async () => {
  const sizes = async (size: string) => {
    const { page } = await openPage(phone);
    await page.addInitScript((chosen) => localStorage.setItem('reading', chosen), size);
    const found: [string, number][] = [];
    for (const [path, ...selectors] of [
      ['/article/3', '.article-head h1', '.article-stand', '.prose', '.comment-text', '.comment-form textarea'],
      ['/category', '.article-row h2', '.article-row-summary'],
      ['/say', '.say-text.ruled-paper'],
    ] as const) {
      await page.goto(path);
      await page.locator('#comments, main').last().scrollIntoViewIfNeeded();
      for (const selector of selectors) {
        const first = page.locator(selector).first();
        found.push([selector, await first.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))]);
      }
    }
    return found;
  };
  const [usual, large] = [new Map(await sizes('3')), await sizes('5')];
  const ratios = large.map(([selector, size]) => [selector, size / (usual.get(selector) ?? 0)] as const);
  expect(ratios.filter(([, ratio]) => ratio < 1.2 || ratio > 1.3)).toEqual([]);
});

test('Back closes the picture viewer and stays on the article', async () => {
  const { page, faults } = await openPage();
  const picture = '<figure class="fig"><img src="/apple-touch-icon.png" width="192" height="192" alt="印"></figure>';
  await page.route('**/article/3', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<div class="prose[^>]*>/, `$&${picture}`);
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/archive');
  await page.goto('/article/3');
  await hydrated(page);
  const viewer = page.getByRole('dialog', { name: '看图' });
  const open = async () => {
    await page.locator('.prose img[role=button]').first().click();
    await viewer.waitFor();
  };
  await open();
  await page.goBack();
  await viewer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/article/3');
  await open();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL('**/archive');
  expect(faults).toEqual([]);
});
