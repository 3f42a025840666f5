import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { widths } from './browser.ts';
import { enterAs, inDatabase, type Member, newMember, workDone } from './members.ts';
import { arrived, confirmPassword, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
const slow = { timeout: 150_000 };
let owner: Member;

beforeAll(async () => {
  owner = await newStaff(site, 'owner');
});

async function open(path: string, viewport = { width: 1280, height: 850 }) {
  const opened = await openPage({ viewport });
  opened.page.setDefaultTimeout(20_000);
  await enterAs(opened.page, site, owner);
  await opened.page.goto(path);
  return opened;
}

/** Drops a file of this name and type on an element. */
const drop = (page: Page, selector: string, name: string, type: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (target, [name, type]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['一,二\n三,四'], name, { type }));
        const box = target.getBoundingClientRect();
        const at = { clientX: box.left + 5, clientY: box.top + 5, bubbles: true, cancelable: true, dataTransfer };
        for (const event of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(event, at));
      },
      [name, type] as const,
    );

test('a file that is no picture is said so in the editor and in the settings, and is not typed in', slow, async () => {
  const { page, faults } = await open('/newposts');
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
  for (const [name, type] of [
    ['成绩.csv', 'text/csv'],
    ['课件.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ] as const) {
    await drop(page, '.cm-content', name, type);
    await page.locator('.toast', { hasText: `「${name}」不是图片，没有添加` }).waitFor();
  }
  expect(await page.locator('.cm-content').textContent()).not.toContain('三,四');

  await page.goto('/admin/settings');
  await drop(page, '#set-identity .picture-field', '成绩.csv', 'text/csv');
  await page.locator('#set-identity').getByText('「成绩.csv」不是图片，没有添加').waitFor();
  expect(faults).toEqual([]);
});

test('the batch bar is in sight wherever a row is selected, and moves no row', slow, async () => {
  const { page } = await open('/admin/articles', { width: 1280, height: 600 });
  const last = page.locator('.ant-table-tbody .ant-checkbox-input').last();
  await last.scrollIntoViewIfNeeded();
  const before = await last.boundingBox();
  await last.check();
  const bar = page.getByRole('toolbar', { name: '批量处理' });
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(600);
  expect((await last.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  expect(await bar.getByRole('button').count()).toBeLessThanOrEqual(7);
  await bar.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '导出 Markdown' }).waitFor();
});

test('the current entry of the sidebar lies between its head and its foot', slow, async () => {
  for (const viewport of [
    { width: 1280, height: 850 },
    { width: 1366, height: 650 },
  ]) {
    const { page, close } = await open('/admin/system', viewport);
    await arrived(page, '系统');
    const current = await page.locator('.office-side [aria-current]').boundingBox();
    const foot = await page.locator('.office-side .office-menu-back').boundingBox();
    expect((current?.y ?? 0) + (current?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
    await close();
  }
});

test('a list is searched as one types, and not by letters an input method still composes', slow, async () => {
  const { page } = await open('/admin/articles');
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(decodeURIComponent(request.url())));
  const rows = page.locator('.ant-table-tbody tr[data-row-key]');
  await rows.nth(5).waitFor();
  const search = page.getByRole('searchbox', { name: '标题、摘要、正文' });
  await search.dispatchEvent('compositionstart');
  await search.fill('tanggui');
  await search.fill('糖桂花');
  await search.dispatchEvent('compositionend');
  await expect.poll(() => new URL(page.url()).searchParams.get('text')).toBe('糖桂花');
  await page.getByRole('link', { name: '糖桂花' }).waitFor();
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(requested.filter((url) => url.includes('tanggui'))).toEqual([]);
});

test('an article goes to the trash without a question, and comes back', slow, async () => {
  const { page } = await open('/admin/articles');
  await page.getByRole('button', { name: '更多：糖桂花' }).click();
  await page.getByRole('menuitem', { name: '移到回收站' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await workDone(site);
  const trashed = await inDatabase(site, (db) =>
    db.selectFrom('articles').select('removedAt').where('title', '=', '糖桂花').executeTakeFirstOrThrow(),
  );
  expect(trashed.removedAt).toBeNull();
});

test('making somebody an owner asks for a typed word', slow, async () => {
  const member = await newMember(site);
  const { page } = await open(`/admin/users/${member.id}`);
  await page.getByRole('button', { name: '修改角色' }).click();
  await page.getByRole('radio', { name: /^站长/ }).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await page.getByText('请输入「设为站长」').waitFor();
  const role = () =>
    inDatabase(site, (db) =>
      db.selectFrom('users').select('role').where('id', '=', member.id).executeTakeFirstOrThrow(),
    );
  expect((await role()).role).toBe('member');
  await page.getByLabel('输入「设为站长」确认').fill('设为站长');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await confirmPassword(page, owner);
  await expect.poll(async () => (await role()).role).toBe('owner');
});

test('all a member wrote is hidden from their page and put back by one press', slow, async () => {
  const member = await newMember(site);
  const row = { authorId: member.id, nickname: member.nickname, text: '低价出售', createdAt: Date.now() };
  await inDatabase(site, (db) => db.insertInto('boardMessages').values(row).execute());
  const state = () =>
    inDatabase(site, (db) =>
      db.selectFrom('boardMessages').select('state').where('authorId', '=', member.id).executeTakeFirstOrThrow(),
    );
  const { page, faults } = await open(`/admin/users/${member.id}`);
  await page.getByRole('link', { name: '留言 1' }).waitFor();
  await page.getByRole('button', { name: '全部收起' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '全部收起' }).click();
  await page.getByText('收起了 1 件，读者看不到').waitFor();
  expect((await state()).state).toBe('held');
  await page.getByRole('button', { name: '全部放回' }).click();
  await page.getByText('放回了 1 件').waitFor();
  expect((await state()).state).toBe('shown');
  expect(faults).toEqual([]);
});

test('the search of the admin opens on a phone, and finds pages, readings and the sample content', slow, async () => {
  const { page } = await open('/admin', { width: widths.phone, height: 800 });
  await page.getByRole('button', { name: '搜索后台' }).click();
  const search = page.getByRole('combobox', { name: '搜索后台' });
  for (const [typed, found] of [
    ['页面', '页面'],
    ['读得最多', '读得最多'],
    ['示例', '删除示例内容'],
  ] as const) {
    await search.fill(typed);
    await page.getByRole('option', { name: found }).first().waitFor();
  }
});

test('every button of the editor’s toolbar lies within its pane at 1280', slow, async () => {
  const { page } = await open('/newposts');
  const bar = page.getByRole('toolbar', { name: '格式' });
  await bar.waitFor();
  const over = await bar.evaluate((box) => {
    const pane = box.getBoundingClientRect();
    return [...box.querySelectorAll('button')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > pane.right + 1)
      .map((one) => one.getAttribute('aria-label'));
  });
  expect(over).toEqual([]);
});

test('the sample content is removed from 系统, long after the set-up is over', slow, async () => {
  const { page } = await open('/admin/system');
  await page.locator('#sample').getByRole('button', { name: '全部删除' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click();
  await page.getByText(/已删除 \d+ 件/).waitFor();
  await page.locator('#sample').waitFor({ state: 'detached' });
});
