import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase } from './arrange.ts';
import { hydrated, widths } from './browser.ts';
import { press, title, write } from './editor.ts';
import { flaws, flawsAtAll } from './looked-at.ts';
import { carryToken, enterAs, type Member, newMember, tokenFor, workDone } from './members.ts';
import { arrived, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

/** Two browsers beside each other, on a busy machine. */
const slow = { timeout: 150_000 };
const markdown =
  '## 相机\n\n一台旧旁轴，三支镜头。\n\n## 纸笔\n\n铁胆墨水与横线本。\n\n## 车\n\n一辆钢管车架的旅行车。';

let admin: Member;
let token: string;

beforeAll(async () => {
  admin = await newStaff(site, 'owner');
  token = await tokenFor(site, admin);
});

async function openOffice(path: string) {
  const opened = await openPage();
  await carryToken(opened.page, site, token);
  opened.page.setDefaultTimeout(20_000);
  await opened.page.goto(`/admin${path}`);
  return opened;
}

async function publishes(name: string, slug: string) {
  // a second run after a failure meets the page of the first
  await inDatabase(site, (db) => db.updateTable('articles').set({ slug: null }).where('slug', '=', slug).execute());
  const { drafts } = apiOf(site, { token });
  const content = { title: name, markdown, slug };
  const { id, version } = await drafts.create({ body: { key: crypto.randomUUID(), kind: 'page', content } });
  await drafts.submit({ body: { id, version } });
  await workDone(site);
  return id;
}

const settings = (page: Page) => page.getByRole('complementary', { name: '页面设置' });
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).locator('.header-nav > li > a');

test(
  'the owner writes a page: without a slug it gets one in pinyin, and nothing asks for a category or tags',
  slow,
  async () => {
    const office = await openOffice('/articles');
    await arrived(office.page, '文章');
    await office.page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '页面' }).click();
    await arrived(office.page, '页面');
    await office.page.getByText('还没有页面').waitFor();
    expect(await flaws(office.page, 'office-pages')).toEqual([]);
    await office.page.setViewportSize({ width: widths.wide, height: 900 });
    await office.page.getByRole('link', { name: '新建页面' }).click();

    const { page } = office;
    await title(page).fill('我的装备');
    await write(page, '一支笔。');
    for (const name of ['分类', '添加标签', '原创', '点赞之后'])
      expect(await settings(page).getByText(name, { exact: true }).count(), name).toBe(0);
    const asks = page.getByRole('dialog');
    expect(await flaws(page, 'page-editor')).toEqual([]);
    await page.setViewportSize({ width: widths.wide, height: 900 });
    await press(page, '发布');
    await asks.getByText('可以在后台的设置里放进菜单').waitFor();
    await asks.getByRole('button', { name: '发布', exact: true }).click();
    await page.waitForURL('**/page/wo-de-zhuang-bei');
    await page.getByRole('heading', { level: 1, name: '我的装备' }).waitFor();
    expect(office.faults).toEqual([]);
    await office.close();
  },
);

test('a page takes from an imported file only what pages have, and is published', slow, async () => {
  const { page, faults, close } = await openPage({ viewport: { width: widths.wide, height: 900 } });
  await carryToken(page, site, token);
  await page.goto('/newposts?kind=page');
  await title(page).waitFor();
  await press(page, '导入 .md');
  const file =
    '---\ntitle: 工具\nslug: tools\ntags: [木工]\ncategories: [手艺]\nsource: https://a.example/1\n---\n一把刨子。';
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Markdown 文件')
    .setInputFiles({ name: 'tools.md', mimeType: 'text/markdown', buffer: Buffer.from(file) });
  await dialog.locator('.import-found-fields').waitFor();
  for (const label of ['分类', '标签', '性质', '来源'])
    expect(await dialog.getByText(label, { exact: true }).count(), label).toBe(0);
  await dialog.getByRole('button', { name: '替换' }).click();
  await press(page, '发布');
  await dialog.getByRole('button', { name: '发布', exact: true }).click();
  await page.waitForURL('**/page/tools');
  await page.getByRole('heading', { level: 1, name: '工具' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('readers see a page whole, and nothing around it that belongs to articles', slow, async () => {
  const id = await publishes('装备', 'gear');
  const html = await (await fetch(`${site.url}/page/gear`)).text();
  expect(html).toContain(`<link rel="canonical" href="${site.url}/page/gear"`);
  expect(html).toContain('"@type":"WebPage"');
  expect(html).toContain('property="og:type" content="website"');
  expect(html).not.toMatch(/原创|版权声明|上一篇|接着读|BlogPosting|article:published_time/);
  for (const path of [`/article/${id}`, '/article/gear', `/page/${id}`]) {
    const { status, headers } = await fetch(site.url + path, { redirect: 'manual' });
    expect([status, headers.get('location')], path).toEqual([301, '/page/gear']);
  }
  for (const path of ['/page/none', '/page/Gear', '/page/1e3'])
    expect((await fetch(site.url + path)).status, path).toBe(404);
  // another system's second page of a list, not the article of this number
  expect((await fetch(`${site.url}/page/3`)).url).toBe(`${site.url}/archive`);
  for (const path of ['/', '/archive', '/tags', '/category', '/rss.xml'])
    expect(await (await fetch(site.url + path)).text(), path).not.toContain('/page/gear');
  expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain(`<loc>${site.url}/page/gear</loc>`);

  const { page, faults, close } = await openPage();
  await page.goto('/page/gear');
  await hydrated(page);
  await page.getByText('更新于').waitFor();
  expect(await flaws(page, 'page')).toEqual([]);
  await page.goto('/search?q=旁轴');
  await page.locator('.search-found[data-kind=page]').waitFor();
  expect(await flaws(page, 'page-found')).toEqual([]);
  await page.getByRole('link', { name: '装备' }).click();
  await page.waitForURL('**/page/gear');
  expect(faults).toEqual([]);
  await close();
});

test('an address with a former slug leads to the present one', slow, async () => {
  const id = await publishes('项目', 'projects');
  const { drafts } = apiOf(site, { token });
  const { version, content } = await drafts.mine({ query: { id } });
  const saved = await drafts.save({ body: { id, version, content: { ...content, slug: 'works' } } });
  await drafts.submit({ body: { id, version: saved.version } });
  await workDone(site);
  const { status, headers } = await fetch(`${site.url}/page/projects`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([301, '/page/works']);
});

test('the owner puts a page into the menu; the entry follows its address and leaves with it', slow, async () => {
  const id = await publishes('关于我', 'about-me');
  const { page, faults, close } = await openOffice('/settings');
  await arrived(page, '站点设置');
  const group = page.locator('#set-menu');
  await group.getByRole('combobox', { name: '把页面放进菜单' }).click();
  await page.locator('.ant-select-item-option', { hasText: '关于我' }).click();
  await expect.poll(() => group.locator('.preview-menu').textContent()).toContain('关于我');
  await group.locator('.field-menu-items li', { hasText: '/page/about-me' }).waitFor();
  expect(await flawsAtAll(page, ['#set-menu'])).toEqual([]);
  await page.setViewportSize({ width: widths.desktop, height: 900 });
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  await workDone(site);

  const reader = await openPage();
  await reader.page.goto('/archive');
  await hydrated(reader.page);
  await menu(reader.page).getByText('关于我', { exact: true }).click();
  await reader.page.waitForURL('**/page/about-me');
  await reader.page.getByRole('heading', { level: 1, name: '关于我' }).waitFor();
  expect(await menu(reader.page).getByText('关于我', { exact: true }).getAttribute('aria-current')).toBe('page');
  expect(await reader.page.locator('footer a[href="/page/about-me"]').count()).toBe(1);
  await reader.page.setViewportSize({ width: widths.phone, height: 900 });
  await reader.page.getByRole('button', { name: '打开菜单' }).click();
  await reader.page.getByRole('dialog', { name: '菜单' }).getByRole('link', { name: '关于我' }).waitFor();

  const { drafts } = apiOf(site, { token });
  await drafts.withdraw({ body: { id } });
  await workDone(site);
  await reader.page.setViewportSize({ width: widths.desktop, height: 900 });
  await reader.page.goto('/archive');
  expect(await menu(reader.page).getByText('关于我', { exact: true }).count()).toBe(0);
  expect([...faults, ...reader.faults]).toEqual([]);
  await Promise.all([close(), reader.close()]);
});

test('a member comments on a page, and reads that comments are closed where they are', slow, async () => {
  const id = await publishes('留言墙', 'wall');
  const member = await newMember(site);
  const { page, faults, close } = await openPage();
  await enterAs(page, site, member);
  await page.goto('/page/wall');
  await hydrated(page);
  await page.getByRole('textbox', { name: '写评论' }).fill('来过。');
  await page.locator('#comments').getByRole('button', { name: '发布' }).click();
  await page.locator('.comments-list').getByText('来过。').waitFor();

  const { drafts } = apiOf(site, { token });
  const { version, content } = await drafts.mine({ query: { id } });
  const saved = await drafts.save({ body: { id, version, content: { ...content, commenting: 'closed' } } });
  await drafts.submit({ body: { id, version: saved.version } });
  await workDone(site);
  await page.reload();
  await page.locator('#comments').scrollIntoViewIfNeeded();
  await page.getByText('评论已关闭').waitFor();
  await page.locator('.comments-list').getByText('来过。').waitFor();
  expect(faults).toEqual([]);
  await close();
});
