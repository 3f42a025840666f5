import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Db, inDatabase } from './arrange.ts';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import { isLong } from './long.ts';
import { turnTo } from './looked-at.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let page: Page;
let faults: string[];

beforeAll(async () => {
  const member = await newMember(site);
  const moderator = await newMember(site);
  await inDatabase(site, (db) => fill(db, member.id, moderator.id));
  ({ page, faults } = await openPage());
  await carryToken(page, site, await tokenFor(site, moderator));
});

async function fill(db: Db, memberId: number, moderatorId: number) {
  const now = Date.now();
  await db.updateTable('users').set({ role: 'owner' }).where('id', '=', moderatorId).execute();
  const held = { state: 'held' as const, reasons: '["含有链接"]', createdAt: now };
  await db
    .insertInto('boardMessages')
    .values({ ...held, authorId: null, nickname: '游客', place: '浙江', text: '路过看看' })
    .execute();
  const { id: articleId } = await db.selectFrom('articles').select('id').limit(1).executeTakeFirstOrThrow();
  const place = { articleId, sayId: null, parentId: null, replyToId: null, sendKey: null, removedAt: null };
  await db
    .insertInto('comments')
    .values({ ...held, ...place, authorId: memberId, text: '第一次来', html: '<p>第一次来</p>' })
    .execute();
  const friend = { url: 'https://repair.example/', avatar: '', email: 'a@repair.example', groupName: '' };
  await db
    .insertInto('links')
    .values({ ...friend, name: '河边修表铺', intro: '修表', state: 'pending', createdAt: now })
    .execute();
  await db
    .insertInto('feedback')
    .values({ userId: memberId, type: 2, title: '图片打不开', content: '第三张', createdAt: now, settledAt: null })
    .execute();
  const line = { id: 9, senderId: memberId, picture: '', createdAt: new Date(now).toISOString() };
  const excerpt = JSON.stringify([
    { ...line, sender: '某人', text: '难听的话' },
    { ...line, id: 10, sender: '读者', text: '请别这样' },
  ]);
  const target = { kind: 'chat' as const, commentId: null, sayId: null, messageId: null, chatMessageId: null };
  const report = { ...target, settledAt: null };
  await db
    .insertInto('reports')
    .values({ ...report, reporterId: memberId, reason: '骂人', excerpt, createdAt: now })
    .execute();
}

const open = async (path: string, title: string) => {
  await page.goto(`/admin${path}`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.locator('.ant-spin-spinning').waitFor({ state: 'detached' });
};
const says = (text: string) => page.getByText(text).first().waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
const row = (text: string) => page.locator('tr.ant-table-row', { hasText: text });
const dialog = () => page.getByRole('dialog');
/** As when the window comes back. */
const viewsAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

const screens: [string, string][] = [
  ['/comments', '评论'],
  ['/says', '说说'],
  ['/board', '留言板'],
  ['/chat', '聊天室'],
  ['/reports', '举报'],
  ['/links', '友链'],
  ['/links/order', '友链的顺序'],
  ['/navigation', '导航'],
  ['/notices', '通知'],
  ['/feedback', '反馈'],
];

test('every screen is accessible and does not overflow, wide and light or on a phone and dark', {
  timeout: 180_000,
}, async () => {
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    const faulty = await barriers(page);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isWide) faulty.push('更宽');
    if (faulty.length > 0) found[name] = faulty;
  };
  for (const [index, [path, title]] of screens.entries()) {
    const isFirstLook = index % 2 === 0;
    if (isLong || isFirstLook) {
      await turnTo(page, { width: widths.desktop, theme: 'light' });
      await open(path, title);
      await look(`${path} light`);
    }
    if (isLong || !isFirstLook) {
      await turnTo(page, { width: widths.phone, theme: 'dark' });
      await open(path, title);
      await look(`${path} dark`);
    }
  }
  await turnTo(page, { width: widths.desktop, theme: 'light' });
  expect(found).toEqual({});
  expect(faults).toEqual([]);
});

test('by keyboard a comment is released, undone and answered, and a batch is hidden', async () => {
  await open('/comments?state=held', '评论');
  const first = row('第一次来');
  await first.waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await first.waitFor({ state: 'detached' });
  await page.keyboard.press('z');
  await first.waitFor();
  await page.keyboard.press('?');
  await dialog().getByText('下一行').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await dialog().getByText('第一次来').waitFor();
  await dialog().locator('textarea:focus').waitFor();
  await page.keyboard.type('欢迎');
  await dialog().locator('.ant-btn-primary').click();
  await first.waitFor({ state: 'detached' });
  await open('/comments?author=读者', '评论');
  await row('回复 读者').getByText('欢迎', { exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await says('已选 2 个');
  await page.keyboard.press('h');
  await row('管理员隐藏了它').nth(1).waitFor();
  expect(await row('管理员隐藏了它').count()).toBe(2);
});

test('a released comment whose answer is refused is said to be released, and the answer can be sent again', async () => {
  await inDatabase(site, async (db) => {
    const { id: articleId } = await db.selectFrom('articles').select('id').limit(1).executeTakeFirstOrThrow();
    const { authorId } = await db.selectFrom('comments').select('authorId').limit(1).executeTakeFirstOrThrow();
    const place = { articleId, authorId, parentId: null, replyToId: null, sendKey: null, removedAt: null };
    const held = { ...place, state: 'held' as const, reasons: '["含有链接"]', createdAt: Date.now() };
    await db
      .insertInto('comments')
      .values({ ...held, text: '等着回话', html: '<p>等着回话</p>' })
      .execute();
  });
  await open('/comments?state=held', '评论');
  await page.route('**/v1/comment/', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 429, msg: '评论太频繁，请稍后再试', data: null, extra: { failure: 'too-many-requests' } },
    }),
  );
  await row('等着回话').getByRole('button', { name: '回复', exact: true }).click();
  await dialog().locator('textarea').fill('来了');
  await dialog().getByRole('button', { name: '通过并回复' }).click();
  await dialog().getByText('评论已通过，读者看得到了；回复还没有发出').waitFor();
  await page.locator('.ant-message', { hasText: '太频繁' }).first().waitFor();
  await page.unroute('**/v1/comment/');
  await dialog().getByRole('button', { name: '回复', exact: true }).click();
  await page.locator('.ant-message', { hasText: '已回复' }).first().waitFor();
  await row('等着回话').waitFor({ state: 'detached' });
  expect(faults.splice(0).filter((fault) => !fault.includes('429'))).toEqual([]);
});

/** Comments by a member, one of them with an answer below it, which cannot be hidden, and one by the owner looking on. */
async function addComments(db: Db) {
  const byRole = (role: 'member' | 'owner') =>
    db
      .selectFrom('users')
      .select('id')
      .where('role', '=', role)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  const [member, owner] = [await byRole('member'), await byRole('owner')];
  const { id: articleId } = await db.selectFrom('articles').select('id').limit(1).executeTakeFirstOrThrow();
  const place = { articleId, sayId: null, parentId: null, replyToId: null, sendKey: null, removedAt: null };
  const shown = { ...place, state: 'shown' as const, createdAt: Date.now() };
  await db
    .insertInto('comments')
    .values([
      { ...shown, authorId: member.id, text: '成批的，有人回复', replies: 1 },
      { ...shown, authorId: member.id, text: '成批的，没人回复', replies: 0 },
      { ...shown, authorId: owner.id, text: '自己写的', replies: 0 },
    ])
    .execute();
}

test('a batch that fails stays selected, less what was done', async () => {
  await inDatabase(site, addComments);
  await open('/comments?text=成批的', '评论');
  for (const text of ['有人回复', '没人回复']) await row(text).getByRole('checkbox').check();
  const acts = '**/v1/admin/comments/';
  const pressedTwice = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(acts, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    await pressedTwice.promise;
    return route.abort();
  });
  for (const key of ['h', 'h']) await page.keyboard.press(key);
  pressedTwice.resolve();
  await says('网络连接不稳');
  expect(sent).toBe(1);
  expect(faults.splice(0).filter((fault) => !/ERR_FAILED|网络请求失败/.test(fault))).toEqual([]);
  await page.unroute(acts);
  await page.keyboard.press('h');
  await says('下面有人回复，不能隐藏');
  await row('没人回复').getByText('待审核').waitFor();
  await says('已选 1 个');
  expect(await row('有人回复').getByRole('checkbox').isChecked()).toBe(true);
  expect(faults).toEqual([]);
});

test('disabling an author is offered below their comment, not below one’s own', async () => {
  await inDatabase(site, addComments);
  await open('/comments?text=有人回复', '评论');
  const disable = page.getByRole('button', { name: '停用作者' });
  await row('有人回复').first().getByRole('button', { name: '回复' }).click();
  await disable.click();
  await page.getByRole('dialog', { name: '停用 读者' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '停用 读者' }).waitFor({ state: 'hidden' });
  await disable.waitFor();
  await open('/comments?text=自己写的', '评论');
  await row('自己写的').first().getByRole('button', { name: '回复' }).click();
  await dialog().locator('textarea:focus').waitFor();
  expect(await disable.count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

test('an open list follows changes by others, on request while in use; released messages reach readers', async () => {
  await open('/board?state=held', '留言板');
  await page.mouse.move(0, 0);
  // so many links wait for somebody
  const text = '又来一位 a.cn b.cn c.cn d.cn e.cn';
  await page.request.post('/v1/message/', { data: { text } });
  await page.locator('tr.row-fresh', { hasText: '又来一位' }).waitFor();
  await row('路过看看').hover();
  const release = (db: Db) =>
    db.updateTable('boardMessages').set({ state: 'shown' }).where('text', '=', text).execute();
  await inDatabase(site, release);
  await viewsAgain();
  await press('有新的变化，点这里刷新');
  await row('又来一位').waitFor({ state: 'detached' });
  await row('路过看看').getByRole('button', { name: '通过' }).click();
  await says('没有符合条件的');
  const { data } = (await (await fetch(`${site.url}/v1/message/`)).json()) as { data: { records: { text: string }[] } };
  expect(data.records.map(({ text }) => text)).toContain('路过看看');
});

test('a report shows its excerpt, is settled and reopened', async () => {
  await open('/reports', '举报');
  await row('骂人').getByText('难听的话').waitFor();
  await row('骂人').getByRole('button', { name: '标为已处理' }).click();
  await says('没有待处理的举报');
  await open('/reports?state=settled', '举报');
  await row('骂人').waitFor();
});

test('a link application is refused with a reason, its mail previewed before it is sent', async () => {
  await open('/links', '友链');
  await row('河边修表铺').getByRole('button', { name: '审核' }).click();
  await dialog().getByText('拒绝', { exact: true }).first().click();
  await dialog().locator('.ant-btn-primary').click();
  await dialog().getByText('请写下原因').waitFor();
  await dialog().getByLabel('原因').fill('还没有十篇文章');
  await press('预览邮件');
  await dialog().getByText('原因：还没有十篇文章').waitFor();
  await dialog().locator('.ant-btn-primary').click();
  await row('河边修表铺').getByText('已拒绝').waitFor();
});

/** A finger takes hold of one thing and goes to another, by steps. It lets go when told to. */
async function fingerFrom(from: Locator, to: Locator) {
  const finger = await page.context().newCDPSession(page);
  const centre = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [start, end] = [await centre(from), await centre(to)];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  for (const share of [0.2, 0.6, 1]) await touch('touchMove', [{ x: start.x, y: start.y + (end.y - start.y) * share }]);
  return { lift: () => touch('touchEnd', []) };
}

test('navigation is arranged by keyboard and by touch; a refused field is named and keeps its input', async () => {
  await open('/navigation', '导航');
  await press('新建分组');
  await dialog().getByLabel('组名').fill('新来的');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '添加网站：新来的' }).click();
  await dialog().getByLabel('网址').fill('repair');
  await page.keyboard.press('Enter');
  await dialog().getByText('请输入正确的网址').waitFor();
  await dialog().getByText('请输入站名').waitFor();
  expect(faults.splice(0)).toEqual([expect.stringContaining('400')]);
  await expect
    .poll(() =>
      dialog()
        .getByLabel('站名')
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.type('修表');
  expect(await dialog().getByLabel('网址').inputValue()).toBe('repair');
  await dialog().getByLabel('网址').fill('https://repair.example');
  await page.keyboard.press('Enter');
  await page.locator('.ordering li', { hasText: '修表' }).waitFor();
  // the dialog is gone, and the focus is back where it was
  const inFocus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(inFocus).toBe('添加网站：新来的');
  await page.getByRole('button', { name: '上移 新来的' }).focus();
  const heads = () => page.locator('.ordering h2').allTextContents();
  const before = await heads();
  await page.keyboard.press('Enter');
  await expect.poll(heads).not.toEqual(before);
  await page.reload();
  await page.locator('.ordering li', { hasText: '修表' }).waitFor();
  expect((await heads()).indexOf('新来的')).toBe(before.length - 2);

  const next = page.getByRole('region', { name: '读点别的' });
  const other = next.locator('li').first();
  const handle = page.locator('.ordering li', { hasText: '修表' }).locator('.drag-handle');
  await other.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  const finger = await fingerFrom(handle, other);
  await page.locator('[data-drop]').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.keyboard.press('Escape');
  await page.locator('[data-drop]').waitFor({ state: 'detached' });
  await finger.lift();
  expect(await next.getByText('修表').count()).toBe(0);
  // shown at once; when refused, moved back with the reason
  const order = '**/v1/admin/navigation/order';
  const seen = Promise.withResolvers<void>();
  await page.route(order, (route) => seen.promise.then(() => route.abort()));
  await (await fingerFrom(handle, other)).lift();
  await next.getByText('修表').waitFor();
  seen.resolve();
  await says('网络连接不稳');
  await next.getByText('修表').waitFor({ state: 'detached' });
  expect(faults.splice(0).filter((fault) => !/ERR_FAILED|网络请求失败/.test(fault))).toEqual([]);
  await page.unroute(order);
  await (await fingerFrom(handle, other)).lift();
  await next.getByText('修表').waitFor();
});

test('a notice to all is previewed, sent, and undone before delivery', async () => {
  await open('/notices', '通知');
  await press('写通知');
  await dialog().getByLabel('标题').fill('今晚维护');
  await dialog().locator('.ant-btn-primary').click();
  await dialog().getByText('请输入内容').waitFor();
  await dialog().getByLabel('内容').fill('十点起，约半小时。');
  await dialog().locator('.ant-btn-primary').click();
  await dialog().getByText('人会收到').waitFor();
  await dialog().locator('.ant-btn-primary').click();
  await row('今晚维护').getByRole('button', { name: '撤回' }).click();
  await row('今晚维护').getByText('已撤回').waitFor();
});

test('feedback is answered, and its author is notified', async () => {
  await open('/feedback', '反馈');
  await row('图片打不开').getByRole('button', { name: '答复' }).click();
  await dialog().getByLabel('答复', { exact: true }).fill('修好了');
  await dialog().locator('.ant-btn-primary').click();
  await says('没有待答复的反馈');
  const reported = (db: Db) => db.selectFrom('notices').select('text').where('text', 'like', '%修好了').execute();
  expect(await inDatabase(site, reported)).toEqual([{ text: '「图片打不开」\n修好了' }]);
  expect(faults).toEqual([]);
});
