import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase, nicknameKey } from './arrange.ts';
import { hydrated, widths } from './browser.ts';
import { overflow, turnTo } from './looked-at.ts';
import { carryToken, enterAs, type Member, newMember, tokenFor, workDone } from './members.ts';
import { arrived, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

/** The longest that forms accept, none of which a browser may break where it likes. */
const nickname = 'W'.repeat(20);
const category = 'W'.repeat(30);
const tags = ['T'.repeat(30), '标签'.repeat(15)];
const website = `https://a-very-long-name-of-a-site.example.com/${'path'.repeat(30)}`;

let writer: Member;
let articleId: number;

beforeAll(async () => {
  writer = await newStaff(site, 'owner');
  const named = { nickname, nicknameKey: nicknameKey(nickname), website };
  await inDatabase(site, (db) => db.updateTable('users').set(named).where('id', '=', writer.id).execute());
  const { drafts } = apiOf(site, { token: await tokenFor(site, writer) });
  const content = { title: 'Pneumono'.repeat(12), markdown: '一段话。\n\n## 一\n\n又一段。', category, tags };
  const { id, version } = await drafts.create({ body: { key: crypto.randomUUID(), content } });
  await drafts.submit({ body: { id, version } });
  articleId = id;
  await workDone(site);
});

const open = async (path: string) => {
  const { page } = await openPage({ viewport: { width: widths.phone, height: 900 } });
  await page.goto(path);
  return page;
};

/** Whether the text of an element stays within its box, sideways and down. */
const fits = (box: Locator) =>
  box.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const [inner, outer] = [words.getBoundingClientRect(), element.getBoundingClientRect()];
    return inner.bottom <= outer.bottom + 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1;
  });

const heightOf = async (box: Locator) => (await box.boundingBox())?.height ?? 0;

test('on a phone long tags stay within their chips', async () => {
  const page = await open(`/article/${articleId}`);
  const chip = page.locator('.chip', { hasText: tags[1] as string }).first();
  await chip.scrollIntoViewIfNeeded();
  expect(await fits(chip)).toBe(true);
  expect(await overflow(page)).toBe(0);
  expect(await overflow(await open('/tags'))).toBe(0);
});

test('on a phone a long category leaves the mark of an original on one line', async () => {
  const page = await open('/');
  const row = page.locator(':is(.home-lead, .article-row)', { hasText: category }).first();
  expect(await heightOf(row.locator('.origin-mark'))).toBeLessThan(20);
});

test('on a phone a long nickname stands beside its face, and the ways to the author are not squeezed', async () => {
  const page = await open(`/article/${articleId}`);
  const byline = page.locator('.article-by');
  const [face, name] = await Promise.all([
    byline.locator('.face').first().boundingBox(),
    byline.getByRole('link', { name: nickname }).boundingBox(),
  ]);
  expect(name?.y ?? 0).toBeLessThan((face?.y ?? 0) + (face?.height ?? 0));
  expect(await heightOf(byline.getByRole('link', { name: '私聊' }))).toBeLessThan(50);
  await page.setViewportSize({ width: widths.desktop, height: 900 });
  const counts = await byline.locator('.push').boundingBox();
  expect(counts?.y ?? 0).toBeLessThan(((await byline.boundingBox())?.y ?? 0) + 40);
});

test('the face of a profile stays on its cover beside a long name, and a long site takes one line', async () => {
  const page = await open(`/user/${writer.id}`);
  const [face, cover] = await Promise.all([
    page.locator('.user-face').boundingBox(),
    page.locator('.user-cover').boundingBox(),
  ]);
  expect(face?.y ?? 0).toBeLessThan((cover?.y ?? 0) + (cover?.height ?? 0));
  expect(await heightOf(page.locator('.user-words .meta a'))).toBeLessThan(30);
  expect(await overflow(page)).toBe(0);
});

test('the numbers of headings on the about page stay within the window, those of two characters as well', async () => {
  const page = await open('/about');
  for (const width of [widths.tablet, 1000, widths.desktop, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    const left = await page
      .locator('.prose > h2')
      .first()
      .evaluate((heading) => {
        const { position, right, fontSize } = getComputedStyle(heading, '::before');
        const { left, width } = heading.getBoundingClientRect();
        const hangs = position === 'absolute' ? Number.parseFloat(right) - width + 2 * Number.parseFloat(fontSize) : 0;
        return left - hangs;
      });
    expect(left, `${width}`).toBeGreaterThanOrEqual(0);
  }
});

async function openOffice(path: string, title: string | RegExp) {
  const { page } = await openPage();
  await carryToken(page, site, await tokenFor(site, writer));
  await page.goto(`/admin${path}`);
  await arrived(page, title);
  return page;
}

const opaque = (box: Locator) =>
  box.evaluate((cell) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return 0;
    context.fillStyle = getComputedStyle(cell).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data[3];
  });

test('the overview and the categories of the admin have room for a long category and a long nickname', async () => {
  const overview = await openOffice('', /早|好|夜深了/);
  await overview.locator('.overview-shares-legend', { hasText: category }).waitFor();
  const categories = await openOffice('/categories', '分类');
  const row = categories.getByRole('row', { name: category });
  await row.waitFor();
  for (const width of [widths.phone, widths.desktop])
    for (const page of [overview, categories]) {
      await turnTo(page, { width, theme: 'light' });
      expect(await overflow(page), `${page.url()} ${width}`).toBe(0);
    }
  const within = async (name: Locator, count: Locator) => {
    const [left, right] = await Promise.all([name.boundingBox(), count.boundingBox()]);
    return (left?.x ?? 0) + (left?.width ?? 0) <= (right?.x ?? 0) + 1;
  };
  await turnTo(categories, { width: widths.phone, theme: 'light' });
  expect(await within(row.locator('.categories-name b'), row.locator('.categories-number'))).toBe(true);
  await turnTo(categories, { width: widths.desktop, theme: 'light' });
  const [count, acts] = await Promise.all([
    row.locator('.categories-number').boundingBox(),
    row.locator('.listing-acts').boundingBox(),
  ]);
  expect((count?.x ?? 0) + (count?.width ?? 0)).toBeLessThanOrEqual((acts?.x ?? 0) + 1);
});

test('the acts of a chosen row hide what stands below them, and lists of people keep one line', async () => {
  const articles = await openOffice('/articles', '文章');
  const chosen = articles.getByRole('row').filter({ hasText: 'Pneumono' });
  await chosen.getByRole('checkbox').check();
  for (const theme of ['light', 'dark'] as const) {
    await turnTo(articles, { width: widths.desktop, theme });
    await expect.poll(() => opaque(chosen.locator('.listing-acts')), { message: theme }).toBe(255);
  }
  expect((await chosen.locator('.article-category').boundingBox())?.width).toBeLessThan(200);
  const users = await openOffice('/users', '用户');
  const written = users.locator('.ant-table-row .users-written').first();
  await written.waitFor();
  expect(await lines(written)).toBe(1);
});

const lines = (box: Locator) =>
  box.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

test('feedback without title and content names both', async () => {
  const { page } = await openPage();
  await enterAs(page, site, await newMember(site));
  await page.goto('/user');
  await hydrated(page);
  const form = page.getByRole('region', { name: '写给站长' });
  await form.getByRole('button', { name: '提交' }).click();
  await form.getByText('请输入标题').waitFor();
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(2);
  expect(await form.locator('.error').count()).toBe(2);
});
