import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { noise } from '../apps/server/test/noise.ts';
import { inDatabase } from './arrange.ts';
import { widths } from './browser.ts';
import { alive, commentsOn, field, give, login, removeComments, row, say, send, toast } from './commenting.ts';
import { newMember } from './members.ts';
import { openStage } from './stage.ts';

/** The form of a comment stands for every form of the kit; the specs of the others hold their differences. */
const { site, openPage } = openStage();
const open = commentsOn({ site, openPage });
afterEach(() => removeComments(site));
vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 25_000 } } });

const input = (page: Page) => page.locator('#comments input[type="file"]').first();
const refusal = (page: Page, text: string) => page.locator('#comments .error', { hasText: text }).waitFor();
const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement);
const png = async (name = 'a.png', size = 60) => ({ name, mimeType: 'image/png', buffer: await noise(size) });
/** Number of comments with this text. */
const sent = async (text: string) =>
  (await inDatabase(site, (db) => db.selectFrom('comments').select('id').where('text', '=', text).execute())).length;
const uploaded = (page: Page, number: number) => page.getByAltText(`第 ${number} 张图`);

test('words and pictures survive a reload, a lost reply and a failed try; a retry sends them once, and the draft goes', async () => {
  const { page } = await open(await newMember(site));
  await field(page).fill('路上丢了一次');
  await input(page).setInputFiles(await png());
  await uploaded(page, 1).waitFor();
  await page.reload();
  await alive(page);
  await expect.poll(() => field(page).inputValue()).toBe('路上丢了一次');
  await uploaded(page, 1).waitFor();

  await page.route('**/v1/comment/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await send(page).click();
  await refusal(page, '提交失败，内容还在');
  expect(await field(page).inputValue()).toBe('路上丢了一次');
  await page.unroute('**/v1/comment/');
  await page.route('**/v1/comment/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch(); // the request arrives, and its reply is lost
    return route.abort();
  });
  await send(page).click();
  await expect.poll(() => sent('路上丢了一次')).toBe(1);
  await refusal(page, '提交失败，内容还在');
  expect(await field(page).inputValue()).toBe('路上丢了一次');
  await page.unroute('**/v1/comment/');
  await send(page).click();
  await toast(page, '评论成功');
  expect(await sent('路上丢了一次')).toBe(1);
  expect([await field(page).inputValue(), await page.locator('.comment-form-pictures').count()]).toEqual(['', 0]);
  await page.reload();
  await alive(page);
  expect(await field(page).inputValue()).toBe('');
});

test('a visitor who sends is asked to log in; words and caret are there after it, and nothing is left once sent', async () => {
  const lin = await newMember(site);
  const { page } = await open();
  await field(page).fill('写了很久的一段话');
  await send(page).click();
  await login(page).waitFor();
  await page.reload();
  await alive(page);
  await expect.poll(() => field(page).inputValue()).toBe('写了很久的一段话');

  await send(page).click();
  const dialog = login(page);
  await dialog.locator('[name="email"]').fill(lin.email);
  await dialog.locator('[name="password"]').fill(lin.password);
  await dialog.locator('[type="submit"]').click();
  await toast(page, '登录成功');
  await alive(page);
  await expect.poll(() => field(page).inputValue()).toBe('写了很久的一段话');
  await expect.poll(() => isFocused(field(page))).toBe(true);
  await page.keyboard.type('，续上了');
  expect(await field(page).inputValue()).toBe('写了很久的一段话，续上了');
  await send(page).click();
  await row(page, '写了很久的一段话，续上了').waitFor();
  expect(await field(page).inputValue()).toBe('');
  await page.reload();
  await alive(page);
  expect(await field(page).inputValue()).toBe('');
});

test('while it is sent the field waits, so that nothing typed then is lost, and a second press sends nothing', async () => {
  const { page } = await open(await newMember(site));
  await field(page).fill('等一等');
  const gate = Promise.withResolvers<void>();
  let tries = 0;
  await page.route('**/v1/comment/', async (route) => {
    tries += 1;
    await gate.promise;
    await route.continue();
  });
  await send(page).click();
  await expect.poll(() => field(page).isEditable()).toBe(false);
  await page.keyboard.insertText('还有一句');
  await field(page).press('Control+Enter');
  await page.getByRole('button', { name: '正在发布…' }).click({ force: true });
  gate.resolve();
  await toast(page, '评论成功');
  await expect.poll(() => field(page).isEditable()).toBe(true);
  expect(await field(page).inputValue()).toBe('');
  expect([tries, await sent('等一等')]).toEqual([1, 1]);
});

test('what is blank or too long is refused at the field, which has the focus, until it is changed', async () => {
  const { page } = await open(await newMember(site));
  for (const [text, words] of [
    ['', '评论不能为空'],
    ['   ', '评论不能为空'],
    ['\u200b', '评论不能为空'],
    ['字'.repeat(1001), '评论不能超过 1000 个字'],
  ] as const) {
    await field(page).fill(text);
    await send(page).click();
    await refusal(page, words);
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => isFocused(field(page))).toBe(true);
    expect(await field(page).inputValue()).toBe(text);
    if (text.length > 3) await page.getByText('1001 / 1000').waitFor();
    await field(page).press('End');
    await page.keyboard.insertText('好');
    expect(await field(page).getAttribute('aria-invalid')).toBe('false');
  }
});

test('by keyboard alone a sticker, emoji, a mention and a picture are inserted, and it is sent', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const { page, faults } = await open(ming);
  await say(page, '我在这里'); // makes its author one to be mentioned
  const { page: other } = await open(lin);
  await other.getByRole('button', { name: '表情' }).press('Enter');
  const search = other.getByRole('searchbox', { name: '搜表情' });
  await expect.poll(() => isFocused(search)).toBe(true);
  await other.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await other.getByRole('button', { name: '表情' }).press('Enter');
  await search.fill('xx');
  await other.getByRole('button', { name: '谢谢' }).first().waitFor();
  await other.keyboard.press('ArrowDown');
  await other.keyboard.press('Enter');
  await expect.poll(() => field(other).inputValue()).toBe(':墨团_谢谢:');
  await other.getByRole('button', { name: '表情' }).press('Enter');
  await search.fill('开心');
  await other.getByRole('button', { name: '😄' }).waitFor();
  await other.getByRole('button', { name: '😄' }).press('Enter');
  await expect.poll(() => field(other).inputValue()).toBe(':墨团_谢谢:😄');
  await search.waitFor({ state: 'detached' });

  await field(other).press('End');
  await other.keyboard.type(` @${ming.nickname}`);
  const option = other.getByRole('option', { name: ming.nickname, exact: true });
  await option.waitFor();
  await other.keyboard.press('Escape');
  await option.waitFor({ state: 'detached' });
  await other.keyboard.press('Backspace');
  await other.keyboard.type(ming.nickname.slice(-1));
  await option.waitFor();
  await other.keyboard.press('Enter');
  expect(await field(other).inputValue()).toBe(`:墨团_谢谢:😄 @${ming.nickname} `);
  await input(other).setInputFiles(await png());
  await uploaded(other, 1).waitFor();
  await field(other).press('Control+Enter');
  const mine = row(other, '😄');
  await mine.waitFor();
  expect(await mine.getByAltText('[墨团·谢谢]').boundingBox()).toMatchObject({ width: 104, height: 104 });
  expect(await mine.locator('a.mention').getAttribute('href')).toBe(`/user/${ming.id}`);
  await mine.getByRole('link', { name: '看图 1' }).click();
  await other.getByRole('dialog', { name: '看图' }).getByRole('img', { name: '第 1 张图' }).waitFor();
  expect(faults).toEqual([]);
});

test('a picture over 10 MB is scaled down; an animated one, a file of another kind and a tenth are refused with a reason', async () => {
  const { page, faults } = await open(await newMember(site));
  const large = await png('大.png', 2000);
  expect(large.buffer.length).toBeGreaterThan(10 * 1024 * 1024);
  await input(page).setInputFiles([await png(), large]);
  await uploaded(page, 2).waitFor({ timeout: 60_000 });
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(11 * 1024 * 1024)]);
  await input(page).setInputFiles({ name: '动.gif', mimeType: 'image/gif', buffer: gif });
  await refusal(page, '「动.gif」超过 10 MB。动图缩小会停住不动');
  expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0);
  await page.getByRole('button', { name: '取消上传 动.gif' }).click();
  await input(page).setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await toast(page, '「说明.txt」不是图片，没有添加');
  await page.getByRole('button', { name: '移除第 1 张图' }).click();
  const pictures = page.locator('.comment-form-pictures > li');
  expect(await pictures.count()).toBe(1);
  await input(page).setInputFiles(await Promise.all(Array.from({ length: 9 }, (_, n) => png(`${n}.png`, 8 + n))));
  await toast(page, '最多 9 张图片');
  await uploaded(page, 9).waitFor();
  expect(await pictures.count()).toBe(9);
  await field(page).fill('缩小过的图');
  await send(page).first().click();
  await row(page, '缩小过的图').getByRole('link', { name: '看图 9' }).waitFor();
  expect(faults).toEqual([]);
});

test('pasted and dropped pictures are uploaded; one that fails holds the form back, with the focus on its retry', async () => {
  const { page } = await open(await newMember(site));
  let tries = 0;
  await page.route('**/file/upload', (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  await field(page).fill('贴一张，拖一张');
  await give(field(page), 'paste', await png('a.png'));
  await page.getByRole('button', { name: '重试' }).waitFor();
  await send(page).first().click();
  await refusal(page, '有图片上传失败');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('重试');
  await page.getByRole('button', { name: '重试' }).click();
  await uploaded(page, 1).waitFor();
  await give(field(page), 'drop', await png('b.png', 64));
  await uploaded(page, 2).waitFor();
  await send(page).first().click();
  await row(page, '贴一张，拖一张').getByRole('link', { name: '看图 2' }).waitFor();
});

test('a picture still uploading holds back the form and who leaves, and goes on when the article opens again', async () => {
  const { page, faults } = await open(await newMember(site));
  const gate = Promise.withResolvers<void>();
  let tries = 0;
  await page.route('**/file/upload', async (route) => {
    tries += 1;
    await gate.promise;
    await route.continue().catch(() => {}); // a form that closes stops its upload
  });
  await field(page).fill('慢慢传的图');
  await input(page).setInputFiles(await png());
  await send(page).first().click();
  await refusal(page, '图片还在上传，请稍候');
  const held = page.waitForEvent('dialog');
  const leaving = page.evaluate(() => location.reload()).catch(() => {});
  const dialog = await held;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;

  await page.getByRole('link', { name: '归档' }).first().click();
  await page.waitForURL('**/archive');
  await page.goBack();
  await page.getByAltText('a.png').waitFor();
  await expect.poll(() => tries).toBe(2);
  gate.resolve();
  await uploaded(page, 1).waitFor();
  await send(page).first().click();
  await row(page, '慢慢传的图').getByRole('link', { name: '看图 1' }).waitFor();
  expect(faults).toEqual([]);
});

test('on a phone the pictures are a row of thumbnails, and what was just sent is in sight, with no toast on it', async () => {
  const { page, faults } = await open(await newMember(site), { viewport: { width: widths.phone, height: 700 } });
  await input(page).setInputFiles([await png('a.png'), await png('b.png', 64)]);
  await uploaded(page, 2).waitFor();
  const boxes = await page.locator('.comment-form-pictures > li').evaluateAll((items) =>
    items.map((item) => {
      const { width, height, top } = item.getBoundingClientRect();
      return [Math.max(width, height) <= 96, Math.round(top)];
    }),
  );
  expect(boxes).toEqual([boxes[0], boxes[0]]);
  expect(boxes[0]?.[0]).toBe(true);
  await page.getByRole('button', { name: '移除第 2 张图' }).click();
  await page.getByRole('button', { name: '移除第 1 张图' }).click();

  await field(page).evaluate((one) => scrollBy(0, one.getBoundingClientRect().top - innerHeight + 220));
  await say(page, '灯下看完的');
  await toast(page, '评论成功');
  const posted = await row(page, '灯下看完的').boundingBox();
  const lying = await page.locator('.toast').last().boundingBox();
  if (!posted || !lying) throw new Error('没有评论或提示');
  expect(posted.y).toBeGreaterThanOrEqual(0);
  expect(posted.y + posted.height).toBeLessThanOrEqual(lying.y);
  expect(faults).toEqual([]);
});
