import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { changeSettings, dropPages, inDatabase, releaseBoardMessage, sendToReview } from './arrange.ts';
import { hydrated, widths } from './browser.ts';
import { flawsAtAll } from './looked-at.ts';
import { carryToken, forgetTries, newMember, tokenFor, workDone } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
beforeEach(() => forgetTries(site));

type Options = { width?: number; reducedMotion?: 'reduce' | 'no-preference' };

async function openBoard({ width = widths.wide, reducedMotion = 'no-preference' }: Options = {}) {
  const visitor = await openPage({ viewport: { width, height: 900 }, reducedMotion });
  const listening = visitor.page.waitForResponse('**/v1/stream**');
  listening.catch(() => {}); // most tests end before it
  await visitor.page.goto('/message');
  await hydrated(visitor.page);
  return { ...visitor, listening };
}

const line = (page: Page) => page.getByRole('textbox', { name: '留言' });
const button = (page: Page) => page.locator('.board-form button[type=submit]');
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const row = (page: Page, text: string) => page.locator('.board-list li', { hasText: text });
const slip = (page: Page, text: string) => page.locator('.barrage-slip', { hasText: text });
const messages = () => inDatabase(site, (db) => db.selectFrom('boardMessages').selectAll().orderBy('id').execute());
const newest = async () => (await messages()).at(-1);
async function leave(page: Page, text: string) {
  await line(page).fill(text);
  await button(page).click();
}

test('a visitor’s message appears in the barrage and the list at once and persists after a reload', async () => {
  const { page, faults } = await openBoard();
  await leave(page, ' 路过，喝口水 ');
  await toast(page, '留言成功');
  expect(await newest()).toMatchObject({ text: '路过，喝口水', nickname: '游客', authorId: null });
  expect(await line(page).inputValue()).toBe('');
  await row(page, '路过，喝口水').waitFor();
  expect(await page.locator('.board-list li').first().textContent()).toContain('路过，喝口水');

  const mine = page.locator('.barrage-slip.barrage-slip-mine[data-on]', { hasText: '路过，喝口水' });
  await mine.waitFor();
  const { left, right } = await mine.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return { left: box.left, right: box.right };
  });
  const list = await page.locator('.board-list').evaluate((element) => element.getBoundingClientRect().left);
  expect(left).toBeGreaterThan(0);
  expect(right).toBeLessThanOrEqual(list);

  await expect
    .poll(async () => (await page.reload()) && (await row(page, '路过，喝口水').count()), { timeout: 10_000 })
    .toBe(1);
  expect(faults).toEqual([]);
});

test('a second message within thirty seconds is refused by button and server, and the text is kept', async () => {
  const { page } = await openBoard();
  await leave(page, '第一句');
  await toast(page, '留言成功');
  expect(await button(page).textContent()).toMatch(/^(30|2\d) 秒$/);
  await line(page).fill('第二句');
  await line(page).press('Enter');
  await toast(page, '30秒后才能再次留言');
  expect(await line(page).inputValue()).toBe('第二句');

  await page.reload();
  await hydrated(page);
  await leave(page, '又一句');
  await toast(page, '30秒后才能再次留言');
  expect(await line(page).inputValue()).toBe('又一句');
  expect(await button(page).textContent()).toMatch(/^\d+ 秒$/);
  expect((await newest())?.text).toBe('第一句');

  await forgetTries(site);
  await page.reload();
  await hydrated(page);
  await leave(page, '又一句');
  await toast(page, '留言成功');
});

test('the line refuses what is blank or too long, keeps its text without a network, and waits while it is sent', async () => {
  const { page } = await openBoard();
  const before = (await messages()).length;
  for (const text of ['', '   ', '\u200b\u200d']) {
    await leave(page, text);
    await page.getByRole('alert').filter({ hasText: '留言不能为空' }).waitFor();
    expect(await line(page).getAttribute('aria-invalid')).toBe('true');
    await line(page).fill('好');
    expect(await line(page).getAttribute('aria-invalid')).toBe('false');
  }
  await leave(page, '长'.repeat(101));
  await page.getByRole('alert').filter({ hasText: '留言不能超过 100 个字' }).waitFor();
  expect(await page.locator('.board-form .num').textContent()).toBe('101 / 100');
  expect(await messages()).toHaveLength(before);

  await page.route('**/v1/message/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await leave(page, '断网时写的');
  await page.getByRole('alert').filter({ hasText: '网络连接不稳' }).waitFor();
  expect(await line(page).inputValue()).toBe('断网时写的');
  await page.unroute('**/v1/message/');

  const gate = Promise.withResolvers<void>();
  await page.route('**/v1/message/**', (route) => gate.promise.then(() => route.continue()));
  await button(page).click();
  await expect.poll(() => line(page).isEditable()).toBe(false);
  gate.resolve();
  await toast(page, '留言成功');
  await expect.poll(() => line(page).isEditable()).toBe(true);
  expect(await line(page).inputValue()).toBe('');
});

test('two readers see each other’s messages without a reload', async () => {
  const who = await newMember(site);
  const [mine, other] = [await openBoard(), await openBoard()];
  await carryToken(mine.page, site, await tokenFor(site, who));
  await mine.page.reload();
  await hydrated(mine.page);
  await leave(mine.page, '你们好呀');
  await toast(mine.page, '留言成功');
  await row(other.page, '你们好呀').waitFor();
  expect(await row(other.page, '你们好呀').textContent()).toContain(who.nickname);
  await slip(other.page, '你们好呀').waitFor({ state: 'attached' });
  expect(await other.page.locator('.barrage-slip.barrage-slip-mine').count()).toBe(0);
  expect([...mine.faults, ...other.faults]).toEqual([]);
});

test('a held message is hidden from everybody, and its writer is told that it awaits review', async () => {
  await changeSettings(site, { moderation: { hold: ['加微信'], mask: ['傻瓜'] } });
  // the running site forgets its settings with the pages
  const { page } = await openBoard();
  await expect
    .poll(
      async () => {
        await forgetTries(site);
        await page.reload();
        await hydrated(page);
        await leave(page, `你这傻-瓜 ${Date.now()}`);
        await toast(page, '留言成功');
        return (await newest())?.text;
      },
      { timeout: 20_000 },
    )
    .toMatch(/^你这＊＊/);
  await row(page, '你这＊＊').first().waitFor();

  await forgetTries(site);
  await page.reload();
  await hydrated(page);
  await leave(page, '来加微信吧');
  await toast(page, '留言成功，审核通过后显示');
  expect(await newest()).toMatchObject({ state: 'held' });
  await page.reload();
  await hydrated(page);
  expect(await page.content()).not.toContain('来加微信吧');
});

test('a member sees their own held message in the list, marked as in review, until it is released', async () => {
  const who = await newMember(site);
  const { page } = await openBoard();
  await carryToken(page, site, await tokenFor(site, who));
  await inDatabase(site, (db) =>
    db
      .insertInto('boardMessages')
      .values({ text: '等着看的话', nickname: who.nickname, authorId: who.id, createdAt: Date.now(), state: 'held' })
      .execute(),
  );
  await page.reload();
  await hydrated(page);
  await row(page, '等着看的话').getByText('审核中').waitFor({ timeout: 10_000 });
  expect(await slip(page, '等着看的话').count()).toBe(0);
  const other = await openBoard();
  expect(await row(other.page, '等着看的话').count()).toBe(0);

  const id = (await newest())?.id ?? 0;
  await releaseBoardMessage(site, id);
  await row(other.page, '等着看的话').waitFor({ timeout: 10_000 });
  await expect.poll(() => row(page, '等着看的话').getByText('审核中').count()).toBe(0);
  expect(await row(page, '等着看的话').count()).toBe(1);
});

test('a message hidden by the staff disappears from open screens and returns on release', async () => {
  const { page, faults } = await openBoard();
  await leave(page, '要收起的话');
  await toast(page, '留言成功');
  const other = await openBoard();
  await other.listening;
  const shown = [row(page, '要收起的话'), row(other.page, '要收起的话'), slip(other.page, '要收起的话')];
  await expect
    .poll(async () => (await Promise.all(shown.map((one) => one.count()))).every((count) => count === 1))
    .toBe(true);
  const id = (await newest())?.id ?? 0;
  await sendToReview(site, id);
  for (const one of shown) await one.waitFor({ state: 'detached', timeout: 10_000 });
  await releaseBoardMessage(site, id);
  for (const one of shown) await one.first().waitFor({ state: 'attached', timeout: 10_000 }); // flies in again
  expect([...faults, ...other.faults]).toEqual([]);
});

test('a message hidden while a screen was cut off disappears from it once it is back', async () => {
  const { page } = await openBoard();
  await leave(page, '断网时收起的话');
  await toast(page, '留言成功');
  await row(page, '断网时收起的话').waitFor();
  const id = (await newest())?.id ?? 0;
  await page.context().setOffline(true);
  await sendToReview(site, id);
  await workDone(site);
  await page.context().setOffline(false);
  await row(page, '断网时收起的话').waitFor({ state: 'detached', timeout: 15_000 });
  await releaseBoardMessage(site, id);
  await row(page, '断网时收起的话').waitFor({ timeout: 10_000 });
});

test('a member reports a message once, a visitor is asked to log in', async () => {
  await inDatabase(site, (db) =>
    db.insertInto('boardMessages').values({ text: '买药加我', nickname: '游客', createdAt: Date.now() }).execute(),
  );
  await dropPages(site, 'board');
  const { page } = await openBoard();
  await expect
    .poll(async () => (await page.reload()) && (await row(page, '买药加我').count()), { timeout: 10_000 })
    .toBe(1);
  await hydrated(page);
  const ask = () => row(page, '买药加我').getByRole('button', { name: '举报' }).click();
  await ask();
  await page.getByRole('dialog').getByText('登录').first().waitFor();

  const who = await newMember(site);
  await carryToken(page, site, await tokenFor(site, who));
  await page.reload();
  await hydrated(page);
  await ask();
  const dialog = page.getByRole('dialog', { name: '举报这条留言' });
  await dialog.getByRole('button', { name: '举报' }).click();
  await dialog.locator('.error', { hasText: '请说明理由' }).waitFor();
  await dialog.getByRole('button', { name: '垃圾广告' }).click();
  await dialog.getByRole('button', { name: '举报' }).click();
  await toast(page, '举报成功，谢谢你');
  await dialog.waitFor({ state: 'detached' });
  const reports = await inDatabase(site, (db) => db.selectFrom('reports').select(['reporterId', 'reason']).execute());
  expect(reports).toEqual([{ reporterId: who.id, reason: '垃圾广告' }]);
});

test('hostile texts do not run', async () => {
  const { page, faults } = await openBoard();
  const texts = [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    '\u202e倒着的\u2066',
  ];
  page.on('dialog', () => expect.fail('a script ran'));
  for (const text of texts) {
    await forgetTries(site);
    await page.reload();
    await hydrated(page);
    await leave(page, text);
    await toast(page, '留言成功');
    await row(page, text).waitFor();
  }
  // the page is rendered anew a moment after the last one
  await expect
    .poll(async () => (await page.reload()) && (await row(page, texts.at(-1) ?? '').count()), { timeout: 10_000 })
    .toBe(1);
  for (const text of texts) expect(await row(page, text).count()).toBe(1);
  expect(faults).toEqual([]);
});

test('with reduced motion the list is shown, and writing works', async () => {
  const { page } = await openBoard({ reducedMotion: 'reduce', width: widths.phone });
  expect(await page.locator('.barrage-slip').count()).toBe(0);
  await leave(page, '静静地');
  await toast(page, '留言成功');
  expect(await row(page, '静静地').isVisible()).toBe(true);
});

test('the picture behind the list stays while the list grows, as it does when a slow line brings the page in pieces', async () => {
  const { page, faults } = await openBoard({ width: widths.phone, reducedMotion: 'reduce' });
  const cover = page.locator('.board-picture .cover:visible');
  const before = await cover.boundingBox();
  await page
    .locator('.board-list li')
    .first()
    .evaluate((row) => {
      for (let count = 0; count < 20; count++) row.after(row.cloneNode(true));
    });
  expect(await cover.boundingBox()).toEqual(before);
  expect((before?.y ?? 0) + (before?.height ?? 0)).toBeCloseTo(900, 0);
  expect(faults).toEqual([]);
});

test('a toast shown before its script has loaded is not lost', async () => {
  const { page } = await openBoard();
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/deferred-[^/]*\.js/, (route) => mayCome.then(() => route.continue()));
  await page.reload();
  await hydrated(page);
  await leave(page, '手快');
  await row(page, '手快').waitFor();
  expect(await page.locator('.toast').count()).toBe(0);
  letCome();
  await toast(page, '留言成功');
});

test('on the smallest screen writing works by keyboard alone, in the list as well', async () => {
  const { page } = await openBoard({ width: widths.phone });
  await page.getByRole('button', { name: '列表' }).click();
  await line(page).focus();
  await page.keyboard.type('用键盘写的');
  await page.keyboard.press('Enter');
  await toast(page, '留言成功');
  expect(await row(page, '用键盘写的').isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone);
});

test('axe finds nothing at any width, light and dark', async () => {
  const { page } = await openBoard();
  await leave(page, '');
  await page.getByRole('alert').filter({ hasText: '留言不能为空' }).waitFor();
  expect(await flawsAtAll(page)).toEqual([]);
});
