import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import {
  arrived,
  numberOf,
  onSaves,
  onServer,
  pasteIn,
  press,
  says,
  shown,
  strip,
  text,
  title,
  write,
} from './editor.ts';
import { sampleOf } from './long.ts';
import { enterAs, type Member, newMember, tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });

const timeoutMs = 180_000;
const ours = (faults: string[]) => faults.filter((fault) => !/status of 4\d\d/.test(fault));

async function open(who: Member | undefined, at = '/newposts', options: object = {}) {
  const opening = await openPage(options);
  opening.page.setDefaultTimeout(20_000);
  if (who) await enterAs(opening.page, site, who);
  await opening.page.goto(at);
  return opening;
}

async function writing(options: object = {}) {
  const who = await newMember(site);
  const { page, faults } = await open(who, '/newposts', options);
  await title(page).fill('夜里检修一座桥');
  await write(page, '封路的三个小时，桥是我们的。\n\n## 先听，再看\n\n> 实的声音短，像答应。');
  const id = await numberOf(page);
  await says(page, '已保存');
  return { who, page, faults, id };
}

/** Pastes a picture into the text. */
function pastePicture(page: Page) {
  return page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['a picture'], '桥.png', { type: 'image/png' }));
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('.cm-content')?.dispatchEvent(event);
  });
}

const desks = ['light', 'dark'].flatMap((theme) => [390, 1600, 1200].map((width) => ({ width, theme })));

test.each(sampleOf(desks, 4))(
  'the editor at $width px, $theme, passes axe with a clean console',
  { timeout: timeoutMs },
  async (look) => {
    const who = await newMember(site);
    const { page, faults } = await open(undefined, '/about', { viewport: { width: look.width, height: 900 } });
    await page.evaluate((theme) => sessionStorage.setItem('theme', theme), look.theme);
    await enterAs(page, site, who);
    await page.goto('/newposts');
    await title(page).fill('夜里检修一座桥');
    await write(page, '封路的三个小时，桥是我们的。');
    await numberOf(page);
    await says(page, '已保存');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await barriers(page)).toEqual([]);
    if (look.width === 390) {
      await press(page, '预览');
      await page.locator('.preview .prose', { hasText: '封路的三个小时' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await press(page, '设置');
      await page.getByRole('dialog', { name: '文章设置' }).waitFor();
      await page.keyboard.press('Escape');
      await press(page, '编辑');
      await press(page, '更多操作');
      await page.getByRole('menuitem', { name: '历史' }).waitFor();
    } else await page.locator('.preview .prose', { hasText: '封路的三个小时' }).waitFor();
    expect(faults).toEqual([]);
  },
);

test('visitors are asked to log in, and members without the permission are told so', {
  timeout: timeoutMs,
}, async () => {
  const { page } = await open(undefined);
  await page.getByText('暂无发布权限,请先登录').waitFor();
  const demo = await newStaff(site, 'demo');
  const other = await open(demo);
  await other.page.getByText('暂无发布权限').waitFor();
  expect(await text(other.page).count()).toBe(0);
});

test('a title of 300 characters is kept, and its error shown at the field', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, id, faults } = await writing();
  await title(page).fill('长'.repeat(300));
  await page.locator('.desk-title .error', { hasText: '最多 100 个' }).waitFor();
  await says(page, '已保存在这台设备');
  expect((await onServer(site, who, id)).content.title).toBe('夜里检修一座桥');
  await page.reload();
  await expect.poll(() => title(page).inputValue()).toBe('长'.repeat(300));
  await title(page).fill('短了');
  await expect.poll(async () => (await onServer(site, who, id)).content.title).toBe('短了');
  expect(await page.locator('.desk-title .error').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('five megabytes of Markdown are kept, refused with a reason, and can be shortened', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, id, faults } = await writing();
  await page.keyboard.press('ControlOrMeta+a');
  await pasteIn(page, { 'text/plain': '江上有灯。\n'.repeat(330_000) });
  await strip(page, '最多 500000 个').waitFor({ timeout: 60_000 });
  await page.locator('.text-pane .cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await write(page, '灯灭了。');
  await arrived(site, who, id, '灯灭了。');
  expect(ours(faults)).toEqual([]);
});

test('submitting asks for a title, then leads to the member’s own articles', { timeout: timeoutMs }, async () => {
  const { who, page, id, faults } = await writing();
  await title(page).fill('');
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog', { name: '提交审核' });
  await dialog.getByRole('button', { name: '还没有标题' }).click();
  await expect.poll(() => title(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await title(page).fill('夜里检修一座桥');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.route('**/v1/article/submit', async (route) => {
    await setTimeout(1000);
    await route.continue();
  });
  await dialog.getByRole('button', { name: '提交审核' }).click();
  await page.keyboard.press('Escape');
  expect(await dialog.getByRole('button', { name: '取消' }).isDisabled()).toBe(true);
  await page.waitForURL(/\/user/);
  await page.locator('.toast', { hasText: '已提交审核' }).waitFor();
  expect((await onServer(site, who, id)).submittedAt).not.toBeNull();

  await page.goto(`/newposts?id=${id}`);
  await strip(page, '正在等待审核').waitFor();
  expect(await text(page).getAttribute('contenteditable')).toBe('false');
  await page.setViewportSize({ width: 1600, height: 900 });
  const summary = page.getByLabel('文章设置').getByLabel('摘要');
  expect(await page.getByRole('toolbar', { name: '格式' }).getByRole('button', { name: /^图片/ }).isDisabled()).toBe(
    true,
  );
  const submitted = await shown(page);
  await pasteIn(page, { 'text/html': '<b>贴进来的</b>', 'text/plain': '贴进来的' });
  await pastePicture(page);
  expect(await page.locator('.picture-coming').count()).toBe(0);
  expect(await shown(page)).toBe(submitted);
  expect(await summary.isDisabled()).toBe(true);
  await press(page, '撤回');
  await strip(page, '正在等待审核').waitFor({ state: 'detached' });
  expect(await summary.isDisabled()).toBe(false);
  await write(page, '再添一句。');
  await expect.poll(() => shown(page)).toContain('再添一句。');
  await says(page, '已保存');
  const withdrawn = await onServer(site, who, id);
  expect(withdrawn.submittedAt).toBeNull();
  expect(withdrawn.content.markdown).not.toContain('贴进来的');
  expect(faults).toEqual([]);
});

test('a scheduled article says what goes out, and is not withdrawn over words that are not saved', {
  timeout: timeoutMs,
}, async () => {
  const who = await newStaff(site, 'editor');
  const { drafts } = apiOf(site, { token: await tokenFor(site, who) });
  const content = { title: '清明', markdown: '明日清明。' };
  const { id, version } = await drafts.create({ body: { key: crypto.randomUUID(), content } });
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await drafts.submit({ body: { id, version, publishAt } });

  const { page } = await open(who, `/newposts?id=${id}`);
  await strip(page, '已定时').waitFor();
  expect(await strip(page, '还不算在内').count()).toBe(0);
  await write(page, '折柳。');
  await strip(page, '还不算在内').waitFor();
  await arrived(site, who, id, '明日清明。折柳。');

  const release = await onSaves(page, (route) => route.abort());
  await write(page, '插门。');
  await press(page, '撤回');
  const toast = page.locator('.toast', { hasText: '已保存在这台设备' });
  await toast.focus(); // stays while it has the focus
  for (const width of [widths.phone, widths.tablet, widths.desktop]) {
    await page.setViewportSize({ width, height: 900 });
    const [banner, above] = [await strip(page, '已定时').boundingBox(), await toast.boundingBox()];
    expect(above?.y, `${width}: covers no button`).toBeGreaterThan((banner?.y ?? 900) + (banner?.height ?? 0));
  }
  expect((await onServer(site, who, id)).state).toBe('scheduled');
  expect(await shown(page)).toBe('明日清明。折柳。插门。');
  await release();
  await press(page, '撤回');
  await strip(page, '已定时').waitFor({ state: 'detached' });
  await arrived(site, who, id, '明日清明。折柳。插门。');
  expect((await onServer(site, who, id)).state).toBe('draft');
});

test('a scheduled article that is scheduled again goes out at the same time with the new text', {
  timeout: timeoutMs,
}, async () => {
  const who = await newStaff(site, 'editor');
  const { drafts } = apiOf(site, { token: await tokenFor(site, who) });
  const content = { title: '清明', markdown: '明日清明。' };
  const { id, version } = await drafts.create({ body: { key: crypto.randomUUID(), content } });
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await drafts.submit({ body: { id, version, publishAt } });

  const { page, faults } = await open(who, `/newposts?id=${id}`);
  await write(page, '折柳。');
  await strip(page, '还不算在内').waitFor();
  await press(page, '定时发布');
  await page.getByRole('dialog').getByRole('button', { name: '定时发布' }).click();
  await page.locator('.toast', { hasText: '已定时' }).waitFor();
  expect(await onServer(site, who, id)).toMatchObject({
    state: 'scheduled',
    publishedAt: publishAt,
    changed: false,
    content: { markdown: '明日清明。折柳。' },
  });
  expect(faults).toEqual([]);
});

test('another member’s article is not found, and one in the trash can be restored', {
  timeout: timeoutMs,
}, async () => {
  const { who, page, id } = await writing();
  const other = await open(await newMember(site), `/newposts?id=${id}`);
  await other.page.getByText('没有这篇文章').waitFor();
  await apiOf(site, { token: await tokenFor(site, who) }).drafts.remove({ query: { id } });
  await page.goto(`/newposts?id=${id}`);
  await page.getByText('这篇文章在回收站里').waitFor();
  expect(await barriers(page, { within: ['main'] })).toEqual([]);
  await press(page, '恢复');
  await expect.poll(() => title(page).inputValue()).toBe('夜里检修一座桥');
});
