import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { changeSettings, inDatabase, say } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { give } from './commenting.ts';
import { overflow, turnTo } from './looked-at.ts';
import { carryToken, type Member, newMember, tokenFor, workDone } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let ming: Member;
let lin: Member;
beforeAll(async () => {
  [ming, lin] = [await newMember(site), await newMember(site)];
  await letMembersPost(true);
});

const timeoutMs = 90_000;
const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 20_000 });

/** Until the pages from before the say was said are dropped, and the one that shows it listens. */
async function showing(page: Page, text: string) {
  let listening: Promise<unknown> = Promise.resolve();
  await eventually(async () => {
    listening = page.waitForResponse(/\/v1\/stream/).catch(() => {});
    await page.goto('/say');
    return card(page, text).count();
  }).toBe(1);
  await listening;
}

const letMembersPost = (members: boolean) =>
  changeSettings(site, { says: { members }, moderation: { mode: 'none', hold: ['赌场'], mask: [] } });

async function open(who: Member | undefined, at: string, options: object = {}) {
  const opening = await openPage(options);
  opening.page.setDefaultTimeout(15_000);
  if (who) await carryToken(opening.page, site, await tokenFor(site, who));
  await opening.page.goto(at);
  return opening;
}

/** Said by a member, as if through the site. */
const said = (draft: Partial<Parameters<typeof say>[1]> & { text: string }) =>
  say(site, { authorId: ming.id, ...draft });

const field = (page: Page) => page.getByRole('textbox', { name: '说说内容' });
const send = (page: Page) => page.getByRole('button', { name: '发布' });
const card = (page: Page, text: string) => page.locator('.say', { has: page.locator('.say-text', { hasText: text }) });
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const wall = (page: Page) => page.locator('.picture-wall [data-place] img');
/** Which picture stands where: plain addresses, which are signed while the say is not public. */
const places = async (page: Page) =>
  Promise.all((await wall(page).all()).map(async (one) => (await one.getAttribute('src'))?.split('?')[0]));

async function picture(name: string, red: number) {
  const background = { r: red, g: 90, b: 80 };
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}
const choose = async (page: Page, ...reds: number[]) =>
  page.locator('.picture-wall input').setInputFiles(await Promise.all(reds.map((red) => picture(`${red}.png`, red))));

test('a member posts a say with pictures, and it is on top for everyone', { timeout: timeoutMs }, async () => {
  const { page, faults } = await open(ming, '/newSays');
  await field(page).fill('下了夜班，桥底下有人吹口琴。 #今天走了哪里');
  await choose(page, 10, 110, 210);
  await eventually(() => wall(page).count()).toBe(3);
  await page.getByRole('textbox', { name: '地点' }).fill('苏州河');
  await page.getByRole('button', { name: '天气' }).click();
  await page.getByRole('group', { name: '天气' }).getByRole('button', { name: '小雨' }).click();
  await page.getByRole('textbox', { name: '气温' }).fill('11');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '天气：小雨 11°', expanded: false }).waitFor();
  await send(page).click();
  await toast(page, '已发布');
  await page.waitForURL('**/say');
  await card(page, '吹口琴').locator('.say-pictures img').nth(2).waitFor();
  expect(await card(page, '吹口琴').locator('.say-when').textContent()).toMatch(/苏州河.*小雨 11°/);
  expect(faults).toEqual([]);

  const visitor = await open(undefined, '/say');
  await card(visitor.page, '吹口琴').getByRole('link', { name: '#今天走了哪里' }).click();
  await visitor.page.waitForURL('**/say?topic=*');
  await visitor.page.goto('/');
  await visitor.page.locator('.home-sheet', { hasText: '下了夜班，桥底下有人吹口琴。' }).waitFor();
  expect(visitor.faults).toEqual([]);
});

test('pictures that were chosen, pasted and dropped are reordered by keys and by dragging, and removed', {
  timeout: timeoutMs,
}, async () => {
  const { page } = await open(ming, '/newSays');
  await field(page).fill('排一排');
  await choose(page, 20);
  await eventually(() => wall(page).count()).toBe(1);
  await give(field(page), 'paste', await picture('paste.png', 120));
  await eventually(() => wall(page).count()).toBe(2);
  await give(field(page), 'drop', await picture('drop.png', 220));
  await eventually(async () => (await places(page)).filter(Boolean).length).toBe(3);
  const [first, second, third] = await places(page);
  await page.getByRole('button', { name: '第 3 张往前' }).focus();
  await page.keyboard.press('Enter');
  await eventually(() => places(page)).toEqual([first, third, second]);
  await page.keyboard.press('Enter'); // the focus went with it
  await eventually(() => places(page)).toEqual([third, first, second]);
  await page.getByRole('status').filter({ hasText: '第 2 张移到了第 1 张' }).waitFor({ state: 'attached' });

  await page.setViewportSize({ width: 390, height: 844 });
  const boxes = async (selector: string) =>
    Promise.all((await page.locator(`.picture-wall [data-place] ${selector}`).all()).map((one) => one.boundingBox()));
  const pictures = await boxes('img');
  for (const button of await boxes('button')) {
    expect(button?.width).toBeGreaterThanOrEqual(40);
    expect(button?.height).toBeGreaterThanOrEqual(40);
    const covers = (box: typeof button) =>
      box && button && box.x < button.x + button.width && button.x < box.x + box.width
        ? box.y + box.height > button.y + 0.5 && button.y + button.height > box.y + 0.5
        : false;
    expect(pictures.some(covers), 'a button lies on a picture').toBe(false);
  }
  await page.setViewportSize({ width: 1200, height: 900 });

  const [from, to] = await Promise.all([wall(page).nth(0).boundingBox(), wall(page).nth(2).boundingBox()]);
  if (!from || !to) throw new Error('没有图');
  await page.mouse.move(from.x + 40, from.y + 60);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 60, { steps: 3 });
  await page.mouse.move(to.x + 40, to.y + 60, { steps: 8 });
  await page.mouse.up();
  await eventually(() => places(page)).toEqual([first, second, third]);
  await page.getByRole('button', { name: '移除第 2 张' }).click();
  await eventually(() => places(page)).toEqual([first, third]);
  await send(page).click();
  await page.waitForURL('**/say');
  const shown = card(page, '排一排').locator('.say-pictures img');
  await shown.nth(1).waitFor();
  expect(await Promise.all((await shown.all()).map((one) => one.getAttribute('src')))).toEqual([first, third]);
});

test('place and visibility are part of the draft, and a wrong place is refused where it stands', {
  timeout: timeoutMs,
}, async () => {
  const { page } = await open(lin, '/newSays');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const place = page.getByRole('textbox', { name: '地点' });
  await field(page).fill('   ');
  await send(page).click();
  await page.locator('.error', { hasText: '请输入内容' }).waitFor();
  await eventually(focused).toBe('说说内容');
  await field(page).fill('字'.repeat(2001));
  await page.getByText('2001 / 2000').waitFor();
  await send(page).click();
  await page.locator('.error', { hasText: '内容不能超过 2000 个字' }).waitFor();
  await field(page).fill('写到一半');
  await choose(page, 33);
  await eventually(() => wall(page).count()).toBe(1);
  await page.getByRole('button', { name: '谁可以看：所有人' }).click();
  await place.fill('远'.repeat(31));
  await page.reload();
  await eventually(() => field(page).inputValue()).toBe('写到一半');
  expect([await wall(page).count(), await place.inputValue()]).toEqual([1, '远'.repeat(31)]);
  expect(await page.getByRole('button', { name: '谁可以看：仅自己' }).count()).toBe(1);
  await send(page).click();
  await page.locator('.error', { hasText: '地点不能超过 30 个字' }).waitFor();
  await eventually(focused).toBe('地点');
  await place.fill('');
  await send(page).click();
  await toast(page, '已发布');
  await card(page, '写到一半').getByText('仅自己可见').waitFor();
  await page.goto('/newSays');
  await eventually(() => field(page).inputValue()).toBe('');
  const visitor = await open(undefined, '/say');
  expect(await card(visitor.page, '写到一半').count()).toBe(0);

  await field(page).fill('去赌场');
  await send(page).click();
  await toast(page, '审核通过后大家就能看到');
  await card(page, '去赌场').getByText('审核中').waitFor();
});

test('a say is changed, hidden, shown again and removed from its menu', { timeout: timeoutMs }, async () => {
  await said({ text: '改之前 #旧', place: '家' });
  const { page, faults } = await open(ming, '/say');
  const act = async (text: string, name: string) => {
    await card(page, text).getByRole('button', { name: /更多$/ }).click();
    await card(page, text).locator('.menu').getByText(name, { exact: true }).click();
  };
  await act('改之前', '编辑');
  await eventually(() => field(page).inputValue()).toBe('改之前 #旧');
  await field(page).fill('改之后 #新');
  await page.getByRole('button', { name: '保存' }).click();
  await toast(page, '已修改');
  await card(page, '改之后').getByRole('link', { name: '#新' }).waitFor();
  await act('改之后', '改为仅自己可见');
  await card(page, '改之后').getByText('仅自己可见').first().waitFor();
  await act('改之后', '改为公开');
  await toast(page, '已改为公开');
  await act('改之后', '删除');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await toast(page, '说说已删除');
  await eventually(() => card(page, '改之后').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('after a removal the next page leaves no say out', { timeout: timeoutMs }, async () => {
  for (const number of Array(12).keys()) await said({ text: `排着的第 ${number} 条 #排队`, createdAt: 1e12 + number });
  const { page, faults } = await open(ming, '/say?topic=排队');
  const newest = card(page, '排着的第 11 条');
  await newest.getByRole('button', { name: /更多$/ }).click();
  await newest.locator('.menu').getByText('删除', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await eventually(() => newest.count()).toBe(0);
  await page.getByRole('link', { name: '加载更多' }).click();
  await card(page, '排着的第 0 条').waitFor();
  const texts = await page.locator('.say .say-text').allTextContents();
  expect(texts.map((text) => /第 (\d+) 条/.exec(text)?.[1])).toEqual(
    Array.from({ length: 11 }, (_, index) => String(10 - index)),
  );
  expect(faults).toEqual([]);
});

test('a seal is seen live by other readers, and one that fails is taken back', { timeout: timeoutMs }, async () => {
  await said({ text: '等一枚印' });
  const other = await open(undefined, '/');
  await showing(other.page, '等一枚印');
  const { page } = await open(lin, '/say');
  const seal = (on: Page, name: string) => card(on, '等一枚印').getByRole('button', { name, exact: true });
  await seal(page, '盖一枚印').click();
  await seal(page, '抱，抱一抱').click();
  await eventually(() => seal(page, '抱，1 枚').getAttribute('aria-pressed')).toBe('true');
  await seal(other.page, '抱，1 枚').waitFor();
  await card(other.page, '等一枚印').getByText(`${lin.nickname}盖过印`).waitFor();

  await page.route('**/v1/say/like*', (route) => route.abort());
  await seal(page, '抱，1 枚').click();
  await toast(page, '操作失败，已恢复原样');
  expect(await seal(page, '抱，1 枚').getAttribute('aria-pressed')).toBe('true');
  await page.unroute('**/v1/say/like*');
  await seal(page, '抱，1 枚').click();
  await eventually(() => card(other.page, '等一枚印').locator('.say-stampers').count()).toBe(0);

  await hydrated(other.page);
  await seal(other.page, '盖一枚印').click();
  await seal(other.page, '赞，写得好').click();
  await other.page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
});

test('new says are counted and shown on request', { timeout: timeoutMs }, async () => {
  const { page } = await openPage();
  await Promise.all([page.waitForResponse(/\/v1\/stream/), page.goto('/say')]);
  await said({ text: '刚刚说的一句' });
  const fresh = page.getByRole('button', { name: '1 条新说说' });
  await fresh.waitFor();
  expect(await card(page, '刚刚说的一句').count()).toBe(0);
  await fresh.click();
  await card(page, '刚刚说的一句').waitFor();
  await eventually(() => fresh.count()).toBe(0);
});

test('comments open below a say, and a link to one of them leads there', { timeout: timeoutMs }, async () => {
  for (const number of Array(10).keys()) await said({ text: `后来的第 ${number} 条` });
  const id = await said({ text: '接一句吧', createdAt: Date.UTC(2001, 0) });
  const { page, faults } = await open(lin, `/say#say-${id}`);
  await page.waitForURL(`**/say?id=${id}`);
  await page.getByRole('textbox', { name: '写评论' }).fill('接上了');
  await page.locator('.comments').getByRole('button', { name: '发布' }).click();
  await page.locator('.comment .comment-text', { hasText: '接上了' }).waitFor();
  await page.getByRole('heading', { name: '评论 1' }).waitFor();
  expect(await page.title()).toContain('接一句吧');

  const author = await open(ming, '/notice?type=1');
  await author.page.locator('.notice', { hasText: '接一句吧' }).getByRole('link').first().click();
  await author.page.waitForURL(/\/say\?id=\d+#comment-\d+/);
  await author.page.locator('.comment.comment-sought', { hasText: '接上了' }).waitFor();
  await author.page.getByRole('link', { name: '查看全部说说' }).click();
  await author.page.waitForURL('**/say');
  expect([...faults, ...author.faults]).toEqual([]);
});

test('comments that do not load leave the says in place, and can be opened again', { timeout: timeoutMs }, async () => {
  await said({ text: '夜里的风把纸吹开了' });
  const { page } = await open(lin, '/about');
  await showing(page, '夜里的风');
  await hydrated(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  await card(page, '夜里的风').getByRole('link', { name: '回复' }).click();
  await toast(page, '加载失败');
  expect(await card(page, '夜里的风').count()).toBe(1);
  await page.unroute('**/assets/*.js');
  await page.locator('.toast').getByRole('button', { name: '重试' }).click();
  await page.getByRole('textbox', { name: '写评论' }).waitFor();
});

test('a hidden say opens by its address for its author only', { timeout: timeoutMs }, async () => {
  const id = await said({ text: '只有我', isPublic: false });
  const own = await openPage();
  await carryToken(own.page, site, await tokenFor(site, ming));
  expect((await own.page.goto(`/say?id=${id}`))?.status()).toBe(404);
  await own.page.locator('.say-text', { hasText: '只有我' }).waitFor();
  const other = await open(lin, `/say?id=${id}`);
  await other.page.getByText('这条说说不在了').waitFor();
  await other.page.getByRole('link', { name: '查看全部说说' }).waitFor();
  const edit = await open(lin, `/newSays?id=${id}`);
  await edit.page.getByText('没有可以编辑的说说').waitFor();
});

test('visitors who may not write are asked to log in', { timeout: timeoutMs }, async () => {
  const visitor = await open(undefined, '/newSays');
  await visitor.page.getByRole('heading', { name: '请先登录' }).waitFor();
  await letMembersPost(false);
  try {
    const { page } = await open(lin, '/newSays');
    await page.getByText('站长没有开放发说说').waitFor();
    await page.locator('#main').getByRole('link', { name: '返回说说' }).last().click();
    await page.waitForURL('**/say');
  } finally {
    await letMembersPost(true);
  }
});

test.each(['/say', '/newSays'])(
  '%s: at any width nothing is cut off, and axe finds no fault',
  { timeout: timeoutMs },
  async (at) => {
    const { page } = await open(ming, at);
    await (at === '/say' ? page.locator('.say .say-foot').first() : field(page)).waitFor();
    for (const width of Object.values(widths)) {
      await turnTo(page, { width, theme: 'light' });
      expect(await overflow(page), `${width}`).toBeLessThanOrEqual(0);
      expect(await barriers(page), `${width}`).toEqual([]);
    }
  },
);

test('a say is reported from its menu; a visitor is asked to log in first', { timeout: timeoutMs }, async () => {
  await said({ text: '加我领红包' });
  await workDone(site); // the stream shows it
  const report = async (page: Page) => {
    await card(page, '领红包').locator('.say-menu > button').click();
    await card(page, '领红包').locator('.menu').getByText('举报', { exact: true }).click();
  };
  const visitor = await open(undefined, '/say');
  await hydrated(visitor.page);
  await report(visitor.page);
  await visitor.page.getByRole('dialog', { name: '登录', exact: true }).waitFor();

  const { page, faults } = await open(await newMember(site), '/say');
  await hydrated(page);
  await report(page);
  const dialog = page.getByRole('dialog', { name: '举报这条说说' });
  await dialog.getByRole('button', { name: '垃圾广告' }).click();
  await dialog.getByRole('button', { name: '举报', exact: true }).click();
  await toast(page, '举报成功，谢谢你');
  const stored = await inDatabase(site, (db) => db.selectFrom('reports').select(['reason', 'sayId']).execute());
  expect(stored).toEqual([{ reason: '垃圾广告', sayId: expect.any(Number) }]);
  expect(faults).toEqual([]);
});
