import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { apiOf, officeOf } from './api.ts';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import { carryToken, type Member, newMember, tokenFor, workDone } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let editor: Member;
let member: Member;
beforeAll(async () => {
  [editor, member] = [await newStaff(site, 'editor'), await newMember(site)];
});

const timeoutMs = 240_000;
const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 30_000 });
const markdown = '封路的三个小时，桥是我们的。\n\n他说铁会说话，你一照它，它就不说了。\n\n天还黑着。\n\n第一条船来了。';

/** A draft of theirs, open in the editor. */
async function writing(who: Member, content: object, options: object = {}) {
  const token = await tokenFor(site, who);
  const api = apiOf(site, { token });
  const { id } = await api.drafts.create({ body: { key: crypto.randomUUID(), content: { markdown, ...content } } });
  // a theme that changes is there at once
  const opening = await openPage({ reducedMotion: 'reduce', ...options });
  opening.page.setDefaultTimeout(45_000);
  await carryToken(opening.page, site, token);
  await opening.page.goto(`/newposts?id=${id}`);
  return { ...opening, api, id };
}

const focused = (field: Locator) =>
  eventually(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
const saidOf = (page: Page, field: string) => page.locator(`[data-field="${field}"] .error`);
const seen = (words: Locator) => words.waitFor();

/** Light and dark, at these widths. */
async function noBarriers(page: Page, sizes: number[]) {
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['dark', 'light']) {
      await page.evaluate((theme) => {
        document.documentElement.dataset.theme = theme;
      }, theme);
      expect(await barriers(page, { within: ['.settings'] }), `${width} ${theme}`).toEqual([]);
    }
  }
}

async function picture() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="900"><rect width="1000" height="900" fill="#355"/><circle cx="800" cy="200" r="120" fill="#eda"/></svg>`;
  return { name: 'moon.png', mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() };
}

test('an editor fills in every setting, errors are shown at their field, and readers see the result', {
  timeout: timeoutMs,
}, async () => {
  const { page, faults, api, id } = await writing(
    editor,
    { title: '夜里检修一座桥' },
    { viewport: { width: widths.wide, height: 900 } },
  );
  const panel = page.getByRole('complementary', { name: '文章设置' });

  await words(page, panel);
  await tags(page, panel);
  await sourceAndAccess(page, panel);
  await seriesAndTime(page, panel);
  await searchBox(panel);
  await cover(page, panel);
  await noBarriers(page, [widths.wide]);

  await page.getByRole('button', { name: '发布', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '发布' });
  await dialog.getByRole('button', { name: '转载请写明来源网址' }).click();
  await focused(panel.getByLabel('原文地址'));
  await page.keyboard.type('https://example.com/bridge');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await seen(dialog.getByText('马上与读者见面'));
  expect(await barriers(page, { within: ['dialog'] })).toEqual([]);
  await dialog.getByRole('button', { name: '发布', exact: true }).click();
  await eventually(async () => (await api.drafts.mine({ query: { id } })).state).toBe('published');
  expect(faults.filter((fault) => !/ERR_FAILED|file\/upload/.test(fault))).toEqual([]);
  await workDone(site);
  await asReaders(page, id);
});

async function words(page: Page, panel: Locator) {
  const summary = panel.getByLabel('摘要');
  await eventually(() => summary.getAttribute('placeholder')).toContain('封路的三个小时');
  await summary.fill('长'.repeat(310));
  await seen(panel.getByText('最多 300 个字，后面 10 个不会保存'));
  expect((await summary.inputValue()).length).toBe(310);
  await summary.fill('手电照着铆钉，听它回答。');
  expect(await saidOf(page, 'summary').count()).toBe(0);

  const category = panel.getByLabel('分类');
  await category.selectOption({ label: '新建分类…' });
  await focused(category);
  await page.keyboard.type('夜班手记');
}

async function tags(page: Page, panel: Locator) {
  const field = panel.getByRole('combobox', { name: '添加标签' });
  const chips = panel.getByRole('button', { name: /^移除标签/ });
  await field.fill('桥');
  await field.press('Enter');
  await field.pressSequentially('夜班,');
  expect(await chips.allTextContents()).toEqual(['桥', '夜班']);
  await field.press('Backspace');
  expect(await chips.allTextContents()).toEqual(['桥']);
  const marked = panel.getByRole('listbox').getByRole('option', { selected: true });
  await eventually(async () => {
    await field.press('ArrowDown');
    return marked.count();
  }).toBe(1);
  const known = await marked.textContent();
  await field.press('Enter');
  expect(await chips.allTextContents()).toEqual(['桥', known]);
  await chips.last().click();
  await field.evaluate((node) => {
    const data = new DataTransfer();
    data.setData('text/plain', '铁, 江、船');
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  expect(await chips.allTextContents()).toEqual(['桥', '铁', '江', '船']);
  await seen(panel.getByText('已有 4 个标签，三个以内读者更好找'));
  expect(await saidOf(page, 'tags').count()).toBe(0);
  await chips.last().click();
  expect(await chips.allTextContents()).toEqual(['桥', '铁', '江']);
  await expect.poll(() => panel.getByText('三个以内读者更好找').count()).toBe(0);
}

async function sourceAndAccess(page: Page, panel: Locator) {
  await panel.getByRole('button', { name: '转载' }).press('Enter');
  await panel.getByLabel('原文地址').fill('example');
  await panel.getByLabel('原作者').fill('周作');
  expect(await saidOf(page, 'sourceUrl').textContent()).toContain('请输入正确的网址');
  await panel.getByLabel('原文地址').fill('');

  await panel.getByLabel('所有人').press('ArrowDown');
  expect(await panel.getByLabel('评论之后').isChecked()).toBe(true);
  await seen(panel.getByText('天还黑着。」为止'));
  await panel.getByLabel('所有人').check();
}

async function seriesAndTime(page: Page, panel: Locator) {
  await panel.getByLabel('专栏').selectOption({ label: '新建专栏…' });
  await focused(panel.getByLabel('新专栏'));
  await page.keyboard.type('桥边');
  await page.keyboard.press('Enter');
  await eventually(() => panel.getByLabel('专栏').locator('option:checked').textContent()).toBe('桥边');

  const time = panel.getByLabel('发布时间');
  await time.fill('2020-01-01T08:00');
  await seen(panel.getByText('这个时间已经过去了'));
  await page.getByRole('button', { name: '定时发布' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '这个时间已经过去了' }).click();
  await focused(time);
  await panel.getByRole('button', { name: '取消定时' }).click();
  expect(await time.inputValue()).toBe('');
}

async function searchBox(panel: Locator) {
  const fold = panel.locator('details', { hasText: '搜索与分享' });
  await fold.locator('summary').press('Enter');
  const result = panel.getByRole('figure', { name: '搜索结果里' });
  await seen(result.getByText('手电照着铆钉，听它回答。'));
  const slug = panel.getByLabel('网址里的名字');
  await panel.getByRole('button', { name: '按拼音生成' }).click();
  await eventually(() => slug.inputValue()).toBe('ye-li-jian-xiu-yi-zuo-qiao');
  await slug.fill('夜里');
  await slug.blur();
  await seen(panel.locator('[data-field="slug"] .error'));
  await slug.fill('');
  await panel.getByLabel('描述').fill('桥'.repeat(100));
  await seen(result.getByText(`${'桥'.repeat(78)}…`));
  await panel.getByLabel('描述').fill('三个小时，桥是我们的。');
  await panel.getByLabel('关键词').fill('桥, 铆钉');
  await seen(panel.getByRole('figure', { name: '分享出去时' }).getByText('夜里检修一座桥'));
}

async function cover(page: Page, panel: Locator) {
  const drawing = panel.locator('.cover-field-drop .by-day');
  const before = await drawing.getAttribute('src');
  await panel.getByRole('button', { name: '重画一张' }).click();
  expect(await drawing.getAttribute('src')).not.toBe(before);
  await panel.getByRole('button', { name: '按标题画' }).click();
  expect(await drawing.getAttribute('src')).toBe(before);

  const dialog = page.getByRole('dialog', { name: '文章的封面' });
  for (const way of ['drop', 'paste'] as const) {
    await give(panel.getByRole('button', { name: '上传' }), way);
    await seen(dialog.getByLabel(/^取景框/));
    await page.keyboard.press('Escape');
  }
  await panel.getByRole('button', { name: '上传' }).click();
  await dialog.locator('input[type=file]').setInputFiles(await picture());
  await seen(dialog.getByLabel(/^取景框/));
  await page.route('**/file/upload', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: '保存' }).click();
  await seen(dialog.locator('.error'));
  await dialog.getByRole('button', { name: '保存' }).click();
  const point = panel.getByRole('slider', { name: /^焦点/ });
  const { x, y, width, height } = (await point.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(width / height).toBeCloseTo(16 / 9, 1);
  await page.mouse.click(x + width * 0.8, y + height * 0.3);
  expect(await point.getAttribute('aria-valuetext')).toBe('离左边 80%，离上边 30%');
  await point.press('ArrowRight');
  await point.press('ArrowRight');
  await point.press('ArrowUp');
  await point.press('ArrowUp');
  expect(await point.getAttribute('aria-valuetext')).toBe('离左边 90%，离上边 20%');
  const cut = panel.locator('.cover-field-cuts img').first();
  expect(await cut.evaluate((node) => getComputedStyle(node).objectPosition)).toBe('90% 20%');
}

/** Lets a picture fall on an element, or pastes it there. */
function give(target: Locator, way: 'drop' | 'paste') {
  return target.evaluate(async (node, way) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 });
    const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made));
    const data = new DataTransfer();
    data.items.add(new File([blob ?? ''], 'a.png', { type: 'image/png' }));
    const input = { bubbles: true, cancelable: true };
    const event =
      way === 'drop'
        ? new DragEvent('drop', { ...input, dataTransfer: data })
        : new ClipboardEvent('paste', { ...input, clipboardData: data });
    node.dispatchEvent(event);
  }, way);
}

async function asReaders(page: Page, id: number) {
  await page.goto('/');
  const card = page
    .locator('article', { has: page.locator(`a[href="/article/${id}"]`) })
    .locator('.cover')
    .first();
  await eventually(() => card.evaluate((node) => getComputedStyle(node).objectPosition)).toBe('90% 20%');
  await page.goto(`/article/${id}`);
  const banner = page.locator('.article-banner .cover');
  expect(await banner.evaluate((node) => getComputedStyle(node).objectPosition)).toBe('90% 20%');
  const meta = (name: string) => page.locator(`meta[name="${name}"]`).getAttribute('content');
  expect(await meta('description')).toBe('三个小时，桥是我们的。');
  expect(await meta('keywords')).toBe('桥, 铆钉');
  const reported = await page.locator('.article-colophon').textContent();
  expect(reported).toContain('周作（转载）');
  expect(reported).toContain('https://example.com/bridge');
  const json = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}');
  expect(json).toMatchObject({ description: '三个小时，桥是我们的。', author: { name: '周作' }, keywords: '桥, 铆钉' });
}

test('on a narrow screen the settings are a sheet, and a refusal leads to its field there', {
  timeout: timeoutMs,
}, async () => {
  const viewport = { width: widths.phone, height: 844 };
  const office = officeOf(site, { token: await tokenFor(site, editor) });
  await office.categories.create({ body: { name: '还没有文章的分类' } });
  const { page, faults, api, id } = await writing(member, { title: '桥', category: '没有的' }, { viewport });
  const sheet = page.getByRole('dialog', { name: '文章设置' });
  const button = page.getByRole('button', { name: '设置', exact: true });
  await button.click();
  await eventually(() => sheet.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
  await noBarriers(page, [widths.phone, widths.desktop]);
  await page.setViewportSize(viewport);
  await page.keyboard.press('Escape');
  await button.click();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true);
  }
  expect(await sheet.getByLabel('发布时间').count()).toBe(0);
  await page.keyboard.press('Escape');
  await focused(button);

  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交审核' }).click();
  const category = sheet.getByLabel('分类');
  await focused(category);
  expect(await saidOf(page, 'category').textContent()).toContain('没有这个分类');
  await category.selectOption({ label: '还没有文章的分类' });
  expect(await saidOf(page, 'category').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交审核' }).click();
  await eventually(async () => (await api.drafts.mine({ query: { id } })).state).toBe('pending');
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
});
