import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { type Db, inDatabase, putChatMessage, type Trx } from './arrange.ts';
import { widths } from './browser.ts';
import { findForeign, hostileTexts, setTraps } from './hostile.ts';
import { isShort } from './long.ts';
import { flaws } from './looked-at.ts';
import { carryToken, type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });
let ming: Member;
let lin: Member;
let groupId: number;

beforeAll(async () => {
  [ming, lin] = [await newMember(site), await newMember(site)];
  groupId = await inDatabase(site, async (db) => {
    const find = db.selectFrom('rooms').select('id').where('kind', '=', 'group');
    return (await find.executeTakeFirstOrThrow()).id;
  });
  await inDatabase(site, (db) => tellOld(db, 150));
});

const hour = 3_600_000;

/** Fills the room with read messages of several days, some with pictures. */
async function tellOld(db: Db, count: number) {
  const began = Date.now() - count * hour;
  const lines = Array.from({ length: count }, (_, at) => {
    const picture = at % 6 === 0 ? { url: `/files/flow-${at}.png`, width: 800, height: 700, thumbhash: '' } : undefined;
    return {
      senderId: at % 3 === 0 ? ming.id : lin.id,
      text: picture ? '' : `第${at}句`,
      picture,
      createdAt: began + at * hour,
    };
  });
  await put(db, lines);
}

type Line = { senderId: number; text: string; picture?: object | undefined; quoteId?: number; createdAt: number };

/** Writes beside the site, and counts all of it as read. Returns the numbers. */
function put(db: Db, lines: Line[]): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const ids: number[] = [];
    for (const line of lines) ids.push(await putOne(trx, line));
    const readId = ids.at(-1) ?? 0;
    await trx.updateTable('rooms').set({ lastId: readId }).where('id', '=', groupId).execute();
    for (const userId of [ming.id, lin.id])
      await trx
        .insertInto('roomMembers')
        .values({ roomId: groupId, userId, readId, listed: 1 })
        .onConflict((known) => known.columns(['roomId', 'userId']).doUpdateSet({ readId }))
        .execute();
    return ids;
  });
}

function putOne(trx: Trx, { picture, ...line }: Line) {
  return putChatMessage(trx, { ...line, picture: picture ? JSON.stringify(picture) : '', roomId: groupId });
}

async function enter(who: Member, options: BrowserContextOptions = {}) {
  const opening = await openPage(options);
  const { page } = opening;
  const sprung = await setTraps(page);
  page.setDefaultTimeout(15_000);
  await page.route('**/files/flow-*.png', (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }));
  await carryToken(page, site, await tokenFor(site, who));
  await page.route('**/files/late-*.png', async (route) => {
    await late.promise;
    await route.fulfill({ contentType: 'image/svg+xml', body: drawing });
  });
  await page.goto(`/im?room=${groupId}`);
  await page.locator('.chat-row').first().waitFor();
  return { ...opening, sprung };
}

/** Such pictures wait for it. */
let late = Promise.withResolvers<void>();
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="700"><rect width="800" height="700" fill="#8aa"/></svg>';
const rows = (page: Page) => page.locator('.chat-row');
const menu = (page: Page) => page.getByRole('menu', { name: /的消息$/ });
const fromEnd = (page: Page) => page.locator('.chat-log').evaluate((box) => Math.abs(box.scrollTop));
const say = async (who: Member, text: string) =>
  apiOf(site, { token: await tokenFor(site, who) }).chat.send({ body: { roomId: groupId, text, key: `${text}-key` } });

/** Follows the row in the middle from frame to frame; `moved` tells by how much it ever moved, in CSS pixels. */
async function watchTheEye(page: Page) {
  const watching = await page.locator('.chat-log').evaluateHandle((box) => {
    const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
    const all = [...box.querySelectorAll('.chat-row')];
    const row = all.find((one) => one.getBoundingClientRect().bottom > middle) as HTMLElement;
    const seen = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY, frames: 0, isOver: false };
    const look = () => {
      const { top } = row.getBoundingClientRect();
      Object.assign(seen, {
        least: Math.min(seen.least, top),
        most: Math.max(seen.most, top),
        frames: seen.frames + 1,
      });
      if (!row.isConnected) seen.most = Number.POSITIVE_INFINITY;
      if (!seen.isOver) requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return {
    moved: () =>
      watching.evaluate(async (seen) => {
        const already = seen.frames;
        while (seen.frames < already + 4) await new Promise(requestAnimationFrame);
        return seen.most - seen.least;
      }),
  };
}

test('loading older messages and receiving new ones does not move the visible ones', async () => {
  const { page, faults } = await enter(ming);
  const before = await rows(page).count();
  await expect.poll(() => fromEnd(page)).toBe(0);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/im/selectUserImHistory**', async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('.chat-log').evaluate((box) => box.scrollTo(0, -box.scrollHeight));
  await page.getByText('正在加载更早的').waitFor();
  const older = await watchTheEye(page);
  release();
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(before + 30);
  expect(await older.moved()).toBeLessThanOrEqual(1);
  const sizes = await page.locator('.chat-row a.chat-picture').evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.every((height) => height === 245)).toBe(true);

  const newer = await watchTheEye(page);
  await say(lin, '楼下的新话');
  await page.getByRole('button', { name: '1 条新消息' }).waitFor();
  await page.setViewportSize({ width: 1200, height: 900 });
  expect(await newer.moved()).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: '1 条新消息' }).click();
  await page.locator('.chat-log').getByText('楼下的新话').waitFor();
  await expect.poll(() => fromEnd(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('the menu opens by right click, button, long press and key, and returns the focus', async () => {
  const { page } = await enter(ming);
  const { id } = await say(lin, '给你看的一句');
  const row = page.locator(`.chat-row[data-id="${id}"]`);
  await row.getByText('给你看的一句').click({ button: 'right' });
  await expect
    .poll(() => menu(page).getByRole('menuitem').allInnerTexts())
    .toEqual(['复制', '引用', '@ TA', '私聊', '举报', '拉黑', '删除']);
  await page.keyboard.press('End');
  await expectFocus(menu(page).getByRole('menuitem', { name: '删除' }));
  await page.keyboard.press('ArrowDown');
  await expectFocus(menu(page).getByRole('menuitem', { name: '复制' }));
  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'detached' });
  await expectFocus(row);
  await page.keyboard.press('ContextMenu');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown');
  await expectFocus(menu(page).getByRole('menuitem', { name: '举报' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '举报这条消息' });
  await dialog.getByRole('button', { name: '辱骂攻击' }).press('Enter');
  await dialog.getByRole('button', { name: '举报', exact: true }).press('Enter');
  await page.locator('.toast', { hasText: '举报成功，谢谢你' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  const [report] = await inDatabase(site, (db) => db.selectFrom('reports').selectAll().execute());
  expect(report).toMatchObject({ chatMessageId: id, reporterId: ming.id, reason: '辱骂攻击' });
  const excerpt: { text: string }[] = JSON.parse(report?.excerpt ?? '[]');
  expect(excerpt.map(({ text }) => text)).toEqual(['第148句', '第149句', '楼下的新话', '给你看的一句']);

  await row.hover();
  await row.getByRole('button', { name: '更多' }).click();
  await menu(page).waitFor();
  await page.locator('.chat-log').click({ position: { x: 5, y: 60 } });
  await menu(page).waitFor({ state: 'detached' });

  const { id: ownId } = await say(ming, '说错的一句');
  const own = page.locator(`.chat-row[data-id="${ownId}"]`);
  await row.focus();
  await page.keyboard.press('ArrowDown');
  await expectFocus(own);
  await page.keyboard.press('Shift+F10');
  await menu(page).getByRole('menuitem', { name: '撤回' }).click();
  await own.getByText('你撤回了一条消息').waitFor();
  await own.getByRole('button', { name: '重新编辑' }).click();
  await expect.poll(() => page.locator('.conversation textarea').inputValue()).toBe('说错的一句');
});

test('on a phone a long press opens only the menu; a quote leads to the old message', async () => {
  late = Promise.withResolvers();
  const [old = 0] = await inDatabase(site, async (db) => {
    const first = await db
      .selectFrom('chatMessages')
      .select('id')
      .where('text', '=', '第1句')
      .executeTakeFirstOrThrow();
    const more = { senderId: lin.id, text: '你说过的', createdAt: Date.now(), quoteId: first.id };
    const shot = { url: '/files/late-x.png', width: 800, height: 700, thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' };
    await put(db, [{ ...more }, { senderId: lin.id, text: '', picture: shot, createdAt: Date.now() }]);
    return [first.id];
  });
  const { page } = await enter(ming, {
    viewport: { width: widths.phone, height: 800 },
    hasTouch: true,
    isMobile: true,
  });
  const picture = page.locator('.chat-row a.chat-picture').last();
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect({ width, height }).toEqual({ width: 280, height: 245 });
  // until it comes its likeness is there, and nothing moves as it comes
  const likeness = () => picture.evaluate((link) => getComputedStyle(link).backgroundImage);
  await expect.poll(likeness).toMatch(/^url\("data:image\/png;base64,/);
  late.resolve();
  await expect.poll(likeness).toBe('none');
  expect(await picture.boundingBox()).toEqual({ x, y, width, height });
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 40, y: y + 40 }] });
  await menu(page).waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await menu(page).getByRole('menuitem').allInnerTexts()).toEqual([
    '引用',
    '@ TA',
    '私聊',
    '举报',
    '拉黑',
    '删除',
  ]);
  await menu(page).getByRole('menuitem', { name: '引用' }).tap();
  await menu(page).waitFor({ state: 'detached' });
  expect(await page.locator('dialog').count()).toBe(0);
  expect(await page.evaluate(() => String(getSelection()))).toBe('');

  await page.locator('.chat-row .chat-quote').last().tap();
  const sought = page.locator(`.chat-row[data-id="${old}"]`);
  await expectFocus(sought);
  expect(await sought.evaluate(isVisible)).toBe(true);
  await page.getByRole('button', { name: '回到最新' }).tap();
  await expect.poll(() => fromEnd(page)).toBe(0);
  expect(await page.locator('.chat-row .chat-quote').last().evaluate(isVisible)).toBe(true);

  // the keyboard comes: where one writes stays in sight, and so does what was said last
  const last = rows(page).last();
  await showKeyboard(page, 420);
  const lowerEdge = (element: Locator) => element.evaluate((own) => Math.round(own.getBoundingClientRect().bottom));
  await expect.poll(() => lowerEdge(page.locator('.composer'))).toBeLessThanOrEqual(420);
  await expect.poll(() => lowerEdge(last)).toBeLessThanOrEqual(420);
  await expect.poll(() => fromEnd(page)).toBe(0);
  // opens the keyboard for a reader further up, whose place must not change
  await showKeyboard(page, 800);
  await expect.poll(() => lowerEdge(page.locator('.composer'))).toBeGreaterThan(420);
  await page.locator('.chat-log').evaluate((box) => box.scrollBy(0, -700));
  await page.getByRole('button', { name: '回到最新' }).waitFor();
  const lowest = page.locator(`.chat-row[data-id="${await lowestRead(page)}"]`);
  const fromFoot = () => lowest.evaluate(aboveFoot);
  const place = await fromFoot();
  await showKeyboard(page, 420);
  await expect.poll(() => lowerEdge(page.locator('.composer'))).toBeLessThanOrEqual(420);
  await expect.poll(fromFoot).toBe(place);
});

test('a scroll away from the end stands when a message comes before its event', async () => {
  const { page } = await enter(ming);
  await expect.poll(() => fromEnd(page)).toBe(0);
  await page.locator('.chat-log').evaluate((box) => {
    const insert = Node.prototype.appendChild;
    Node.prototype.appendChild = function (child) {
      if (child instanceof Element && child.matches('.chat-row')) {
        Node.prototype.appendChild = insert;
        box.scrollBy(0, -700);
      }
      return insert.call(this, child) as typeof child;
    };
  });
  await say(lin, '正往上翻时来的一句');
  await page.getByRole('button', { name: '1 条新消息' }).waitFor();
  expect(await fromEnd(page)).toBeGreaterThan(600);
});

/** The lowest row that is whole in sight. */
const lowestRead = (page: Page) =>
  page.locator('.chat-log').evaluate((box) => {
    const { bottom } = box.getBoundingClientRect();
    const all = [...box.querySelectorAll<HTMLElement>('.chat-row[data-id]')];
    return all.findLast((row) => row.getBoundingClientRect().bottom <= bottom)?.dataset.id;
  });

/** As if an on-screen keyboard left so much of the page in sight. */
const showKeyboard = (page: Page, height: number) =>
  page.evaluate((left) => {
    Object.defineProperty(visualViewport, 'height', { configurable: true, value: left });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, height);

test('hostile texts stay text, links show their target, and the layout holds', async () => {
  const address = `https://例子.example/${'很长'.repeat(80)}?a=1`;
  const texts = [...hostileTexts, `去 ${address} 看看`, 'https://bank.example@evil.example/', '😀👍', 'x'.repeat(400)];
  const ids = await inDatabase(site, (db) =>
    put(
      db,
      texts.map((text) => ({ senderId: lin.id, text, createdAt: Date.now() })),
    ),
  );
  const { page, faults, sprung } = await enter(ming);
  for (const [at, id] of ids.entries()) {
    const row = page.locator(`.chat-row[data-id="${id}"]`);
    if (at < hostileTexts.length && !hostileTexts[at]?.includes('http'))
      expect(await row.locator('.chat-bubble').textContent()).toBe(texts[at]);
  }
  const links = await page.locator('.chat-row a.chat-link').evaluateAll((all) =>
    all.map((link) => ({
      host: link.querySelector('b')?.textContent,
      real: new URL((link as HTMLAnchorElement).href).host,
      rel: link.getAttribute('rel'),
    })),
  );

  expect(links.length).toBeGreaterThan(1);
  for (const { host, real, rel } of links)
    expect({ host, rel }).toEqual({ host: real, rel: 'noopener noreferrer nofollow ugc' });
  expect(await flaws(page, 'chat-flow', ['.chat-flow'])).toEqual([]);
  expect([...sprung, ...(await findForeign(page))]).toEqual([]);
  expect(faults).toEqual([]);
});

const isVisible = (element: Element) => {
  const [box, own] = [element.closest('.chat-log')?.getBoundingClientRect(), element.getBoundingClientRect()];
  return box !== undefined && own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
};

/** CSS pixels from a row's lower edge to that of the chat log. */
const aboveFoot = (row: Element) => {
  const foot = row.closest('.chat-log')?.getBoundingClientRect().bottom ?? 0;
  return Math.round(foot - row.getBoundingClientRect().bottom);
};

const expectFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((own) => own === document.activeElement)).toBe(true);

test('of very many loaded messages the oldest are dropped at the end, and load again on the way up', {
  timeout: 120_000,
}, async () => {
  const ids = await inDatabase(site, (db) => put(db, manyLines(560)));
  const { page, faults } = await enter(ming);
  const shown = () =>
    page.locator('.chat-row[data-id]').evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset.id)));
  const scrollUp = async (most: number) => {
    await page.locator('.chat-log').evaluate((box) => box.scrollTo(0, -box.scrollHeight));
    return (await shown()).length >= most;
  };
  await expect.poll(() => scrollUp(520), { timeout: 60_000 }).toBe(true);
  await page.getByRole('button', { name: '回到最新' }).click();
  await expect.poll(shown).toEqual(ids.slice(-300));
  expect(await fromEnd(page)).toBe(0);
  await expect.poll(() => scrollUp(330)).toBe(true);
  const again = await shown();
  expect(again).toEqual(ids.slice(-again.length));
  expect(faults).toEqual([]);
});

test.skipIf(isShort)(
  'a hidden page takes in no more than very many messages, and loads the others on the way down',
  {
    timeout: 120_000,
  },
  async () => {
    const [{ page, faults }, other] = [await enter(ming), await enter(lin)];
    const turn = (state: string) =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const count = () => page.locator('.chat-row[data-id]').count();
    const before = await count();
    await turn('hidden');
    await inDatabase(site, (db) => put(db, manyLines(500)));
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(500);
    await inDatabase(site, (db) => put(db, manyLines(260)));
    const api = apiOf(site, { token: await tokenFor(site, lin) });
    const { id } = await api.chat.send({ body: { roomId: groupId, text: '最后一句', key: 'last' } });
    const newest = (of: Page) => of.locator(`.chat-row[data-id="${id}"]`);
    await newest(other.page).waitFor({ timeout: 60_000 });
    await page.locator('.room-list').getByText('最后一句').first().waitFor();
    expect(await count()).toBeLessThanOrEqual(before + 500);
    await turn('visible');
    await page.getByRole('button', { name: /条新消息|回到最新/ }).click();
    await newest(page).waitFor();
    expect([...faults, ...other.faults]).toEqual([]);
  },
);

function manyLines(count: number): Line[] {
  const began = Date.now() - count * 1000;
  return Array.from({ length: count }, (_, at) => ({
    senderId: lin.id,
    text: `又一句${at}`,
    createdAt: began + at * 1000,
  }));
}
