import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeZip } from '../packages/foreign-files/test/make-zip.ts';
import { apiOf } from './api.ts';
import { barriers } from './axe.ts';
import { arrived, numberOf, onServer, press, shown, strip, text, title, write } from './editor.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });

const timeoutMs = 120_000;

async function openAt(path: string, options: object = {}) {
  const opening = await openPage(options);
  opening.page.setDefaultTimeout(20_000);
  return { ...opening, go: () => opening.page.goto(path) };
}

async function begun(words: string) {
  const who = await newMember(site);
  const { page, faults, go } = await openAt('/newposts');
  await carryToken(page, site, await tokenFor(site, who));
  await go();
  await text(page).waitFor();
  await title(page).fill('春天');
  await write(page, words);
  const id = await numberOf(page);
  await arrived(site, who, id, words);
  return { who, page, faults, id, api: apiOf(site, { token: await tokenFor(site, who) }) };
}

const dialog = (page: Page) => page.getByRole('dialog');

test('an author compares a revision with the current text and restores it without losing either', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, faults, id, api } = await begun('我们去北京看雪。');
  const { content } = await onServer(site, who, id);
  const { id: seriesId } = await api.series.create({ body: { name: '行旅' } });
  const stored = { ...content, title: '冬天', markdown: '我们去南京看雪。', seriesId };
  await api.revisions.keep({ body: { id, content: stored } });

  await press(page, '历史');
  await dialog(page).getByText('正文改了 1 处').waitFor();
  await dialog(page).getByRole('button', { name: '下一处改动' }).click();
  const change = dialog(page).locator('.compare-change[aria-current]');
  expect(await change.locator('.compare-side del').textContent()).toBe('南京');
  expect(await change.locator('.compare-side ins').textContent()).toBe('北京');
  for (const words of ['冬天', '行旅'])
    expect(await dialog(page).locator('.changed-fields').textContent()).toContain(words);
  expect(await barriers(page, { within: ['dialog'] })).toEqual([]);

  await dialog(page).getByRole('button', { name: '恢复这一版' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await arrived(site, who, id, '我们去南京看雪。');
  expect(await title(page).inputValue()).toBe('冬天');
  const [replaced] = await api.revisions.list({ query: { id } });
  expect(replaced).toMatchObject({ reason: 'replaced', title: '春天' });

  await text(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => shown(page)).toBe('我们去北京看雪。');
  expect(faults).toEqual([]);
});

test('a text under review is compared, but restored only once it is withdrawn', { timeout: timeoutMs }, async () => {
  const { who, page, id, api } = await begun('雨水。');
  const { version, content } = await onServer(site, who, id);
  await api.drafts.submit({ body: { id, version } });
  await api.revisions.keep({ body: { id, content: { ...content, markdown: '从前。' } } });
  await page.reload();
  await press(page, '历史');
  await dialog(page).getByText('先撤回，再恢复这一版').waitFor();
  expect(await dialog(page).getByRole('button', { name: '恢复这一版' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await press(page, '撤回');
  await strip(page, '正在等待审核').waitFor({ state: 'detached' });
  await press(page, '历史');
  await dialog(page).getByRole('button', { name: '恢复这一版' }).click();
  await arrived(site, who, id, '从前。');
});

test('importing a zip with pictures replaces the text, keeps the old one in the history, and refuses broken files', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, faults, id, api } = await begun('从前的文字。');
  await press(page, '导入 .md');
  const choose = (name: string, buffer: Buffer) =>
    dialog(page).getByLabel('Markdown 文件').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('broken.zip', Buffer.from('PK'));
  await dialog(page).getByRole('alert').getByText('压缩包打不开').waitFor();

  const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#b5402d' } })
    .png()
    .toBuffer();
  const markdown = `---\ntitle: 听雨\ntags: [雨, 春, ${'长'.repeat(31)}]\n---\n![图](a.png)\n\n听了一夜。`;
  await choose('rain.zip', makeZip({ name: 'rain.md', bytes: markdown }, { name: 'a.png', bytes: picture }));
  await dialog(page).getByText('太长，没有采用').waitFor();
  expect(await barriers(page, { within: ['dialog'] })).toEqual([]);
  await dialog(page).getByRole('button', { name: '替换' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await onServer(site, who, id)).content.markdown, { timeout: 20_000 })
    .toMatch(/^!\[图\]\(\/files\/\S+\.webp\)\n\n听了一夜。$/);
  expect(await title(page).inputValue()).toBe('听雨');
  const [stored] = await api.revisions.list({ query: { id } });
  expect(await api.revisions.info({ query: { id: stored?.id ?? 0 } })).toMatchObject({
    reason: 'replaced',
    content: { markdown: '从前的文字。' },
  });

  await press(page, '导入 .md');
  await choose('more.txt', Buffer.from('又一句。'));
  await dialog(page).getByRole('button', { name: '插入到光标处' }).click();
  await expect.poll(() => shown(page)).toContain('又一句。');
  expect(await shown(page)).toContain('听了一夜。');
  expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]);
});

test('a share link shows the marked draft, not indexed and not cached, until it is revoked', {
  timeout: timeoutMs,
}, async () => {
  const { page, id, api } = await begun('## 惊蛰\n\n还没有写完。');
  await press(page, '分享');
  await dialog(page).getByRole('button', { name: '生成链接' }).click();
  const path = (await dialog(page).locator('.share-line a').getAttribute('href')) ?? '';
  expect(path).toMatch(/^\/draft\/[\w-]{32}$/);
  await dialog(page).getByRole('button', { name: '二维码' }).click();
  await dialog(page).getByRole('img', { name: '草稿链接的二维码' }).waitFor();
  expect(await barriers(page, { within: ['dialog'] })).toEqual([]);

  const answer = await fetch(site.url + path, { headers: { 'user-agent': 'Googlebot/2.1' } });
  const { headers } = answer;
  expect(answer.status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-robots-tag')).toContain('noindex');
  expect(headers.get('referrer-policy')).toBe('no-referrer');

  // its own name says that no person sits before it
  const userAgent = (await page.evaluate(() => navigator.userAgent)).replace('Headless', '');
  const reader = await openAt(path, { viewport: { width: 390, height: 800 }, userAgent });
  await reader.go();
  await reader.page.getByText('未发布的草稿').first().waitFor();
  await reader.page.getByRole('heading', { name: '惊蛰' }).waitFor();
  expect(await barriers(reader.page)).toEqual([]);
  await expect.poll(async () => (await api.shares.list({ query: { id } }))[0]?.views).toBe(1);

  await dialog(page).getByRole('button', { name: '作废' }).click();
  await dialog(page).getByText('还没有链接').waitFor();
  expect((await fetch(site.url + path)).status).toBe(404);
  await reader.page.reload();
  await reader.page.getByText('这个链接已经失效').first().waitFor();
  expect(reader.faults.filter((fault) => !/status of 404/.test(fault))).toEqual([]);
});
