import { expect, test } from 'vitest';
import { flaws } from './looked-at.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { arrived, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

const ask = async (key: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (await fetch(site.url + path, { ...init, headers })).json();
};

test('the owner makes a key, sees it once, and revokes it', async () => {
  const owner = await newStaff(site, 'owner');
  const { page } = await openPage();
  await carryToken(page, site, await tokenFor(site, owner));
  await page.goto('/admin/keys');
  await arrived(page, '程序访问');
  await page.getByText('还没有钥匙').waitFor();
  await page.getByRole('button', { name: '新钥匙' }).click();
  const form = page.getByRole('dialog', { name: '新钥匙' });
  await form.getByRole('button', { name: '做一把' }).click();
  await form.getByText('请给钥匙起个名字').waitFor();
  await form.getByLabel('给谁用').fill('快捷指令');
  await form.getByRole('checkbox', { name: '写草稿' }).check();
  await form.getByRole('checkbox', { name: '传图片' }).check();
  expect(await flaws(page, 'keys-form')).toEqual([]);
  await form.getByRole('button', { name: '做一把' }).click();
  const made = page.getByRole('region', { name: '新钥匙' });
  const key = (await made.locator('code').innerText()).trim();
  expect(key).toMatch(/^mj_[\w-]{43}$/);
  expect(await flaws(page, 'keys-made')).toEqual([]);
  await made.getByRole('button', { name: '我存好了' }).click();

  expect((await ask(key, '/v1/article/selectMyArticles')).code).toBe(200);
  expect((await ask(key, '/v1/session/')).code).toBe(403);
  await page.reload();
  await page.getByText('快捷指令').waitFor();
  expect(await page.content()).not.toContain(key);
  expect(await page.locator('.access-key').innerText()).toContain('写草稿');
  expect(await flaws(page, 'keys')).toEqual([]);
  await page.getByRole('button', { name: '停用：快捷指令' }).click();
  await page
    .getByRole('button', { name: /^(确定|停\s*用|OK)$/ })
    .last()
    .click();
  await page.getByText('停用了').waitFor();
  expect(await ask(key, '/v1/article/selectMyArticles')).toMatchObject({ code: 401, extra: { failure: 'wrong-key' } });
});

test('a member makes a key on their own page, and a draft written by it says so', async () => {
  const lin = await newMember(site);
  const { page } = await openPage();
  await carryToken(page, site, await tokenFor(site, lin));
  await page.goto('/user');
  await page.getByRole('button', { name: /管理\s*程序访问/ }).click();
  const dialog = page.getByRole('dialog', { name: '程序访问' });
  await dialog.getByText('还没有钥匙').waitFor();
  await dialog.getByRole('button', { name: '新钥匙' }).click();
  await dialog.getByLabel('给谁用').fill('Obsidian');
  await dialog.getByRole('checkbox', { name: '写草稿' }).check();
  expect(await dialog.getByRole('checkbox', { name: '处理待审' }).count()).toBe(0);
  expect(await flaws(page, 'own-keys-form')).toEqual([]);
  await dialog.getByRole('button', { name: '做一把' }).click();
  const key = (await dialog.locator('.keys-dialog-made code').innerText()).trim();
  expect(await flaws(page, 'own-keys-made')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: '我存好了' }).click();
  await dialog.getByText('还没用过').waitFor();
  expect(await page.content()).not.toContain(key);
  expect(await flaws(page, 'own-keys')).toEqual([]);

  const content = { title: '程序写的', markdown: '一段。' };
  const body = JSON.stringify({ key: 'script-1', content });
  const { data } = await ask(key, '/v1/article/', { method: 'POST', body });
  await page.goto(`/newposts?id=${data.id}`);
  await page.getByText('由钥匙「Obsidian」写入').waitFor();
  await page.goto('/user');
  await page.getByText('由钥匙「Obsidian」写入').waitFor();
});
