import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase } from './arrange.ts';
import { text } from './editor.ts';
import { carryToken, newMember, tokenFor, workDone } from './members.ts';
import { arrived, confirmPassword, newStaff } from './office.ts';
import { openStage } from './stage.ts';

/** Visits once each place where an owner without a shell stumbled. */
const { site, openPage } = openStage();
let owner: Awaited<ReturnType<typeof newStaff>>;
let token: string;
let page: Page;
let faults: string[];

beforeAll(async () => {
  owner = await newStaff(site, 'owner');
  token = await tokenFor(site, owner);
  ({ page, faults } = await openPage());
  page.setDefaultTimeout(20_000);
  await carryToken(page, site, token);
});
beforeEach(() => void faults.splice(0));

/** antd parts two characters by a space. */
const called = (name: string) => new RegExp(`^(?:loading )?${[...name].join('\\s?')}$`);
const button = (within: Pick<Page, 'getByRole'>, name: string) => within.getByRole('button', { name: called(name) });
const dialog = () => page.getByRole('dialog');
const row = (words: string) => page.getByRole('row').filter({ hasText: words });
const said = (words: string | RegExp) => page.locator('.ant-message').getByText(words).first().waitFor();
async function open(path: string, title: string, size = { width: 1280, height: 800 }) {
  await page.setViewportSize(size);
  await page.goto(`/admin${path}`);
  await arrived(page, title);
}

test('a spammer is disabled and all written is deleted in one dialog, and is put back in one press', async () => {
  const spammer = await newMember(site);
  const { board, comments } = apiOf(site, { token: await tokenFor(site, spammer) });
  await board.post({ body: { text: '加微信领红包' } });
  await comments.post({ body: { articleId: 1, text: '代写论文' } });
  await open(`/users/${spammer.id}`, spammer.nickname);
  await button(page, '停用').click();
  await dialog().getByRole('textbox', { name: '原因' }).fill('广告');
  await dialog().getByRole('radio', { name: '都删除' }).check();
  await button(dialog(), '停用').click();
  await page.getByText('收起了 2 件').first().waitFor();
  const seen = async () => JSON.stringify((await apiOf(site).board.list({ query: {} })).records).includes('领红包');
  expect(await seen()).toBe(false);
  await button(page, '全部放回').click();
  await said('放回了 2 件');
  expect(await seen()).toBe(true);
  expect(faults).toEqual([]);
});

test('who makes somebody an owner types it', async () => {
  const member = await newMember(site);
  await open(`/users/${member.id}`, member.nickname);
  await button(page, '修改角色').click();
  await dialog().getByRole('radio', { name: /^站长/ }).check();
  await button(dialog(), '保存').click();
  await dialog().getByText('请输入「设为站长」').waitFor();
  await dialog().getByLabel('输入「设为站长」确认').fill('设为站长');
  await button(dialog(), '保存').click();
  await confirmPassword(page, owner);
  await dialog().waitFor({ state: 'hidden' });
  const role = (db: Parameters<Parameters<typeof inDatabase>[1]>[0]) =>
    db.selectFrom('users').select('role').where('id', '=', member.id).executeTakeFirst();
  expect(await inDatabase(site, role)).toEqual({ role: 'owner' });
});

test('a file of a kind that is not taken is refused by name, and is not typed into the text', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/newposts');
  await text(page).waitFor();
  await page.getByRole('toolbar', { name: '格式' }).waitFor();
  for (const [name, type] of [
    ['程序.exe', 'application/vnd.microsoft.portable-executable'],
    ['名单.csv', 'text/csv'],
  ] as const) {
    await text(page).evaluate(
      (place, [name, type]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['甲,乙'], name, { type }));
        place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, type] as const,
    );
    await page.locator('.toast', { hasText: `「${name}」没有添加：` }).waitFor();
  }
  expect(await text(page).innerText()).not.toContain('甲');
  // no button of the bar is beyond the pane
  const pane = await page.locator('.text-pane').boundingBox();
  for (const name of ['撤销', '重做', '大纲']) {
    const box = await page.getByRole('toolbar').getByRole('button', { name, exact: true }).first().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0));
  }
  expect(faults).toEqual([]);
});

test('what is done to selected rows is in sight where they are selected', async () => {
  await open('/articles', '文章', { width: 1280, height: 600 });
  await page.getByRole('row').last().getByRole('checkbox').check();
  const bar = await page.getByRole('toolbar', { name: '批量处理' }).boundingBox();
  expect(bar?.y).toBeGreaterThan(0);
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(600);
  expect(faults).toEqual([]);
});

test('articles are found as one types, and go into the trash without a question, with a way back', async () => {
  await open('/articles', '文章');
  await page.getByRole('searchbox').first().fill('搜索引擎');
  await page.waitForURL(/text=/);
  const found = row('搜索引擎').first();
  await found.getByRole('button', { name: /^更多：/ }).click();
  await page.getByRole('menuitem', { name: '移到回收站' }).click();
  await found.waitFor({ state: 'detached' });
  expect(await dialog().count()).toBe(0);
  await page
    .locator('.ant-message')
    .getByRole('button', { name: called('撤销') })
    .click();
  await found.waitFor();
  expect(faults).toEqual([]);
});

test('the menu shows where one is, however low the window; pages have an entry of their own', async () => {
  await open('/system', '系统', { width: 1366, height: 500 });
  const menu = page.getByRole('navigation', { name: '后台菜单' });
  const here = menu.locator('[aria-current="page"]');
  const isMet = () =>
    here.evaluate((entry) => {
      const { left, top, width, height } = entry.getBoundingClientRect();
      return entry.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isMet).toBe(true);
  await menu.getByRole('link', { name: '页面', exact: true }).click();
  await arrived(page, '页面');
  await expect.poll(isMet).toBe(true);
});

test('on a phone the office is searched by an icon', async () => {
  await open('/comments', '评论', { width: 390, height: 844 });
  const icon = page.getByRole('button', { name: '搜索后台' });
  const box = await icon.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
  await icon.click();
  await page.getByRole('combobox', { name: '搜索后台' }).fill('备份');
  await page.getByRole('option', { name: /备份/ }).first().waitFor();
  await page.keyboard.press('Escape');
  // deleted ones are in the list of all: it says so
  await button(page, '筛选').click();
  await page.getByText('状态：全部（含已删除）').waitFor();
});

test('sample content is removed from the browser after the set-up', async () => {
  await open('/system', '系统');
  const sample = page.locator('#sample');
  await button(sample, '全部删除').click();
  await button(dialog(), '删除').click();
  await said(/^已删除 \d+ 件/);
  await sample.waitFor({ state: 'detached' });
  await workDone(site);
  expect(
    (await apiOf(site).articles.list({ query: {} })).records.filter(({ title }) => title === '下雨不出摊'),
  ).toEqual([]);
  expect(faults).toEqual([]);
});
