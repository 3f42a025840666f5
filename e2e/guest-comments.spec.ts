import { beforeAll, expect, test, vi } from 'vitest';
import { changeSettings, inDatabase } from './arrange.ts';
import { barriers } from './axe.ts';
import { alive, commentsOn, field, row, send, toast } from './commenting.ts';
import { flawsAtAll } from './looked-at.ts';
import { carryToken, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const { site } = stage;
vi.setConfig({ testTimeout: 120_000 });
const openComments = commentsOn(stage);

beforeAll(() => changeSettings(site, { comments: { guests: 'held' } }));

const endPauses = () => inDatabase(site, (db) => db.deleteFrom('limits').where('name', 'like', 'guest%').execute());

test('a visitor writes with a name, sees it waiting after a reload, edits it and takes it back', async () => {
  const { page, faults } = await openComments();
  await field(page).click();
  const name = page.getByLabel('昵称');
  await name.waitFor();
  await field(page).fill('修伞老人那段我读了两遍。');
  await send(page).click();
  await page.getByText('请填写昵称').first().waitFor();
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill('林深时');
  await page.getByLabel('邮箱').fill('lin@example.com');
  await page.getByLabel('网址').fill('friend.example');
  expect(await page.getByLabel('有人回复写信给我').isChecked()).toBe(false);
  expect(await flawsAtAll(page, ['#comments'])).toEqual([]);
  await send(page).click();
  await toast(page, '评论成功，审核通过后大家就能看到');
  await row(page, '修伞老人').getByText('现在只有你看得见').waitFor();

  await page.reload();
  await alive(page);
  const waiting = row(page, '修伞老人');
  await waiting.getByText('现在只有你看得见').waitFor();
  expect(await waiting.locator('.badge').first().innerText()).toBe('访客');
  expect(await flawsAtAll(page, ['#comments'])).toEqual([]);
  await field(page).click();
  await page.getByText('以 林深时 的名义').waitFor();
  await waiting.getByRole('button', { name: '编辑' }).click();
  await page.getByRole('textbox', { name: '编辑评论' }).fill('修伞老人那段我读了三遍。');
  await page.getByRole('button', { name: '保存' }).click();
  await row(page, '读了三遍').waitFor();
  await row(page, '读了三遍').getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await row(page, '读了三遍').waitFor({ state: 'detached' });
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
});

test('a say takes a visitor’s comment; where it is off the form asks to log in', async () => {
  await changeSettings(site, { comments: { guests: 'open' } });
  await endPauses();
  const { page } = await stage.openPage();
  await page.goto('/say?id=1');
  await field(page).click();
  await page.getByLabel('昵称').fill('路过的');
  await page.getByLabel('记在这台设备上').uncheck();
  await field(page).fill('雨停了吗');
  await send(page).click();
  await row(page, '雨停了吗').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('guest'))).toBeNull();

  await changeSettings(site, { comments: { guests: 'off' } });
  const { page: other } = await openComments();
  await field(other).fill('没有账号');
  await send(other).click();
  await other.getByRole('dialog', { name: '登录', exact: true }).waitFor();
});

test('the owner hides all of a guest and takes it back, refuses the network, and accepts it again', async () => {
  await changeSettings(site, { comments: { guests: 'open' } });
  await endPauses();
  const visitor = await openComments();
  await field(visitor.page).click();
  await visitor.page.getByLabel('昵称').fill('广告商');
  await field(visitor.page).fill('看看这个优惠');
  await send(visitor.page).click();
  await row(visitor.page, '看看这个优惠').waitFor();

  const { page, faults } = await stage.openPage();
  const owner = await inDatabase(site, (db) =>
    db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow(),
  );
  await carryToken(page, site, await tokenFor(site, owner));
  await page.goto('/admin/comments?by=guests');
  const open = () => page.locator('tr', { hasText: '看看这个优惠' }).getByRole('button', { name: '此访客' }).click();
  await open();
  const dialog = page.getByRole('dialog', { name: '访客 广告商' });
  await dialog.getByText('不再收', { exact: true }).waitFor();
  expect(await barriers(page, { within: ['.guest-dialog'] })).toEqual([]);
  await dialog.getByRole('button', { name: '隐藏此人的全部' }).click();
  await page.getByText('收起了 1 条').waitFor();
  await row(visitor.page, '看看这个优惠').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByText('放回了 1 条').waitFor();
  await open();
  await page.getByRole('dialog', { name: '访客 广告商' }).getByRole('button', { name: /^网段/ }).click();
  await page.getByText('不再收这个网段的评论').waitFor();

  await page.getByRole('button', { name: '访客', exact: true }).click();
  const guests = page.getByRole('dialog', { name: '访客的评论' });
  await guests.getByText('127.0.0.0/24').waitFor();
  expect(await barriers(page, { within: ['.guest-dialog'] })).toEqual([]);
  await guests.getByRole('button', { name: '重新收' }).click();
  await guests.getByText('没有不收的访客').waitFor();
  expect(faults).toEqual([]);
});
