import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noise } from '../apps/server/test/noise.ts';
import { apiOf } from './api.ts';
import { isLong } from './long.ts';
import { carryToken, type Member, newCrowd, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage, startAgain } = openStage({ SAMPLE_CONTENT: '0' });

/** A browser of theirs with the chat open. */
async function chatOf(member: Member, path = '/im') {
  const window = await openPage();
  const token = await tokenFor(site, member);
  await carryToken(window.page, site, token);
  await window.page.goto(path);
  await field(window.page).waitFor();
  return { ...window, token };
}

const field = (page: Page) => page.getByRole('textbox', { name: '消息' });
const bubble = (page: Page, text: string) => page.locator('article[data-id]', { hasText: text });
const room = (page: Page, name: string) => page.locator('a.chat-room', { hasText: name });
const unread = (page: Page, name: string) => room(page, name).locator('.count');
const typing = (page: Page) => page.locator('.chat-typing', { hasText: '正在输入' });
const unsent = (page: Page) => page.locator('article:not([data-id])');
const texts = (page: Page) => page.locator('article[data-id] .chat-bubble').allTextContents();
const shown = (page: Page, those: RegExp) => texts(page).then((all) => all.filter((text) => those.test(text)));

async function say(page: Page, text: string) {
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('three browsers see messages, unread counts, requests, read marks, typing, presence and withdrawals without a reload; nothing is missed after an outage of the network and a restart of the site', {
  timeout: 180_000,
}, async () => {
  const [lin, ming, hong] = [await newMember(site), await newMember(site), await newMember(site)];
  const [one, two, three] = [await chatOf(lin), await chatOf(ming), await chatOf(hong)];
  await say(one.page, '大家好');
  for (const { page } of [one, two, three]) await bubble(page, '大家好').waitFor();

  await three.page.context().setOffline(true);
  const away = passed(isLong ? 30_000 : 5_000);
  await say(three.page, '断线时写的');
  await three.page.getByText('还没有发出，连上后会自动重发').waitFor();

  await field(two.page).pressSequentially('我在');
  await typing(one.page).waitFor();
  await field(two.page).press('Enter');
  await bubble(one.page, '我在').waitFor();
  await typing(one.page).waitFor({ state: 'detached' });

  await one.page.goto(`/im?userId=${ming.id}`);
  await one.page.locator('.conversation-about', { hasText: '在线' }).waitFor();
  await say(one.page, '单独说一句');
  await unread(two.page, lin.nickname).filter({ hasText: '1' }).waitFor();
  await room(two.page, lin.nickname).click();
  await bubble(two.page, '单独说一句').waitFor();
  await unread(two.page, lin.nickname).waitFor({ state: 'detached' });
  await say(two.page, '请说');
  await bubble(one.page, '请说').waitFor();
  await one.page.locator('.chat-row-state', { hasText: '已读' }).waitFor();

  await withdraw(one.page, '单独说一句');
  await two.page.getByText('撤回了一条消息').first().waitFor();
  expect(await texts(two.page)).toEqual(['请说']);
  await two.page.context().close();
  await expect.poll(() => one.page.locator('.conversation-about').textContent()).not.toContain('在线');

  const before = await crowdSays('断网时', 40);
  await restart();
  const after = await crowdSays('重启后', 25);
  await away;
  await three.page.context().setOffline(false);
  const missed = [...before, ...after];
  await expect.poll(() => shown(three.page, /^(断网时|重启后)/), { timeout: 40_000 }).toEqual(missed);
  await bubble(three.page, '断线时写的').waitFor();
  await expect.poll(() => unsent(three.page).count()).toBe(0);
  const roomId = (await apiOf(site, one).chat.rooms()).data[0]?.id ?? 0;
  const { records } = await apiOf(site, one).chat.history({ query: { roomId } });
  expect(records.filter(({ sender }) => sender.id === hong.id)).toHaveLength(1);
});

test('two windows of one member send at once; unsent messages and drafts survive a reload and are sent once', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const [one, other] = [await chatOf(lin), await chatOf(ming)];
  const second = await one.page.context().newPage();
  await second.goto('/im');
  await field(second).waitFor();
  const own = [1, 2, 3];
  await Promise.all([
    one.page.evaluate(
      sayInPage,
      own.map((n) => `左窗${n}`),
    ),
    second.evaluate(
      sayInPage,
      own.map((n) => `右窗${n}`),
    ),
  ]);
  for (const page of [one.page, second, other.page])
    for (const side of ['左窗', '右窗'])
      await expect.poll(() => shown(page, new RegExp(`^${side}`))).toEqual(own.map((n) => `${side}${n}`));

  const unseen = [one.page, second];
  for (const page of unseen) await page.evaluate(countRings);
  for (const text of ['叮', '咚', '当']) {
    await say(other.page, text);
    for (const page of unseen) await bubble(page, text).waitFor();
  }
  const rings = () => Promise.all(unseen.map((page) => page.evaluate(() => Number(document.body.dataset.rings))));
  await expect.poll(async () => (await rings()).sort()).toEqual([0, 3]);

  await one.page.route('**/v1/im/chat', (route) => route.abort());
  await say(one.page, '不想说了');
  await say(one.page, '留在路上');
  for (const text of ['不想说了', '留在路上']) {
    const waiting = unsent(one.page).filter({ hasText: text });
    await waiting.getByText('还没有发出，连上后会自动重发').waitFor();
    await waiting.getByRole('button', { name: '重试' }).waitFor();
  }
  await one.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '茶.png', mimeType: 'image/png', buffer: await noise(300) });
  await one.page.getByRole('button', { name: '发送' }).click();
  await expect.poll(() => unsent(one.page).count()).toBe(3);
  await expect.poll(() => one.page.evaluate(storedPictures)).toBe(1); // a page that is gone before loses it, and says so
  await field(one.page).fill('写到一半');
  await one.page.reload();
  await unsent(one.page).filter({ hasText: '不想说了' }).getByRole('button', { name: '删除' }).click();
  await expect.poll(() => unsent(one.page).count()).toBe(2);
  expect(await unsent(second).count()).toBe(0);
  await expect.poll(() => field(one.page).inputValue()).toBe('写到一半');
  await one.page.unroute('**/v1/im/chat');
  const arrived = bubble(other.page, '留在路上').waitFor();
  const retry = unsent(one.page).filter({ hasText: '留在路上' }).getByRole('button', { name: '重试' });
  await Promise.race([retry.click(), arrived]); // sent by itself as well, in time
  await arrived;
  await other.page.locator('article[data-id] img.photo').waitFor();
  await expect.poll(() => unsent(one.page).count()).toBe(0);
  expect(await shown(other.page, /^(留在路上|不想说了)$/)).toEqual(['留在路上']);
  expect(await other.page.locator('article[data-id] img.photo').count()).toBe(1);
});

/** Counts the pictures that would survive the page. */
async function storedPictures() {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'chat')) return 0;
  return new Promise<number>((resolve) => {
    indexedDB.open('chat').onsuccess = ({ target }) => {
      const { result } = target as IDBOpenDBRequest;
      result.transaction('pictures').objectStore('pictures').count().onsuccess = (event) => {
        resolve((event.target as IDBRequest<number>).result);
        result.close();
      };
    };
  });
}

/** The sound is on, nobody looks, and every ring, of two notes, is counted. */
function countRings() {
  localStorage.setItem('chat sound', 'true');
  document.hasFocus = () => false;
  document.body.dataset.rings = '0';
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function counted() {
    document.body.dataset.rings = `${Number(document.body.dataset.rings) + 0.5}`;
    return createOscillator.call(this);
  };
}

/** As fast as the window itself can: no two presses lie a round trip apart. */
async function sayInPage(texts: string[]) {
  const field = document.querySelector<HTMLTextAreaElement>('form.composer textarea');
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (const text of texts) {
    set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    await painted();
    field?.form?.requestSubmit();
    await painted();
  }
}

async function withdraw(page: Page, text: string) {
  await bubble(page, text).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '撤回' }).click();
}

/** Many say something in the group, each a little. Returns what, in its order. */
async function crowdSays(what: string, messages: number) {
  const tokens = await newCrowd(site, Math.ceil(messages / 10));
  const roomId = (await apiOf(site, { token: tokens[0] }).chat.rooms()).data[0]?.id ?? 0;
  const said = Array.from({ length: messages }, (_, n) => `${what}第${n}句`);
  for (const [n, text] of said.entries())
    await apiOf(site, { token: tokens[n % tokens.length] }).chat.send({ body: { roomId, text, key: text } });
  return said;
}

/** As when the machine is switched off and on. */
async function restart() {
  await site.kill();
  await startAgain();
}

function passed(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
