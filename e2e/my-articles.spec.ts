import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase } from './arrange.ts';
import { widths } from './browser.ts';
import { flaws } from './looked-at.ts';
import { carryToken, enterAs, newMember, tokenFor, workDone } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

/** A member who publishes without review, with an article in each state, and their browser. */
async function writer() {
  const who = await newStaff(site, 'editor');
  const token = await tokenFor(site, who);
  const { drafts } = apiOf(site, { token });
  const begin = async (title: string) => {
    const content = { title, markdown: `${title}。`.repeat(20) };
    return drafts.create({ body: { key: crypto.randomUUID(), content } });
  };
  const publish = async (title: string, publishAt?: string) => {
    const { id, version } = await begin(title);
    return { id, ...(await drafts.submit({ body: { id, version, ...(publishAt && { publishAt }) } })) };
  };
  await begin('写到一半');
  const published = await publish('第一场雨');
  const { version, content } = await drafts.mine({ query: { id: published.id } });
  await drafts.save({ body: { id: published.id, version, content: { ...content, markdown: '改过的雨。' } } });
  await publish('明年再说', new Date(Date.now() + 40 * 86_400_000).toISOString());
  await drafts.withdraw({ body: { id: (await publish('后悔了')).id } });
  const refused = await begin('太长的标题也要好好地折行，不能把旁边的按钮挤到看不见的地方去');
  await inDatabase(site, async (db) => {
    await db.updateTable('articles').set({ state: 'refused' }).where('id', '=', refused.id).execute();
    const refusal = { refusal: '引用的诗没有写出处，补上再交。' };
    await db.updateTable('drafts').set(refusal).where('articleId', '=', refused.id).execute();
  });
  await workDone(site);
  const browsing = await openPage();
  await carryToken(browsing.page, site, token);
  return { ...browsing, who, drafts };
}

const rows = (page: Page) => page.locator('.own-articles h2').allInnerTexts();
const tab = (page: Page, words: string) => page.getByRole('link', { name: new RegExp(`^${words}\\s*\\d`) });

test('a writer finds their articles by state, deletes and restores one, and withdraws another', async () => {
  const { page, faults, who, close } = await writer();
  await page.goto('/user');
  await expect.poll(() => rows(page)).toHaveLength(5);
  expect(await page.locator('.own-articles-states').innerText()).toMatch(
    /全部\s*5\s*草稿\s*1\s*审核中\s*定时\s*1\s*已发布\s*1/,
  );
  const row = (title: string) => page.locator('.own-articles li', { hasText: title });
  await row('第一场雨').getByText('有未发布的改动').waitFor();
  await row('太长的标题').getByText('退回的原因：引用的诗没有写出处，补上再交。').waitFor();
  expect(await row('写到一半').getByRole('link', { name: '编辑《写到一半》' }).getAttribute('href')).toMatch(
    /^\/newposts\?id=\d+$/,
  );
  expect(await row('第一场雨').getByRole('link', { name: '第一场雨', exact: true }).getAttribute('href')).toMatch(
    /^\/article\/\d+$/,
  );
  expect(await flaws(page, 'my-articles')).toEqual([]);
  await page.setViewportSize({ width: widths.desktop, height: 900 });

  await page.getByLabel('搜索标题').fill('雨');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page)).toEqual(['第一场雨']);
  await page.getByRole('button', { name: '清空' }).click();
  await expect.poll(() => rows(page)).toHaveLength(5);

  await page.getByRole('button', { name: '删除《写到一半》' }).press('Enter');
  await expect.poll(() => rows(page)).toHaveLength(4);
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click();
  await expect.poll(() => rows(page)).toHaveLength(5);

  await page.getByRole('button', { name: '删除《写到一半》' }).click();
  await tab(page, '回收站').click();
  await row('写到一半').getByText('还剩 30 天').waitFor();
  await page.getByRole('button', { name: '恢复《写到一半》' }).click();
  await page.getByText('回收站是空的').waitFor();

  await tab(page, '已发布').click();
  await expect.poll(() => rows(page)).toEqual(['第一场雨']);
  await inDatabase(site, (db) =>
    db.updateTable('drafts').set({ submittedAt: Date.now() }).where('title', '=', '第一场雨').execute(),
  );
  await page.reload();
  await page.getByRole('button', { name: '撤回修改《第一场雨》' }).click();
  await page.locator('.toast', { hasText: '读者读到的还是现在这一版' }).waitFor();
  await row('第一场雨').getByText('有未发布的改动').waitFor();
  await page.getByRole('button', { name: '撤回《第一场雨》' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await page.getByText('还没有发布的').waitFor();
  await page.goBack();
  expect((await apiOf(site).articles.byUser({ query: { userId: who.id } })).total).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('another member in the same tab sees nothing of the lists shown before', async () => {
  const { page, close } = await writer();
  await page.goto('/user');
  await expect.poll(() => rows(page)).toHaveLength(5);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '归档' }).click();
  await page.waitForURL('**/archive');
  const other = await newMember(site);
  await enterAs(page, site, other);
  await page.route('**/v1/article/selectMyArticles*', () => {}); // never answered
  await page.goBack();
  await page.getByRole('main').getByText(other.nickname).first().waitFor();
  expect(await rows(page)).toEqual([]);
  await close();
});

test('a load error offers a retry; an empty list invites to write', async () => {
  const who = await newMember(site);
  const { page, close } = await openPage();
  await enterAs(page, site, who);
  const calls = '**/v1/article/selectMyArticles*';
  await page.route(calls, (route) => route.abort());
  await page.goto('/user');
  await page.getByText('加载失败').waitFor();
  await page.unroute(calls);
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByText('还没有文章').waitFor();
  expect(await page.locator('.own-articles').getByRole('link', { name: '写文章' }).isVisible()).toBe(true);
  await close();
});

test('the link to the editor is shown only to members who may write', async () => {
  const who = await newMember(site);
  const { page, close } = await openPage();
  await page.goto('/about');
  const ways = page.locator('a[href="/newposts"]');
  expect(await ways.count()).toBe(0);
  await enterAs(page, site, who);
  await page.reload();
  await page.locator('.header-member a[href="/newposts"]').first().waitFor({ state: 'attached' });
  await page.setViewportSize({ width: widths.phone, height: 900 });
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('dialog', { name: '菜单' }).getByRole('link', { name: '写文章' }).waitFor();

  await inDatabase(site, (db) => db.updateTable('users').set({ role: 'demo' }).where('id', '=', who.id).execute());
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.waitForFunction(() => sessionStorage.getItem('user') !== null);
  expect(await ways.count()).toBe(0);
  await close();
});
