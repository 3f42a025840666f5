import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { approveComment, changeSettings, inDatabase, writeArticle } from './arrange.ts';
import { hydrated, openBrowser, openPage, widths } from './browser.ts';
import { enterAs, forgetTries, type Member, newMember, workDone } from './members.ts';
import { type Site, startSite } from './site.ts';

/** Three browsers, a server and whoever else is at work share the machine. */
vi.setConfig({ testTimeout: 300_000, expect: { poll: { timeout: 60_000 } } });
const timeoutMs = 60_000;
const secret = '只有打开的人读得到的一句';

let site: Site;
let browsers: Browser[];
let lin: Member;
let ming: Member;
const opened: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  const start = () => openBrowser();
  [site, ...browsers] = await Promise.all([startSite({ SAMPLE_CONTENT: '0' }), start(), start(), start()]);
  [lin, ming] = [await newMember(site), await newMember(site)];
}, 120_000);
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await site.remove();
});

/** 小林's browser, 阿明's and a visitor's, each a program of its own, all at one address and listening. */
async function allAt(path: string) {
  const [first, second, third] = browsers as [Browser, Browser, Browser];
  return {
    lin: await open(first, path, lin),
    ming: await open(second, path, ming),
    visitor: await open(third, path),
  };
}

const faults: string[] = [];

async function open(browser: Browser, path: string, who?: Member) {
  const opening = await openPage(browser, site, { viewport: { width: widths.wide, height: 900 } });
  opening.page.setDefaultTimeout(timeoutMs);
  opened.push({
    close: () => {
      faults.push(...opening.faults);
      return opening.close();
    },
  });
  if (who) await enterAs(opening.page, site, who);
  await visit(opening.page, path);
  return opening.page;
}

/** From here on nothing that happens is missed. */
async function visit(page: Page, path: string) {
  const topic = /^\/article\//.test(path) ? 'topic=article' : path === '/message' ? 'topic=board' : 'v1/stream';
  const listening = page.waitForResponse((answer) => answer.url().includes(topic) && answer.ok());
  await Promise.all([listening, page.goto(path)]);
  await hydrated(page);
  if (path.startsWith('/article/')) {
    await page.locator('#comments').scrollIntoViewIfNeeded();
    await page.locator('#comments .push', { hasText: '/ 1000' }).first().waitFor();
  }
}

let written = 0;
async function write(readType = 0) {
  const markdown = `开头人人能读。\n\n<!-- more -->\n\n${secret}。`;
  const title = `第 ${++written} 篇`;
  return writeArticle(site, { authorId: lin.id, title, markdown, readType });
}

const field = (page: Page) => page.getByRole('textbox', { name: '写评论' });
const send = (page: Page) => page.getByRole('button', { name: '发布' });
const said = (page: Page, text: string) => page.locator('.comment-text', { hasText: text });
const comment = (page: Page, text: string) => page.locator('.comment', { has: said(page, text) }).last();
const fresh = (page: Page) => page.getByRole('button', { name: /\d+ 条新评论/ });
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const act = (page: Page, name: 'like' | 'collect') => page.locator(`.article-rail [data-do="${name}"]`);
const count = (page: Page, counter: 'likes' | 'collects') =>
  page
    .locator(`.article-rail [data-part="${counter}"]`)
    .innerText()
    .then((shown) => shown.replace('\u200b', ''));
const notice = (page: Page, text: string) => page.locator('.notice-days .notice', { hasText: text });
const rung = (page: Page) =>
  page.locator('.header-member .icon-button.unread-dot[aria-label="通知，有未读"]').waitFor({ state: 'attached' });
const pressed = (page: Page, name: 'like' | 'collect') =>
  expect.poll(() => act(page, name).getAttribute('aria-pressed'));

async function say(page: Page, text: string) {
  await field(page).fill(text);
  await send(page).first().click();
  await said(page, text).first().waitFor();
}

/** Shows what arrived meanwhile. */
async function seesNew(page: Page, text: string) {
  await expect
    .poll(async () => {
      if (await fresh(page).isVisible()) await fresh(page).click();
      return said(page, text).count();
    })
    .toBeGreaterThan(0);
}

async function remove(page: Page, text: string) {
  await comment(page, text).getByRole('button', { name: '删除' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await toast(page, '评论已删除');
}

test('a comment, its reply and their deletion are seen live by all three, and both bells are marked', async () => {
  const path = `/article/${await write()}`;
  const all = await allAt(path);
  await say(all.ming, '第三段写得真好');
  await rung(all.lin);
  for (const page of [all.lin, all.visitor]) await seesNew(page, '第三段写得真好');

  await comment(all.lin, '第三段写得真好').getByRole('button', { name: '回复' }).click();
  await all.lin.getByRole('textbox', { name: `回复 ${ming.nickname}` }).fill('改了七遍');
  await send(all.lin).last().click();
  await said(all.lin, '改了七遍').waitFor();
  await rung(all.ming);
  for (const page of [all.ming, all.visitor]) await seesNew(page, '改了七遍');

  await remove(all.ming, '第三段写得真好');
  for (const page of [all.lin, all.visitor]) {
    await expect.poll(() => page.locator('.comments-list').innerText()).toContain('该评论已删除');
    await expect.poll(() => said(page, '第三段写得真好').count()).toBe(0);
    expect(await said(page, '改了七遍').count()).toBe(1);
  }
  await remove(all.lin, '改了七遍');
  for (const page of [all.ming, all.visitor]) await expect.poll(() => said(page, '改了七遍').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('likes, collects and follows update the others’ screens, and withdrawn ones leave no notice', async () => {
  const path = `/article/${await write()}`;
  const all = await allAt(path);
  const title = `第 ${written} 篇`;
  await act(all.ming, 'like').click();
  await act(all.ming, 'collect').click();
  await pressed(all.ming, 'like').toBe('true');
  await pressed(all.ming, 'collect').toBe('true');
  for (const page of [all.lin, all.visitor]) {
    await expect.poll(() => count(page, 'likes')).toBe('1');
    await expect.poll(() => count(page, 'collects')).toBe('1');
    expect(await act(page, 'like').getAttribute('aria-pressed')).toBe('false');
  }
  await rung(all.lin);

  await visit(all.lin, '/notice?type=3');
  await notice(all.lin, title).waitFor();
  await act(all.ming, 'like').click();
  await expect.poll(() => notice(all.lin, title).count()).toBe(0);
  await expect.poll(() => count(all.visitor, 'likes')).toBe('');

  await visit(all.lin, '/notice?type=2');
  const writer = all.ming.locator('.article-writer-line button');
  await writer.click();
  await notice(all.lin, ming.nickname).waitFor();
  await expect.poll(() => writer.innerText()).toBe('已关注');
  await writer.click();
  await expect.poll(() => notice(all.lin, ming.nickname).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a comment unlocks an article in place for its author only', async () => {
  const all = await allAt(`/article/${await write(1)}`);
  await all.lin.getByText(secret).waitFor();
  for (const page of [all.ming, all.visitor]) expect(await page.content()).not.toContain(secret);
  await say(all.ming, '为了后半篇');
  await all.ming.getByText(secret).waitFor();
  await seesNew(all.visitor, '为了后半篇');
  expect(await all.visitor.content()).not.toContain(secret);
  expect(await all.visitor.locator('.article-gate').count()).toBe(1);
  expect(faults).toEqual([]);
});

test('a like unlocks an article in place for the member, and the others see the like', async () => {
  const all = await allAt(`/article/${await write(2)}`);
  expect(await all.ming.content()).not.toContain(secret);
  await all.ming.locator('.article-gate [data-do="like"]').click();
  await all.ming.getByText(secret).waitFor();
  for (const page of [all.lin, all.visitor]) await expect.poll(() => count(page, 'likes')).toBe('1');
  expect(await all.visitor.content()).not.toContain(secret);
  expect(faults).toEqual([]);
});

test('a held comment is visible to its author alone, as 审核中; once released it appears live for others', async () => {
  const id = await write();
  await changeSettings(site, { moderation: { hold: ['加微信'] } });
  await workDone(site); // the site knows its new settings
  const all = await allAt(`/article/${id}`);
  await say(all.ming, '来加微信细聊');
  await comment(all.ming, '来加微信细聊').getByText('审核中').waitFor();
  // a later comment is shown: the held one would have been shown before
  await say(all.ming, '这一句没有什么');
  for (const page of [all.lin, all.visitor]) {
    await seesNew(page, '这一句没有什么');
    expect(await page.content()).not.toContain('加微信');
  }
  const held = (await inDatabase(site, (db) =>
    db.selectFrom('comments').select('id').where('state', '=', 'held').executeTakeFirstOrThrow(),
  )) as { id: number };
  await approveComment(site, held.id);
  for (const page of [all.lin, all.visitor]) await seesNew(page, '来加微信细聊');
  await rung(all.lin);
  await visit(all.ming, `/article/${id}`);
  await said(all.ming, '来加微信细聊').waitFor();
  expect(await all.ming.getByText('审核中').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a new board message appears live for everybody', async () => {
  await forgetTries(site);
  const all = await allAt('/message');
  const leave = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: '留言' }).fill(text);
    await page.locator('.board-form button[type=submit]').click();
    await toast(page, '留言成功');
  };
  const row = (page: Page, text: string) => page.locator('.board-list li', { hasText: text });
  await leave(all.visitor, '路过，看看花');
  for (const page of [all.lin, all.ming]) await row(page, '路过，看看花').waitFor();
  await leave(all.ming, '花开得正好');
  for (const page of [all.lin, all.visitor]) {
    await row(page, '花开得正好').waitFor();
    expect(await row(page, '花开得正好').innerText()).toContain(ming.nickname);
  }
  expect(faults).toEqual([]);
});
