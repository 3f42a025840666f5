import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { changeSettings } from './arrange.ts';
import { hydrated } from './browser.ts';
import { carryToken, type Member, newMember, tokenFor, workDone } from './members.ts';
import { openStage } from './stage.ts';

/** Short journeys through comments, says, the board and logging in; their own specs go further, on every push. */
const { site, openPage } = openStage();
vi.setConfig({ testTimeout: 60_000, expect: { poll: { timeout: 25_000 } } });

let ming: Member;
beforeAll(async () => {
  ming = await newMember(site);
  await changeSettings(site, { says: { members: true } });
  await workDone(site);
});

async function open(path: string, who?: Member) {
  const { page, faults } = await openPage({ viewport: { width: 1600, height: 900 } });
  page.setDefaultTimeout(25_000);
  if (who) await carryToken(page, site, await tokenFor(site, who));
  await page.goto(path);
  await hydrated(page);
  return { page, faults };
}

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name });

test('a member logs in by password and comments; another reader sees it without a reload', async () => {
  const { page, faults } = await open('/article/1');
  const other = await open('/article/1');
  const comments = (of: Page) => of.locator('#comments');
  await comments(other.page).scrollIntoViewIfNeeded();
  await page.waitForSelector('.shell-tools', { state: 'attached' });
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await page.locator('dialog [name="email"]').fill(ming.email);
  await page.locator('dialog [name="password"]').fill(ming.password);
  await Promise.all([page.waitForEvent('load'), page.locator('dialog [type=submit]').click()]);
  await hydrated(page);
  await toast(page, '登录成功');

  await comments(page).scrollIntoViewIfNeeded();
  await textbox(page, '写评论').fill('桥下的水涨了 **一寸**');
  await page.getByRole('button', { name: '发布' }).first().click();
  const written = (of: Page) => comments(of).locator('.comment-text', { hasText: '桥下的水涨了' }).locator('strong');
  await written(page).waitFor();
  // offered above the list, so that nothing moves under a reader
  await expect
    .poll(async () => {
      const offer = comments(other.page).getByRole('button', { name: /条新评论/ });
      if (await offer.isVisible()) await offer.click();
      return written(other.page).count();
    })
    .toBe(1);
  expect([...faults, ...other.faults]).toEqual([]);
});

test('a member says something, and it is on top for everyone', async () => {
  const { page, faults } = await open('/newSays', ming);
  await textbox(page, '说说内容').fill('下了夜班，桥底下有人吹口琴。 #路上');
  await page.getByRole('button', { name: '发布' }).click();
  await page.waitForURL('**/say');
  const visitor = await open('/say');
  await visitor.page.locator('.say', { hasText: '吹口琴' }).getByRole('link', { name: '#路上' }).waitFor();
  expect([...faults, ...visitor.faults]).toEqual([]);
});

test('a visitor leaves a message, which stays after a reload; a second at once is refused and kept', async () => {
  const { page, faults } = await open('/message');
  const leave = async (text: string) => {
    await textbox(page, '留言').fill(text);
    await textbox(page, '留言').press('Enter');
  };
  await leave('路过，喝口水');
  await toast(page, '留言成功');
  const row = page.locator('.board-list li', { hasText: '路过，喝口水' });
  await expect.poll(async () => (await page.reload()) && (await row.count())).toBe(1);
  await hydrated(page);
  await leave('再喝一口');
  await toast(page, '30秒后才能再次留言');
  expect(await textbox(page, '留言').inputValue()).toBe('再喝一口');
  expect(faults.filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([]);
});
