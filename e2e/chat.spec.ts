import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { noise } from '../apps/server/test/noise.ts';
import { apiOf } from './api.ts';
import { changeSettings } from './arrange.ts';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import { carryToken, forgetTries, type Member, newMember, tokenFor, workDone } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let ming: Member;
let lin: Member;
const tokens = new Map<number, string>();
beforeAll(async () => {
  await set({ moderation: { mode: 'none', hold: [], mask: [] } });
  [ming, lin] = [await member(), await member()];
  await say(ming, lin, '阿林，在吗？');
  await say(lin, ming, '在的');
});
beforeEach(() => forgetTries(site));

const timeoutMs = 120_000;
const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 20_000 });

async function member() {
  const one = await newMember(site);
  tokens.set(one.id, await tokenFor(site, one));
  return one;
}

const callsOf = (who: Member) => apiOf(site, { token: tokens.get(who.id) });
let sent = 0;

/** Says something as a member, to another or in the group. */
async function say(who: Member, to: Member | 'group', text: string) {
  const rooms = callsOf(who).chat;
  const room =
    to === 'group' ? (await rooms.rooms()).data.find(({ kind }) => kind === 'group') : await rooms.addRoom(towards(to));
  sent += 1;
  return rooms.send({ body: { roomId: room?.id ?? 0, text, key: `spec-${sent}` } });
}

const towards = ({ id }: Member) => ({ query: { userId: id } });

async function open(who: Member | undefined, at: string, options: BrowserContextOptions = {}) {
  const opening = await openPage(options);
  const { page } = opening;
  page.setDefaultTimeout(20_000);
  if (who) await carryToken(page, site, tokens.get(who.id) ?? '');
  await page.goto(at);
  return opening;
}

const phone = { viewport: { width: widths.phone, height: 844 }, hasTouch: true, isMobile: true };
const field = (page: Page) => page.getByRole('textbox', { name: '消息', exact: true });
const row = (page: Page, text: string) => page.locator('.chat-row', { hasText: text });
const room = (page: Page, name: string) =>
  page.locator('.room-list a.chat-room', { has: page.locator('b', { hasText: name }) });
const head = (page: Page, name: string) => page.locator('.conversation > header h2', { hasText: name });
const menu = (page: Page, words: string) => page.locator('.pop-menu').getByRole('button', { name: words });
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const isFocused = (page: Page) => field(page).evaluate((area) => area === document.activeElement);

async function openMenu(page: Page, words: string) {
  await page.locator('.conversation > header').getByRole('button', { name: '更多' }).click();
  await menu(page, words).click();
}

async function set(groups: Parameters<typeof changeSettings>[1]) {
  await changeSettings(site, groups);
  await workDone(site);
}

const groupMode = (group: 'open' | 'members' | 'muted') => set({ chat: { group, name: '' } });

test(
  'by keyboard alone a member writes, breaks lines, mentions and quotes; the draft is kept per room',
  async () => {
    await say(lin, 'group', '谁知道第十八座桥？');
    const { page, faults } = await open(ming, '/im');
    const { keyboard } = page;
    await head(page, '墨笺聊天室').waitFor();
    expect(await page.title()).toMatch(/^(?:\(\d+\) )?聊天室 · 墨笺$/);
    expect(await page.locator('.shell-footer').count()).toBe(0);
    await eventually(() => isFocused(page)).toBe(true);

    await keyboard.type('头一行');
    await keyboard.press('Control+Enter');
    await keyboard.type('第二行');
    await keyboard.press('Shift+Enter');
    await keyboard.type('第三行');
    expect(await field(page).inputValue()).toBe('头一行\n第二行\n第三行');
    await keyboard.press('Enter');
    await row(page, '第三行').first().waitFor();
    expect(await field(page).inputValue()).toBe('');
    await keyboard.press('Enter');

    // the Enter that chooses among an input method's words ends them, and sends nothing
    const method = await page.context().newCDPSession(page);
    await method.send('Input.imeSetComposition', { text: 'yu', selectionStart: 2, selectionEnd: 2 });
    await keyboard.press('Enter');
    await method.send('Input.insertText', { text: '鬻' });
    expect(await field(page).inputValue()).toContain('鬻');
    expect(await page.locator('.chat-row', { hasText: /yu|鬻/ }).count()).toBe(0);
    await field(page).fill('');

    await keyboard.type(`打听 @${lin.nickname.slice(0, 2)}`);
    await page.getByRole('option', { name: lin.nickname }).waitFor();
    for (let step = 0; step < 8; step += 1) {
      if (await page.getByRole('option', { name: lin.nickname, selected: true }).count()) break;
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
    expect(await field(page).inputValue()).toBe(`打听 @${lin.nickname} `);
    await keyboard.press('Enter');
    await row(page, '打听').first().waitFor();
    const isCalled = async () => (await callsOf(lin).chat.rooms()).data.find(({ kind }) => kind === 'group')?.called;
    await eventually(isCalled).toBe(true);

    // the quote is chosen in the flow's own menu; Escape takes it back, then the words go without it
    await row(page, '第十八座桥').first().getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '引用' }).click();
    await page.locator('.composer-quote', { hasText: '第十八座桥' }).waitFor();
    await eventually(() => isFocused(page)).toBe(true);
    await keyboard.press('Escape');
    expect(await page.locator('.composer-quote').count()).toBe(0);

    await keyboard.type('写了一半');
    await room(page, lin.nickname).focus();
    await keyboard.press('Enter');
    await head(page, lin.nickname).waitFor();
    expect(new URL(page.url()).search).toBe(`?userId=${lin.id}`);
    expect(await field(page).inputValue()).toBe('');
    await room(page, '墨笺聊天室').getByText('[草稿] 写了一半').waitFor();
    await page.reload();
    await room(page, '墨笺聊天室').getByText('[草稿]').waitFor();
    await room(page, lin.nickname).focus();
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await head(page, '墨笺聊天室').waitFor();
    await eventually(() => field(page).inputValue()).toBe('写了一半');
    await field(page).fill('');
    expect(faults).toEqual([]);
  },
  timeoutMs,
);

test('a picture chosen in one room waits there, and one still being shrunk holds back its message', async () => {
  const { page, faults } = await open(ming, `/im?userId=${lin.id}`);
  await head(page, lin.nickname).waitFor();
  const chosen = page.locator('.composer-pictures img');
  const large = await noise(2000);
  expect(large.length).toBeGreaterThan(10 * 1024 * 1024);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/shrink-picture-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page
    .locator('.composer input[type=file]')
    .setInputFiles({ name: '大.png', mimeType: 'image/png', buffer: large });
  await field(page).fill('等图一起发');
  await page.getByRole('button', { name: '发送' }).click();
  await toast(page, '图片还在处理，请稍候');
  expect(await field(page).inputValue()).toBe('等图一起发');
  held.resolve();
  await page.locator('.composer-pictures li[aria-busy="false"]').waitFor({ timeout: 30_000 });

  await room(page, '聊天室').click();
  await head(page, '聊天室').waitFor();
  expect(await chosen.count()).toBe(0);
  await room(page, lin.nickname).click();
  await head(page, lin.nickname).waitFor();
  await chosen.waitFor();
  await page.locator('.composer-pictures li[aria-busy="false"]').waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: '发送' }).click();
  await row(page, '等图一起发').locator('img').waitFor();
  expect(faults).toEqual([]);
}, 120_000);

test(
  'pictures are previewed before sending and refused with a reason, and the text is kept',
  async () => {
    const { page, faults } = await open(ming, `/im?userId=${lin.id}`);
    await head(page, lin.nickname).waitFor();
    const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#8fa3a0' } })
      .png()
      .toBuffer();
    const png = (name: string) => ({ name, mimeType: 'image/png', buffer });
    const input = page.locator('.composer input[type=file]');
    const chosen = page.locator('.composer-pictures img');
    await field(page).fill('照片来了');
    await input.setInputFiles([png('a.png'), png('b.png')]);
    await eventually(() => chosen.count()).toBe(2);
    await page.getByRole('button', { name: '移除第 2 张图' }).click();
    await input.setInputFiles({ name: '大.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
    await toast(page, '「大.png」超过 10 MB，这个浏览器又打不开它');
    expect(await chosen.count()).toBe(1);
    expect(await field(page).inputValue()).toBe('照片来了');

    // dropped anywhere on the talk
    const dropped = await page.evaluateHandle(async (base64) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([bytes], 'c.png', { type: 'image/png' }));
      return transfer;
    }, buffer.toString('base64'));
    await page.dispatchEvent('.conversation', 'dragenter', { dataTransfer: dropped });
    await page.locator('.conversation-drop').waitFor();
    await page.dispatchEvent('.conversation', 'drop', { dataTransfer: dropped });
    await eventually(() => chosen.count()).toBe(2);
    await page.getByRole('button', { name: '移除第 2 张图' }).click();

    await page.getByRole('button', { name: '表情' }).click();
    await page.getByRole('tab', { name: '表情' }).click();
    await page.getByRole('button', { name: '🍵' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '发送' }).click();
    await row(page, '照片来了🍵').locator('img').waitFor();
    expect(await chosen.count()).toBe(0);
    const last = async () => (await callsOf(lin).chat.history({ query: { userId: ming.id } })).records.at(-1);
    await eventually(async () => (await last())?.picture !== null).toBe(true);
    expect((await last())?.pieces).toEqual([{ text: '照片来了🍵' }]);

    await field(page).fill('长'.repeat(2001));
    await page.getByText('2001 / 2000').waitFor();
    await page.keyboard.press('Enter');
    await toast(page, '消息不能超过 2000 个字');
    expect(await field(page).inputValue()).toHaveLength(2001);
    await field(page).fill('');
    expect(faults).toEqual([]);
  },
  timeoutMs,
);

test(
  'a stranger sends one request and waits; acceptance opens the talk, a block silences it, a deleted room returns with a message',
  async () => {
    const stranger = await member();
    const { page: theirs } = await open(stranger, `/user/${ming.id}`);
    await theirs.getByRole('link', { name: '私聊' }).click();
    await head(theirs, ming.nickname).waitFor();
    await field(theirs).fill('你好，想请教一件事');
    await theirs.keyboard.press('Enter');
    await theirs.locator('.conversation-closed', { hasText: '对方接受之前，只能说这一句' }).waitFor();
    expect(await field(theirs).count()).toBe(0);

    const { page } = await open(ming, '/im');
    await room(page, stranger.nickname).getByText('请求').waitFor();
    await room(page, stranger.nickname).click();
    const strip = page.getByRole('region', { name: '私聊请求' });
    await strip.getByText(`${stranger.nickname} 想和你说话`).waitFor();
    await strip.getByRole('button', { name: '接受' }).click();
    await strip.waitFor({ state: 'detached' });
    await field(theirs).waitFor();
    await field(theirs).fill('谢谢你');
    await theirs.keyboard.press('Enter');
    await row(page, '谢谢你').waitFor();

    await openMenu(page, '拉黑');
    // the dialog's promise is what the test checks below
    await page.getByRole('dialog').getByText('会看到「对方暂时不接收你的消息」').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '拉黑', exact: true }).click();
    await page.getByRole('region', { name: '已拉黑' }).waitFor();
    expect(await field(page).count()).toBe(0);
    // a blocked sender learns only that the message was not sent, and may keep and retry it
    await field(theirs).fill('听得到吗');
    await theirs.keyboard.press('Enter');
    const failed = row(theirs, '听得到吗');
    await failed.getByText('对方暂时不接收你的消息').waitFor();
    await theirs.reload();
    await failed.getByRole('button', { name: '删除' }).waitFor();
    // in the group they are silent for who blocked them, also where others quote them
    const { id: quoteId, roomId } = await say(stranger, 'group', '石径斜');
    await callsOf(lin).chat.send({ body: { roomId, text: '好诗', quoteId, key: 'spec-quoting' } });
    await room(page, '墨笺聊天室').click();
    await row(page, '好诗').getByText('来自已拉黑的人').waitFor();
    expect(await row(page, '石径斜').count()).toBe(0);
    await openMenu(page, '聊天设置');
    const settings = page.getByRole('dialog', { name: '聊天设置' });
    await settings.getByRole('button', { name: `解除对 ${stranger.nickname} 的拉黑` }).click();
    await settings.getByText('没有拉黑任何人。').waitFor();
    await page.keyboard.press('Escape');
    await row(page, '好诗').locator('.chat-quote', { hasText: '石径斜' }).waitFor();
    await room(page, stranger.nickname).click();
    await field(page).waitFor();
    await failed.getByRole('button', { name: '重试' }).click();
    await row(page, '听得到吗').waitFor();
    await failed.getByText('已读').waitFor();

    await openMenu(page, '删除会话');
    await page.getByRole('dialog').getByRole('button', { name: '留着' }).click();
    expect(await room(page, stranger.nickname).count()).toBe(1);
    await openMenu(page, '删除会话');
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await head(page, '墨笺聊天室').waitFor();
    await eventually(() => room(page, stranger.nickname).count()).toBe(0);
    await say(stranger, ming, '还有一句');
    await room(page, stranger.nickname).getByText('还有一句').waitFor();
    await room(page, stranger.nickname).click();
    await row(page, '还有一句').waitFor();
    expect(await row(page, '谢谢你').count()).toBe(0);
  },
  timeoutMs,
);

test(
  'people and messages are searched; a result leads to its message; preferences persist; a muted room makes no sound',
  async () => {
    await say(lin, 'group', '<b>竹尺</b>在这里');
    const { page, faults } = await open(ming, `/im?userId=${lin.id}`);
    await head(page, lin.nickname).waitFor();
    const seek = page.getByRole('searchbox', { name: '搜索用户或消息' });
    await seek.fill('竹尺');
    const found = page.locator('.chat-found .chat-room-said', { hasText: '在这里' });
    await found.waitFor();
    expect(await found.locator('mark').allTextContents()).toEqual(['竹尺']);
    expect(await found.locator('p').textContent()).toContain('<b>竹尺</b>');
    await seek.press('ArrowDown');
    await page.keyboard.press('Enter');
    await head(page, '墨笺聊天室').waitFor();
    await row(page, '竹尺').waitFor();
    await seek.fill('没有人这样说过');
    await page.getByText('没有找到「没有人这样说过」').waitFor();
    await page.route('**/v1/im/search**', (route) => route.abort());
    await seek.fill('竹尺');
    await page.getByText('搜索失败').waitFor();
    await page.unroute('**/v1/im/search**');
    await page.locator('.empty').getByRole('button', { name: '重试' }).click();
    await found.waitFor();
    await seek.fill(lin.nickname);
    await page.locator('.chat-found .chat-room-person', { hasText: lin.nickname }).first().click();
    await head(page, lin.nickname).waitFor();

    await openMenu(page, '聊天设置');
    const presence = page.getByRole('switch', { name: '在线' });
    await presence.click();
    await eventually(() => presence.getAttribute('aria-checked')).toBe('false');
    expect(await page.getByRole('switch', { name: '提示音' }).getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('Escape');
    await room(page, lin.nickname).click({ button: 'right' });
    await menu(page, '消息免打扰').click();
    await room(page, lin.nickname).locator('.chat-room-muted').waitFor();
    await page.reload();
    await room(page, lin.nickname).locator('.chat-room-muted').waitFor();
    await openMenu(page, '聊天设置');
    expect(await page.getByRole('switch', { name: '在线' }).getAttribute('aria-checked')).toBe('false');
    await callsOf(ming).chat.preferences({ body: { presence: true } });
    await callsOf(ming).chat.mute({ body: { roomId: await roomIdOf(ming, lin), muted: false } });

    await page.goto(`/im?userId=${ming.id}`);
    await page.getByText('这是你自己').waitFor();
    expect(faults.filter((fault) => !/im\/search|ERR_FAILED/.test(fault))).toEqual([]);
    await page.goto('/im?userId=999999');
    await page.getByText('没有这个会话').waitFor();
  },
  timeoutMs,
);

const roomIdOf = async (who: Member, whom: Member) => (await callsOf(who).chat.addRoom(towards(whom))).id;

test(
  'a hidden tab has a dot in its icon and rings if wanted; its title counts what is unread, looked at or not',
  async () => {
    const { page } = await open(ming, '/im');
    await head(page, '墨笺聊天室').waitFor();
    await row(page, '桥').first().waitFor();
    const rung = await hearBells(page);
    await look(page, false);
    await say(lin, ming, '你去哪儿了');
    await room(page, lin.nickname).locator('.count').waitFor();
    expect(await rung()).toBe(0);
    await eventually(() => page.title()).toMatch(/^\(\d+\) 聊天室 · 墨笺$/);
    await eventually(() => page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:image\/png/);
    await look(page, true);
    await eventually(() => page.locator('link[rel=icon]').getAttribute('href')).toMatch(/\/favicon\.svg$/);
    await eventually(() => page.title()).toMatch(/^\(\d+\) 聊天室 · 墨笺$/);

    // turned on it rings at once, to be heard; then once for each message of others, while nobody looks
    await openMenu(page, '聊天设置');
    await page.getByRole('switch', { name: '提示音' }).click();
    await page.keyboard.press('Escape');
    await eventually(rung).toBe(1);
    await say(lin, 'group', '这句有人看着');
    await row(page, '这句有人看着').waitFor();
    await look(page, false);
    await say(lin, 'group', '这句没人看');
    await eventually(rung).toBe(2);
    await say(ming, lin, '另一台设备上说的');
    await room(page, lin.nickname).getByText('另一台设备上说的').waitFor();
    await say(lin, ming, '又一句');
    await eventually(rung).toBe(3);
    await room(page, lin.nickname).getByText('又一句').waitFor();
    await look(page, true);
    await say(lin, 'group', '回来了');
    await row(page, '回来了').waitFor();
    expect(await rung()).toBe(3);

    // elsewhere on the site the bell knows, and so does the tab
    await page.goto('/links');
    await look(page, false);
    await eventually(() => page.title()).toMatch(/^\(\d+\) 友情链接$/);
  },
  timeoutMs,
);

/** Counts the bells: each is two notes. */
async function hearBells(page: Page) {
  const notes = await page.evaluateHandle(() => {
    const heard = { notes: 0 };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function ring(at) {
      heard.notes += 1;
      start.call(this, at);
    };
    return heard;
  });
  return async () => (await notes.evaluate((heard) => heard.notes)) / 2;
}

/** As if somebody turned to the page, or away from it. */
const look = (page: Page, isLookedAt: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: is ? 'visible' : 'hidden' });
    document.hasFocus = () => is;
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event(is ? 'focus' : 'blur'));
  }, isLookedAt);

test(
  'a phone shows either rooms or the talk; back returns to the rooms; Enter breaks the line',
  async () => {
    const { page, faults } = await open(ming, '/im', phone);
    await room(page, '墨笺聊天室').waitFor();
    expect(await page.locator('.conversation').isVisible()).toBe(false);
    await room(page, lin.nickname).tap();
    await head(page, lin.nickname).waitFor();
    expect(await page.locator('.chat-rooms').isVisible()).toBe(false);
    expect(await isFocused(page)).toBe(false);
    await field(page).tap();
    await page.keyboard.type('一');
    await page.keyboard.press('Enter');
    await page.keyboard.type('二');
    expect(await field(page).inputValue()).toBe('一\n二');
    await page.getByRole('button', { name: '发送' }).tap();
    await row(page, '二').waitFor();
    await page.getByRole('button', { name: '返回会话' }).tap();
    await room(page, '墨笺聊天室').waitFor({ state: 'visible' });
    expect(new URL(page.url()).search).toBe('');
    await room(page, '墨笺聊天室').tap();
    await head(page, '墨笺聊天室').waitFor();
    await page.goBack();
    await room(page, '墨笺聊天室').waitFor({ state: 'visible' });
    expect(faults).toEqual([]);
  },
  timeoutMs,
);

test(
  'visitors read an open group and may log in; muted and closed states are shown; a logout elsewhere closes the rooms',
  async () => {
    await groupMode('open');
    const { page, faults } = await open(undefined, '/im');
    await row(page, '桥').first().waitFor();
    expect(await field(page).count()).toBe(0);
    await page.locator('.conversation-join').getByRole('button', { name: '登录' }).click();
    await page.getByRole('dialog', { name: '登录' }).waitFor();
    expect(faults).toEqual([]);

    await groupMode('muted');
    const { page: mine } = await open(ming, '/im');
    await mine.locator('.conversation-closed', { hasText: '公共聊天室现在只有管理员可以说话' }).waitFor();
    await set({ features: { group: false } });
    await mine.reload();
    await room(mine, lin.nickname).waitFor();
    expect(await room(mine, '墨笺聊天室').count()).toBe(0);
    await set({ features: {} });
    await groupMode('members');
    await mine.context().clearCookies();
    await mine.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await mine.getByRole('heading', { name: '请先登录' }).waitFor();
  },
  timeoutMs,
);

test(
  'without the group, deleting the first conversation opens the next, and without any other none',
  async () => {
    await set({ features: { group: false } });
    const who = await member();
    for (const other of [ming, lin]) await say(who, other, '打扰了');
    const { page } = await open(who, '/im');
    for (const other of [lin, ming]) {
      await head(page, other.nickname).waitFor();
      await openMenu(page, '删除会话');
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await room(page, other.nickname).waitFor({ state: 'detached' });
    }
    await page.getByText('还没有会话').first().waitFor();
    await set({ features: {} });
  },
  timeoutMs,
);

test(
  'a stream that cannot be opened is shown to members, on phones too, and to visitors, until it opens',
  async () => {
    await groupMode('open');
    const wide = { width: 1200, height: 800 };
    const phone = { width: 390, height: 844 };
    for (const [who, viewport] of [
      [ming, wide],
      [ming, phone],
      [undefined, wide],
    ] as const) {
      const { page } = await openPage();
      await page.setViewportSize(viewport);
      if (who) await carryToken(page, site, tokens.get(who.id) ?? '');
      await page.route('**/v1/stream**', (route) => route.fulfill({ status: 429, body: '' }));
      await page.goto('/im');
      const lost = page.getByText('连接已断开，正在重连');
      await lost.waitFor({ timeout: 20_000 });
      await page.unroute('**/v1/stream**');
      await lost.waitFor({ state: 'detached', timeout: 20_000 });
    }
    await groupMode('members');
  },
  timeoutMs,
);

test.each(['light', 'dark'] as const)(
  'in %s the chat passes axe and does not overflow at any width',
  async (theme) => {
    const { page } = await openPage();
    await carryToken(page, site, tokens.get(ming.id) ?? '');
    await page.addInitScript((chosen) => sessionStorage.setItem('theme', chosen), theme);
    await page.goto(`/im?userId=${lin.id}`);
    await head(page, lin.nickname).waitFor();
    await row(page, '在的').waitFor();
    for (const width of [widths.phone, widths.desktop, widths.wide]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await barriers(page), `${width}`).toEqual([]);
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await over(), `${width}`).toBeLessThanOrEqual(0);
    }
    await openMenu(page, '聊天设置');
    await page.getByText('没有拉黑任何人。').waitFor();
    expect(await barriers(page)).toEqual([]);
  },
  timeoutMs,
);
