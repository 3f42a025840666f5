import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { zipOf } from '../apps/admin/src/content/articles/zip.ts';
import { apiOf } from './api.ts';
import { inDatabase } from './arrange.ts';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import { flaws, turnTo } from './looked-at.ts';
import { carryToken, newMember, tokenFor, workDone } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

type Role = 'owner' | 'member' | 'demo';

async function enter(role: Role) {
  const who = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ role }).where('id', '=', who.id).execute());
  const token = await tokenFor(site, who);
  return { who, token, ...apiOf(site, { token }) };
}

async function open(token: string, path: string) {
  const office = await openPage({ viewport: { width: widths.desktop, height: 900 } });
  await carryToken(office.page, site, token);
  await office.page.goto(`/admin${path}`);
  return office;
}

const hand = async ({ drafts }: Awaited<ReturnType<typeof enter>>, title: string, more: object = {}) => {
  const content = { title, markdown: `${title}。封路的三个小时，桥是我们的。`.repeat(8), ...more };
  const made = await drafts.create({ body: { key: crypto.randomUUID(), content } });
  await drafts.submit({ body: { id: made.id, version: made.version } });
  return made.id;
};
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
/** Chooses an act from the menu of a row. Waits for the menu to close: the next one has the same texts. */
const choose = async (page: Page, title: string, act: string) => {
  await row(page, title)
    .getByRole('button', { name: `更多：${title}` })
    .click();
  const item = page.getByRole('menuitem', { name: act, exact: true });
  await item.click();
  await item.waitFor({ state: 'hidden' });
};
const said = (page: Page, text: string) => page.locator('.ant-message').getByText(text).first().waitFor();

test('submissions are read, one approved and another refused, by keyboard', async () => {
  const [owner, member] = [await enter('owner'), await enter('member')];
  await hand(owner, '站长的桥', { category: '漫步', tags: ['桥'] });
  await hand(member, '夜里检修一座桥', { category: '漫步' });
  await workDone(site);
  const { page, faults, close } = await open(owner.token, '/articles');
  await page.getByRole('button', { name: /^待审核/ }).click();
  await row(page, '夜里检修一座桥').getByRole('button', { name: '审核', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: /审核文章/ });
  await drawer.getByRole('heading', { name: '夜里检修一座桥' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  // a new submission joins the queue
  await hand(member, '我家的秤不说谎');
  await drawer.getByText('1 / 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await drawer.getByRole('heading', { name: '我家的秤不说谎' }).waitFor();
  await drawer.getByRole('button', { name: '退回' }).click();
  await drawer.getByText('请写下原因').waitFor();
  await page.keyboard.press('r');
  await drawer.locator('textarea:focus').waitFor();
  await page.keyboard.type('请补出处');
  await page.keyboard.press('Control+Enter');
  await said(page, '已退回，作者会收到理由');
  await drawer.getByRole('heading', { name: '夜里检修一座桥' }).waitFor();
  await drawer.getByRole('checkbox', { name: '推荐到首页' }).check();
  await drawer.getByRole('button', { name: '通过并发布' }).click();
  await said(page, '已通过并发布');
  await drawer.waitFor({ state: 'hidden' });
  await page.getByText('没有符合条件的').waitFor();
  const reported = (await member.notices.list({ query: { type: 0 } })).records.map(({ title }) => title);
  expect(reported).toEqual(['文章通过了审核', '文章没有通过审核']);
  // a submission checked in the background may be decided at that moment
  expect(faults.filter((fault) => !/status of 404/.test(fault))).toEqual([]);
  await close();
});

test('keys held down decide on one submission only, and no key reaches below a dialog', async () => {
  const [owner, member] = [await enter('owner'), await enter('member')];
  await hand(member, '先交的一篇');
  const second = await hand(member, '后交的一篇');
  await workDone(site);
  const { page, close } = await open(owner.token, '/articles?state=pending');
  await row(page, '先交的一篇').getByRole('button', { name: '审核', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: /审核文章/ });
  await drawer.getByRole('heading', { name: '先交的一篇' }).waitFor();
  await drawer.getByRole('button', { name: '历史' }).click();
  const history = page.getByRole('dialog', { name: '《先交的一篇》的历史' });
  await history.locator('.history, p.quiet').first().waitFor();
  await page.keyboard.press('ArrowRight');
  await history.locator('.ant-modal-close').click();
  await history.waitFor({ state: 'hidden' });
  await drawer.getByRole('heading', { name: '先交的一篇' }).waitFor();

  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  await drawer.getByRole('heading', { name: '后交的一篇' }).waitFor();
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  await drawer.getByRole('button', { name: '退回' }).click();
  await drawer.getByText('请写下原因').waitFor();
  const draft = await inDatabase(site, (db) =>
    db.selectFrom('drafts').select('submittedAt').where('articleId', '=', second).executeTakeFirst(),
  );
  expect(draft?.submittedAt).toBeTypeOf('number');
  await drawer.getByRole('button', { name: '通过并发布' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await close();
});

test('articles are filtered, changed in batches, reverted to an earlier version, deleted and restored from the trash', async () => {
  const owner = await enter('owner');
  await hand(owner, '春分，一个长到要折行的题目，也不能把旁边的字挤到看不见的地方去');
  const id = await hand(owner, '清明');
  const { version, content } = await owner.drafts.mine({ query: { id } });
  const changed = { ...content, title: '清明改', markdown: content.markdown.replace('三个小时', '四个小时') };
  const saved = await owner.drafts.save({ body: { id, version, content: changed } });
  await owner.drafts.submit({ body: { id, version: saved.version } });
  const { page, faults, close } = await open(owner.token, `/articles?authorId=${owner.who.id}`);
  await row(page, '春分').waitFor();
  expect(await flaws(page, 'articles')).toEqual([]);
  await turnTo(page, { width: widths.desktop, theme: 'light' });
  await choose(page, '春分', '置顶');
  await row(page, '春分').getByText('置顶').waitFor();

  await choose(page, '清明改', '历史');
  const history = page.getByRole('dialog', { name: '《清明改》的历史' });
  await history.getByText('正文改了 1 处').waitFor();
  expect(await history.locator('.compare-change .compare-side :is(del, ins)').allTextContents()).toEqual(['三', '四']);
  expect(await barriers(page, { within: ['.ant-modal'] })).toEqual([]);
  await history.getByText('全文', { exact: true }).click();
  await history.getByLabel('那时的正文').getByText('封路的三个小时').waitFor();
  await history.getByRole('button', { name: '恢复这一版' }).click();
  const requested = page.getByRole('dialog').filter({ hasText: '读者马上看到这一版' });
  await requested.getByRole('button', { name: /恢\s*复/ }).click();
  await said(page, '已恢复，之前的版本也在历史里');
  await row(page, '清明改').waitFor({ state: 'detached' });
  expect((await owner.articles.info({ query: { id } })).title).toBe('清明');

  await page.getByRole('button', { name: '精选顺序' }).click();
  const carousel = page.getByRole('dialog', { name: '精选的顺序' });
  // while it loads there are list items too, of the grey lines that stand for it
  const items = carousel.getByRole('listitem').filter({ has: page.getByRole('button') });
  const first = (await items.first().textContent()) ?? '';
  await items.first().getByRole('button', { name: /^下移/ }).click();
  await carousel.getByRole('button', { name: /保\s*存/ }).click();
  await said(page, '已保存');
  await expect.poll(async () => (await owner.home.show()).featured[1]?.title).toBe(first);

  await page.getByRole('checkbox', { name: '选择这一页' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: '移到回收站' }).click();
  await page.getByText('没有符合条件的').waitFor(); // the rows of this tab are gone before those of the next are looked for
  await page.getByRole('button', { name: /^回收站/ }).click();
  await choose(page, '清明', '恢复');
  await row(page, '清明').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^已发布/ }).click();
  await row(page, '清明').waitFor();
  expect(new URL(page.url()).search).toContain('state=published');
  expect(faults).toEqual([]);
  await close();
});

test('an order that could not be saved stays in its dialog', async () => {
  const owner = await enter('owner');
  const { page, close } = await open(owner.token, '/articles');
  const address = '**/v1/admin/articles/carousel';
  await page.route(address, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const refusal = { code: 503, message: '本站正在维护', data: null, extra: { failure: 'maintenance' } };
    return route.fulfill({ status: 503, json: refusal });
  });
  await page.getByRole('button', { name: '精选顺序' }).click();
  const carousel = page.getByRole('dialog', { name: '精选的顺序' });
  const items = carousel.getByRole('listitem').filter({ has: page.getByRole('button') });
  const first = (await items.first().textContent()) ?? '';
  const save = () => carousel.getByRole('button', { name: /保\s*存/ }).click();
  await items.first().getByRole('button', { name: /^下移/ }).click();
  await save();
  await said(page, '本站正在维护');
  expect(await items.nth(1).textContent()).toBe(first);
  await page.unroute(address);
  await save();
  await said(page, '已保存');
  await expect.poll(async () => (await owner.home.show()).featured[1]?.title).toBe(first);
  await close();
});

test('categories and tags are ordered, renamed and merged; the demo account changes nothing', async () => {
  const owner = await enter('owner');
  await hand(owner, '谷雨', { category: '四时', tags: ['雨', '雨水'] });
  const { page, faults, close } = await open(owner.token, '/categories');
  await page.getByRole('button', { name: '新建分类' }).click();
  await page.getByRole('textbox', { name: '分类名' }).fill('四时');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.getByText('已经有这个分类').waitFor();
  await page.getByRole('textbox', { name: '分类名' }).fill('造物');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row(page, '造物').getByRole('button', { name: '上移：造物' }).click();
  await page.waitForFunction(() => document.querySelector('.ant-table-row:last-child b')?.textContent !== '造物');
  expect(await barriers(page)).toEqual([]);
  await row(page, '四时').getByRole('button', { name: '删除' }).click();
  await page.getByText('其中的 1 篇文章都保留').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click();
  await row(page, '四时').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: '标签' }).click();
  await page.getByRole('searchbox', { name: '标签的名字' }).fill('雨');
  await page.keyboard.press('Enter');
  await row(page, '#雨水').getByRole('checkbox').check();
  await page
    .getByRole('row')
    .filter({ has: page.getByText('#雨', { exact: true }) })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: /合\s*并/ }).click();
  await page.getByText('合并之后不能拆开').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /合\s*并/ })
    .click();
  await said(page, '处理了 2 个');
  expect((await owner.tags.list()).filter(({ name }) => name.startsWith('雨'))).toHaveLength(1);

  await page.getByRole('link', { name: '专栏' }).click();
  await page.getByRole('button', { name: '新建专栏' }).click();
  await page.getByRole('textbox', { name: '专栏名' }).fill('走山路');
  await page.keyboard.press('Enter');
  await row(page, '走山路').getByText('0 篇').waitFor();
  expect(await flaws(page, 'series')).toEqual([]);
  await turnTo(page, { width: widths.desktop, theme: 'light' });
  await row(page, '走山路').getByRole('button', { name: '文章', exact: true }).click();
  const inside = page.getByRole('dialog', { name: '「走山路」里的文章' });
  await inside.getByRole('combobox', { name: '添加一篇文章' }).fill('谷');
  await page.getByRole('option', { name: '谷雨' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await inside.getByRole('listitem').filter({ hasText: '谷雨' }).waitFor();
  expect(await barriers(page, { within: ['.ant-modal'] })).toEqual([]);
  await inside.getByRole('button', { name: /保\s*存/ }).click();
  await row(page, '走山路').getByText('1 篇').waitFor();
  const seriesId = (await owner.series.mine())[0]?.id ?? 0;
  expect((await owner.series.info({ query: { id: seriesId } })).records.map(({ title }) => title)).toEqual(['谷雨']);
  expect(faults.filter((fault) => !/status of 409/.test(fault))).toEqual([]);
  await close();

  const demo = await enter('demo');
  const looking = await open(demo.token, '/categories');
  await row(looking.page, '造物').waitFor();
  expect(await looking.page.getByRole('button', { name: '新建分类' }).isDisabled()).toBe(true);
  await looking.close();
});

test('a zip of Markdown is previewed first, and what is wrong in it is named', async () => {
  const owner = await enter('owner');
  const { page, faults, close } = await open(owner.token, '/imports');
  const zip = zipOf([
    { name: '博客/听雨.md', text: '---\ntitle: 听雨\n---\n\n一夜的雨。' },
    { name: '博客/坏的.md', text: '---\ntitle: [\n---\n\n坏' },
  ]);
  const buffer = Buffer.from(await zip.arrayBuffer());
  const file = { name: 'blog.zip', mimeType: 'application/zip', buffer };
  await page.locator('input[aria-label="要搬来的文件"]').setInputFiles(file);
  const preview = page.getByRole('region', { name: '预览' });
  await preview.getByRole('heading', { name: 'Markdown' }).waitFor();
  await preview.getByText('坏的.md').waitFor();
  expect(await flaws(page, 'import')).toEqual([]);
  expect((await owner.articles.list({ query: {} })).records.map(({ title }) => title)).not.toContain('听雨');
  await preview.getByRole('button', { name: '开始导入' }).click();
  await page.getByRole('region', { name: '导入的结果' }).getByRole('button', { name: '撤销这次导入' }).waitFor();
  await workDone(site);
  expect((await owner.articles.list({ query: { pageSize: 50 } })).records.map(({ title }) => title)).toContain('听雨');
  expect(faults).toEqual([]);
  await close();
});
