import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { approveFriend, dropPages, inDatabase } from './arrange.ts';
import { hydrated } from './browser.ts';
import { flawsAtAll } from './looked-at.ts';
import { forgetTries, workDone } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage({ TRUST_PROXY: '1' });
afterEach(async () => {
  await inDatabase(site, (db) => db.deleteFrom('links').where('email', '<>', '').execute());
});

let visitors = 0;

/** Each visitor has an address of their own: the call counts by it. */
async function openLinks() {
  const from = { 'x-forwarded-for': `192.0.2.${++visitors}` };
  const visitor = await openPage({ extraHTTPHeaders: from });
  await visitor.page.goto('/links');
  await hydrated(visitor.page);
  return visitor;
}

const friend = {
  网站名称: '河边修表铺',
  网址: 'https://xiubiao.example',
  网站简介: '修表，也修时间。',
  头像地址: 'https://xiubiao.example/face.png',
  邮箱: 'a@xiubiao.example',
};
const form = (page: Page) => page.getByRole('region', { name: '申请友链' });
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name });
const submit = (page: Page) => form(page).getByRole('button', { name: '提交申请' }).click();
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
async function fill(page: Page, change: Partial<typeof friend> = {}) {
  for (const [name, text] of Object.entries({ ...friend, ...change })) await field(page, name).fill(text);
}
const applied = () =>
  inDatabase(site, (db) => db.selectFrom('links').selectAll().where('email', '<>', '').orderBy('id').execute());

test('a link application is hidden until approved and then listed', async () => {
  const { page, faults } = await openLinks();
  await fill(page);
  await submit(page);
  await toast(page, '提交成功，请等待审核');
  const said = form(page).getByRole('heading', { name: '已经收到「河边修表铺」的申请' });
  await said.waitFor();
  expect(await said.evaluate((heading) => heading === document.activeElement)).toBe(true);
  await form(page).getByRole('button', { name: '再申请一个' }).click();
  for (const name of Object.keys(friend)) expect(await field(page, name).inputValue()).toBe('');
  const [link] = await applied();
  expect(link).toMatchObject({ name: '河边修表铺', url: 'https://xiubiao.example', state: 'pending' });
  await page.reload();
  await hydrated(page);
  expect(await page.getByText('河边修表铺').count()).toBe(0);

  await approveFriend(site, link?.id ?? 0, '手艺');
  await expect
    .poll(async () => (await page.reload()) && (await page.getByRole('link', { name: /河边修表铺/ }).count()), {
      timeout: 10_000,
    })
    .toBe(1);
  await expect
    .poll(() => inDatabase(site, (db) => db.selectFrom('keptMails').select(['recipient', 'subject']).execute()), {
      timeout: 10_000,
    })
    .toEqual([{ recipient: friend.邮箱, subject: '友链申请通过了' }]);
  expect(faults).toEqual([]);
});

test('a site already listed, in any spelling, is refused and the input kept', async () => {
  const { page } = await openLinks();
  await fill(page);
  await submit(page);
  await toast(page, '提交成功，请等待审核');
  await form(page).getByRole('button', { name: '再申请一个' }).click();
  await fill(page, { 网址: 'http://WWW.xiubiao.example/' });
  await submit(page);
  await toast(page, '友链已存在，如需修改请留言!');
  await form(page).getByText('友链已存在，如需修改请留言!').waitFor();
  expect(await field(page, '网址').getAttribute('aria-invalid')).toBe('true');
  for (const [name, text] of Object.entries({ ...friend, 网址: 'http://WWW.xiubiao.example/' }))
    expect(await field(page, name).inputValue()).toBe(text);
  expect(await applied()).toHaveLength(1);
});

test('each missing field shows its error, the first has the focus, and server errors show at their field', async () => {
  const { page } = await openLinks();
  await submit(page);
  const needed = Object.keys(friend).filter((name) => name !== '头像地址');
  for (const name of needed) await form(page).getByText(`请输入${name}`).waitFor();
  expect(await form(page).getByText('请输入头像地址').count()).toBe(0);
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('name');

  for (const [name, text, refusal] of [
    ['网址', 'xiubiao', '请输入正确的网址'],
    ['网址', 'javascript:alert(1)', '请输入正确的网址'],
    ['网址', 'http://127.0.0.1/', '这个地址别人打不开，请换成公网上的'],
    ['头像地址', '/face.png', '请输入正确的头像地址'],
    ['邮箱', 'a@b', '请输入正确的邮箱'],
  ] as const) {
    await fill(page, { [name]: text });
    await submit(page);
    await form(page).getByText(refusal).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    expect(await field(page, name).getAttribute('aria-invalid')).toBe('true');
    await forgetTries(site);
  }
  expect(await applied()).toEqual([]);
});

test('an unreachable link is marked, and a random visit skips it', async () => {
  const friends = [
    { name: '失联的邻居', url: 'https://gone.example/', reachable: 0 },
    { name: '在家的邻居', url: 'https://home.example/', reachable: 1 },
  ];
  await inDatabase(site, async (db) => {
    await db.deleteFrom('links').execute();
    await db
      .insertInto('links')
      .values(friends.map((one) => ({ ...one, groupName: '朋友', intro: '写字', createdAt: 0 })))
      .execute();
  });
  await dropPages(site, 'links');
  await workDone(site);
  const { page } = await openLinks();
  const gone = page.getByRole('listitem').filter({ hasText: '失联的邻居' });
  await gone.getByText('失联', { exact: true }).waitFor();
  const home = page.getByRole('listitem').filter({ hasText: '在家的邻居' });
  expect(await home.getByText('失联', { exact: true }).count()).toBe(0);
  expect(await home.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer');

  await page.evaluate(() => {
    window.open = (url, target, features) => {
      document.title = `${url} ${target} ${features}`;
      return null;
    };
  });
  for (let knocks = 0; knocks < 4; knocks++) {
    await page.getByRole('button', { name: '随机访问' }).click();
    expect(await page.title()).toBe('https://home.example/ _blank noopener,noreferrer');
  }
});

test('axe finds nothing at any width, light and dark, and nothing is wider than the screen', async () => {
  const { page } = await openLinks();
  await submit(page);
  await form(page).getByText('请输入邮箱').waitFor();
  expect(await flawsAtAll(page, ['main'])).toEqual([]);
});
