import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { inDatabase, type Notice, notify } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { enterAs, type Member, newMembers, tokenFor } from './members.ts';
import { newStaff } from './office.ts';
import { openStage } from './stage.ts';

/** Allows for slow events on a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

const { site, openPage } = openStage();

async function open(who: Member, path: string, width: number = widths.wide) {
  const browsing = await openPage({ viewport: { width, height: 900 } });
  await enterAs(browsing.page, site, who);
  await browsing.page.goto(path);
  await hydrated(browsing.page);
  return browsing;
}

/** Something happens to a member: likes of an article, unless said otherwise. */
async function tell(who: Member, actors: Member[], reported: Partial<Notice> = {}) {
  const about = { userId: who.id, kind: 3, subject: 'article:1', title: '春天', text: '', link: '/article/1' } as const;
  for (const { id } of actors.length > 0 ? actors : [{ id: null }])
    await notify(site, { ...about, actorId: id, ...reported });
}

const rows = (page: Page) => page.locator('.notice-days .notice');
const bell = (page: Page) => page.locator('.header-member > div:first-child > .icon-button');
const unreadRows = (page: Page) => page.locator('.notice.notice-new');
const members = (size: number) => newMembers(site, size);

test('a notice marks the bell of an open page, and each kind has its dot', async () => {
  const [lin, ming] = await members(2);
  const { page, faults } = await open(lin as Member, '/');
  await bell(page).waitFor();
  await eventually(() => page.evaluate(() => document.querySelector('.notice-menu'))).toBeTruthy();
  expect(await page.locator('.header-member .unread-dot').count()).toBe(0);

  await tell(lin as Member, [ming as Member], { kind: 1, text: '写得好' });
  await page.locator('.header-member > div > .icon-button.unread-dot[aria-label="通知，有未读"]').waitFor();
  expect(await bell(page).getAttribute('href')).toBe('/notice?type=1');
  await bell(page).hover();
  const dotted = page.locator('.notice-menu li', { has: page.locator('.unread-dot') });
  expect(await dotted.locator('b').allTextContents()).toEqual(['评论，1 条未读']);
  expect(faults).toEqual([]);
});

test('the drawer of a narrow window has the dot as well and links to new notices', async () => {
  const [lin, ming] = (await members(2)) as [Member, Member];
  const { page, faults } = await open(lin, '/', widths.phone);
  await page.getByRole('button', { name: '打开菜单' }).click();
  const drawer = page.getByRole('dialog', { name: '菜单' });
  await drawer.getByRole('link', { name: '通知', exact: true }).waitFor();
  await tell(lin, [ming]);
  const dotted = drawer.getByRole('link', { name: '通知，有未读' });
  await dotted.waitFor();
  await dotted.click();
  await page.waitForURL('**/notice?type=3');
  expect(faults).toEqual([]);
});

test('a reviewer comes from the notice to the review, and cannot withdraw another’s submission', async () => {
  const [[lin], editor] = [(await members(1)) as [Member], await newStaff(site, 'editor')];
  const { drafts } = apiOf(site, { token: await tokenFor(site, lin) });
  const content = { title: '夜里检修一座桥', markdown: '封路三个小时。' };
  const { id, version } = await drafts.create({ body: { key: crypto.randomUUID(), content } });
  await drafts.submit({ body: { id, version } });
  const { page } = await open(editor, '/notice?type=0');
  await rows(page).filter({ hasText: '有文章等待审核' }).locator('.notice-way').click();
  await page
    .getByRole('dialog', { name: /审核文章/ })
    .getByText('封路三个小时')
    .waitFor();
  expect(new URL(page.url()).search).toBe(`?review=${id}`);
  await page.goto(`/newposts?id=${id}`);
  const banner = page.getByText('已提交，正在等待审核。');
  await banner.waitFor();
  expect(await banner.textContent()).not.toContain('撤回');
  expect(await page.getByRole('button', { name: '撤回' }).count()).toBe(0);
});

test('replies, mentions and comments on one’s own articles are distinguished', async () => {
  const [lin, ming] = (await members(2)) as [Member, Member];
  for (const [n, reason] of (['own', 'reply', 'mention'] as const).entries())
    await tell(lin, [ming], { kind: 1, subject: `comment:${n}`, reason, text: `话 ${n}` });
  await tell(lin, [ming], { subject: 'comment:9', link: '/say#say-1' });
  const { page } = await open(lin, '/notice?type=1');
  await eventually(() => rows(page).count()).toBe(3);
  const lines = await rows(page).locator('.notice-way').allInnerTexts();
  for (const words of ['评论了你的文章', '在文章里回复了你', '在文章里提到了你'])
    expect(lines).toContain(`${ming.nickname} ${words}`);
  await page.locator('.notices-kinds').getByRole('link', { name: '点赞' }).click();
  await rows(page).getByText('赞了你的评论').waitFor();
});

test('new notices that do not load are said to be missing, and load on request', async () => {
  const [lin, ming] = (await members(2)) as [Member, Member];
  await tell(lin, [ming]);
  const { page } = await open(lin, '/notice?type=3');
  await eventually(() => rows(page).count()).toBe(1);
  await page.route('**/v1/im/getMessageNotice**', (route) => route.abort());
  await tell(lin, [ming], { subject: 'article:2', title: '秋天', link: '/article/2' });
  const retry = page.getByRole('button', { name: '加载失败，重试' });
  await retry.waitFor();
  await page.unroute('**/v1/im/getMessageNotice**');
  await retry.click();
  await rows(page).filter({ hasText: '秋天' }).waitFor();
  expect(await retry.count()).toBe(0);
});

test('the list says who did what; opening a row marks it as read, the list alone does not', async () => {
  const [lin, ...others] = (await members(5)) as [Member, ...Member[]];
  await tell(lin, others);
  await tell(lin, others.slice(0, 1), { subject: 'article:2', title: '秋天', link: '/article/2' });
  const { page, faults } = await open(lin, '/notice?type=3');
  await eventually(() => rows(page).count()).toBe(2);
  const many = rows(page).filter({ hasText: '春天' });
  expect(await many.locator('.notice-line').innerText()).toContain('等 4 人 赞了你的文章');
  await page.reload();
  await eventually(() => unreadRows(page).count()).toBe(2);
  expect(await page.locator('.notices-kinds a[aria-current] .count').innerText()).toContain('2');

  await many.click();
  await page.waitForURL('**/article/1');
  await page.goBack();
  await eventually(() => unreadRows(page).count()).toBe(1);
  expect(await unreadRows(page).innerText()).toContain('秋天');
  await eventually(() => page.locator('.page-head p').innerText()).toContain('一共 1 条没看');
  expect(faults).toEqual([]);
});

test('new notices appear in the open list; marking all as read, deleting one and clearing a kind work', async () => {
  const [lin, ming, hao] = (await members(3)) as [Member, Member, Member];
  await tell(lin, [ming], { kind: 4 });
  const { page, faults } = await open(lin, '/notice?type=4');
  await eventually(() => rows(page).count()).toBe(1);
  await tell(lin, [hao], { kind: 4, subject: 'article:2', title: '秋天' });
  await eventually(() => rows(page).count()).toBe(2);
  expect(await rows(page).first().innerText()).toContain('秋天');

  await page.getByRole('button', { name: '全部已读' }).click();
  await eventually(() => unreadRows(page).count()).toBe(0);
  await eventually(() => page.locator('.page-head p').innerText()).toBe('都看过了。');

  await rows(page).first().hover();
  await rows(page).first().getByRole('button', { name: /^删除/ }).click();
  await eventually(() => rows(page).count()).toBe(1);

  await page.getByRole('button', { name: '清空' }).click();
  const question = page.getByRole('dialog', { name: '清空收藏通知？' });
  await question.getByRole('button', { name: '取消' }).click();
  expect(await rows(page).count()).toBe(1);
  await page.getByRole('button', { name: '清空' }).click();
  await question.getByRole('button', { name: '清空' }).click();
  await page.getByText('没有收藏通知').waitFor();
  const left = () =>
    inDatabase(site, (db) => db.selectFrom('notices').select('id').where('userId', '=', lin.id).execute());
  await eventually(left).toEqual([]);
  expect(faults).toEqual([]);
});

test('a refused change is rolled back', async () => {
  const [lin, ming] = (await members(2)) as [Member, Member];
  await tell(lin, [ming]);
  const { page } = await open(lin, '/notice?type=3');
  await eventually(() => rows(page).count()).toBe(1);
  await page.route('**/v1/im/deleteMessage**', (route) =>
    route.fulfill({ json: { code: 500, message: '服务器开小差了，请稍后再试', data: null, extra: {} } }),
  );
  await rows(page).first().getByRole('button', { name: /^删除/ }).click();
  await page.locator('.toast', { hasText: '服务器开小差了' }).waitFor();
  await eventually(() => rows(page).count()).toBe(1);
});

test('fifty notices load page by page, by keyboard alone', async () => {
  const [lin, ming] = (await members(2)) as [Member, Member];
  for (let n = 0; n < 45; n++) await tell(lin, [ming], { kind: 1, subject: `comment:${n}`, text: `第 ${n} 条` });
  const { page } = await open(lin, '/notice?type=1', widths.phone);
  await eventually(() => rows(page).count()).toBe(20);
  for (const count of [40, 45]) {
    await page.getByRole('button', { name: '加载更多' }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => rows(page).count()).toBe(count);
  }
  expect(await page.getByRole('button', { name: '加载更多' }).count()).toBe(0);
  await rows(page).nth(2).locator('.notice-way').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/article/1');
});

test('every kind has its empty state, and an unknown kind shows the first', async () => {
  const { page, faults } = await open((await members(1))[0] as Member, '/notice?type=9');
  await page.getByText('没有系统通知').waitFor();
  expect(await page.locator('.notices-kinds a').allInnerTexts()).toEqual(['系统', '评论', '关注', '点赞', '收藏']);
  for (const words of ['评论', '关注', '点赞', '收藏', '系统']) {
    await page.locator('.notices-kinds').getByRole('link', { name: words }).click();
    await page
      .getByRole('region', { name: `${words}通知` })
      .getByText(`没有${words}通知`)
      .waitFor();
  }
  expect(faults).toEqual([]);
});

test.each([widths.phone, widths.desktop, widths.wide])(
  'the screen is accessible in both themes: %i px',
  async (width) => {
    const [lin, ming, hao] = (await members(3)) as [Member, Member, Member];
    await tell(lin, [ming, hao], { kind: 1, text: '那颗铆钉后来找到了吗？' });
    await tell(lin, [], { kind: 1, subject: 'x', actorId: null, link: '' });
    const { page } = await open(lin, '/notice?type=1', width);
    await eventually(() => rows(page).count()).toBe(2);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), theme);
      expect(await barriers(page, { within: ['#main'] })).toEqual([]);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/notice-${width}-${theme}.png` });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  },
);
