import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hydrated, openBrowser, openPage } from './browser.ts';
import { arrived, numberOf, onServer, press, says, shown, strip, text, title, write } from './desk.ts';
import { carryToken, inDatabase, type Member, newMember, tokenFor } from './members.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let browser: Browser;
const opened: { close: () => Promise<void> }[] = [];
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ SAMPLE_CONTENT: '0' }), openBrowser()]);
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});
afterAll(async () => {
  await browser.close();
  await site.remove();
});

const patience = 120_000;
/** What the browser itself says of a network that is gone, and of answers that refuse. */
const ours = (faults: string[]) => faults.filter((fault) => !/ERR_|status of 4\d\d|网络请求失败/.test(fault));

async function open(who: Member, at = '/newposts', options: object = {}) {
  const opening = await openPage(browser, site, options);
  opened.push(opening);
  opening.page.setDefaultTimeout(20_000);
  await carryToken(opening.page, site, await tokenFor(site, who));
  await opening.page.goto(at);
  await text(opening.page).waitFor();
  return opening;
}

/** An article with a few words that are on the server. */
async function begun(words = '雨水。') {
  const who = await newMember(site);
  const { page, faults } = await open(who);
  await title(page).fill('春天');
  await write(page, words);
  const id = await numberOf(page);
  await arrived(site, who, id, words);
  await says(page, '已存');
  return { who, page, faults, id };
}

async function another(page: Page, at: string) {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(20_000);
  await tab.goto(at);
  await text(tab).waitFor();
  return tab;
}

test('what is written is on the server without a word, under an address of its own', {
  timeout: patience,
}, async () => {
  const { who, page, faults, id } = await begun();
  await write(page, '惊蛰。');
  await arrived(site, who, id, '雨水。惊蛰。');
  await title(page).fill('春天来了');
  await page.keyboard.press('ControlOrMeta+s');
  await page.locator('.toast', { hasText: '已存' }).waitFor();
  expect((await onServer(site, who, id)).content.title).toBe('春天来了');
  await page.reload();
  await expect.poll(() => shown(page)).toBe('雨水。惊蛰。');
  expect(await page.locator('.strip').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('without a network it stays in the browser, and goes on when that is back', { timeout: patience }, async () => {
  const { who, page, faults, id } = await begun();
  await page.context().setOffline(true);
  await write(page, '惊蛰。');
  await says(page, '没有网络，已存在这台设备');
  expect((await onServer(site, who, id)).content.markdown).toBe('雨水。');
  await write(page, '春分。');
  await page.context().setOffline(false);
  await arrived(site, who, id, '雨水。惊蛰。春分。');
  await says(page, '已存');
  expect(ours(faults)).toEqual([]);
});

async function logIn(page: Page, { email, password }: Member) {
  const dialog = page.getByRole('dialog', { name: '登录', exact: true });
  await dialog.waitFor();
  await dialog.locator('[name="email"]').fill(email);
  await dialog.locator('[name="password"]').fill(password);
  await dialog.locator('[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}

const endSessions = (who: Member) =>
  inDatabase(site, (db) => db.deleteFrom('sessions').where('userId', '=', who.id).execute());

test('an expired session asks to log in over the text, and the same member goes on', {
  timeout: patience,
}, async () => {
  const { who, page, faults, id } = await begun();
  await endSessions(who);
  await write(page, '惊蛰。');
  await strip(page, '登录已过期').waitFor();
  await page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await write(page, '春分。');
  await press(page, '在此登录');
  await logIn(page, who);
  await arrived(site, who, id, '雨水。惊蛰。春分。');
  expect(await shown(page)).toBe('雨水。惊蛰。春分。');
  await says(page, '已存');
  expect(ours(faults)).toEqual([]);
});

test('somebody else who logs in gets none of it, and it waits for its writer', { timeout: patience }, async () => {
  const { who, page, id } = await begun();
  const other = await newMember(site);
  await endSessions(who);
  await write(page, '惊蛰。');
  await logIn(page, other);
  await strip(page, `现在登录的是${other.nickname}`).waitFor();
  await write(page, '春分。');
  expect(await shown(page)).toBe('雨水。惊蛰。春分。');
  const owned = await inDatabase(site, (db) =>
    db.selectFrom('articles').select('id').where('authorId', '=', other.id).execute(),
  );
  expect(owned).toEqual([]);
  expect((await onServer(site, who, id)).content.markdown).toBe('雨水。');

  await press(page, '新写一篇');
  await expect.poll(() => shown(page)).not.toContain('雨水');
  await carryToken(page, site, await tokenFor(site, who));
  await page.goto(`/newposts?id=${id}`);
  await strip(page, '找回来了').waitFor();
  await arrived(site, who, id, '雨水。惊蛰。春分。');
});
