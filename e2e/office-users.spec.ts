import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addGuest, inDatabase, nicknameKey } from './arrange.ts';
import { hydrated } from './browser.ts';
import { flaws } from './looked-at.ts';
import { carryToken, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

const owner = () =>
  inDatabase(site, (db) =>
    db
      .selectFrom('users')
      .select(['id', 'nickname'])
      .where('role', '=', 'owner')
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  );

/** The back office as this member has it, the owner unless somebody else is named. */
async function openOffice(path: string, as?: { id: number }) {
  const browsing = await openPage();
  await carryToken(browsing.page, site, await tokenFor(site, as ?? (await owner())));
  await browsing.page.goto(`/admin${path}`);
  await browsing.page.getByRole('heading', { level: 1 }).waitFor();
  return browsing;
}

/** antd parts two characters by a space, and a spinner may still be on its way out. */
const called = (name: string) => new RegExp(`^(?:loading )?${[...name].join('\\s?')}$`);
const button = (page: Page, name: string) => page.getByRole('button', { name: called(name) });
const dialog = (page: Page) => page.getByRole('dialog');
const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
/** Chooses the table of the two formats. */
async function chooseExport(page: Page) {
  await button(page, '导出').click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a member is found, disabled, enabled, made a moderator, and given a password link', async () => {
  const who = await newMember(site);
  const { page, faults } = await openOffice('/users');
  await page.getByRole('searchbox', { name: '昵称、邮箱或编号' }).fill(who.email);
  await page.keyboard.press('Enter');
  await page.waitForURL(/text=/);
  await row(page, who.nickname).getByText('正常').waitFor();
  await page.getByRole('link', { name: who.nickname, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: who.nickname }).waitFor();
  // changes made meanwhile appear by themselves
  const headers = { authorization: await tokenFor(site, who) };
  await page.request.post('/v1/message/', { headers, data: { text: '刚下过雨' } });
  await page.locator('.user-recent').getByText('刚下过雨').waitFor();

  await button(page, '停用').click();
  await dialog(page)
    .getByRole('button', { name: called('停用') })
    .click();
  await said(page, '请写明原因，对方登录时会看到');
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('发广告');
  await dialog(page)
    .getByRole('button', { name: called('停用') })
    .click();
  await said(page, '停用的原因：发广告');
  await page.getByText('已停用').first().waitFor();

  const visitor = await openPage();
  const answer = await visitor.page.request.post('/oauth/emailLogin', {
    data: { email: who.email, password: who.password },
  });
  expect((await answer.json()).message).toContain('原因：发广告');

  await button(page, '恢复').click();
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await button(page, '停用').waitFor();

  await button(page, '修改角色').click();
  await dialog(page).getByRole('radio', { name: /版主/ }).check();
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await page.locator('.user-head').getByText('版主').waitFor();

  await page.getByRole('textbox', { name: '写一条备注' }).fill('老朋友');
  await button(page, '保存').click();
  await page.locator('.user-notes li').filter({ hasText: '老朋友' }).waitFor();
  await page.locator('.user-history').getByText('写备注').waitFor();

  await button(page, '重设密码').click();
  await dialog(page).getByRole('button', { name: '生成链接，自己转交' }).click();
  const link = (await dialog(page).locator('.user-link').textContent())?.trim() ?? '';
  await visitor.page.goto(link);
  await hydrated(visitor.page);
  await visitor.page.getByLabel('新密码').fill('12345678');
  await visitor.page.getByRole('button', { name: '重设密码' }).click();
  await visitor.page.locator('#password-err').waitFor();
  await visitor.page.getByLabel('新密码').fill('檐下听雨-2026');
  await visitor.page.getByRole('button', { name: '重设密码' }).click();
  await visitor.page.getByRole('heading', { name: '密码已重设' }).waitFor();
  expect(visitor.page.url()).toBe(`${site.url}/reset`);

  await page.goto('/admin/audit');
  const first = row(page, '重设密码的链接');
  await first.waitFor();
  expect(await first.getByRole('link', { name: who.nickname }).getAttribute('href')).toMatch(/\/admin\/users\/\d+$/);
  await row(page, '修改角色').getByText('版主').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), chooseExport(page)]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('"用户 · 停用","users.disable"');
  expect(csv).not.toContain(link.split('#')[1]);
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]); // the refused form
});

test('a member with a password and no e-mail is given a link to hand over', async () => {
  const who = await newMember(site);
  await inDatabase(site, (db) => db.updateTable('users').set({ email: null }).where('id', '=', who.id).execute());
  const { page, faults } = await openOffice(`/users/${who.id}`);
  await button(page, '重设密码').click();
  await said(page, '这个账号没有邮箱，请把链接转交给对方。');
  expect(await button(page, '发邮件给对方').isDisabled()).toBe(true);
  await dialog(page).getByRole('button', { name: '生成链接，自己转交' }).click();
  expect(await dialog(page).locator('.user-link').textContent()).toMatch(/\/reset#[\w-]{43}/);
  expect(faults).toEqual([]);
});

test('a member is muted for a week by keyboard, refused with the reason when writing, and unmuted', async () => {
  const who = await newMember(site);
  const { page, faults } = await openOffice(`/users?text=${encodeURIComponent(who.email)}`);
  await row(page, who.nickname).waitFor();
  const choose = async (title: string) => {
    await page.getByRole('button', { name: `更多：${who.nickname}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: title, exact: true }).click();
  };
  await choose('禁言');
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('刷屏');
  await dialog(page)
    .getByRole('button', { name: called('禁言') })
    .click();
  await row(page, who.nickname).getByText('禁言中').waitFor();
  const headers = { authorization: await tokenFor(site, who) };
  const write = async () => (await page.request.post('/v1/message/', { headers, data: { text: '雨停了' } })).json();
  expect((await write()).message).toMatch(/^你已被禁言到 .*，现在不能发表。原因：刷屏。/);

  await page.getByRole('link', { name: `打开：${who.nickname}` }).click();
  await said(page, '禁言的原因：刷屏');
  expect(await flaws(page, 'user-muted')).toEqual([]);
  await page.goBack();
  await choose('解除禁言');
  await dialog(page)
    .getByRole('button', { name: /确\s*定|OK/ })
    .click();
  await row(page, who.nickname).getByText('禁言中').waitFor({ state: 'detached' });
  expect((await write()).code).toBe(200);
  await page.setViewportSize({ width: 390, height: 844 });
  const dots = page.getByRole('button', { name: `更多：${who.nickname}` });
  expect((await dots.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await dots.click();
  await page.getByRole('menuitem', { name: '重设密码' }).click();
  await dialog(page).getByRole('button', { name: '生成链接，自己转交' }).waitFor();
  expect(faults).toEqual([]);
});

test('of two dialogs opened one after the other the later stays, and is about the member chosen for it', async () => {
  const [slow, quick] = [await newMember(site), await newMember(site)];
  const { page, faults } = await openOffice('/users');
  const mute = async (nickname: string) => {
    await page.getByRole('button', { name: `更多：${nickname}` }).click();
    await page.getByRole('menuitem', { name: '禁言', exact: true }).click();
  };
  const opened = Promise.withResolvers<void>();
  const answered = page.waitForResponse((reply) => reply.url().includes(`/users/info?id=${slow.id}`));
  await page.route(`**/v1/admin/users/info?id=${slow.id}`, async (route) => {
    await opened.promise;
    await route.continue();
  });
  await mute(slow.nickname);
  await mute(quick.nickname);
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('刷屏');
  opened.resolve();
  await (await answered).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))));
  await dialog(page).getByText(`禁言 ${quick.nickname}`, { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('a dialog stays open while it is sent, so that its result is seen', async () => {
  const { page, faults } = await openOffice(`/users/${(await newMember(site)).id}`);
  const held = Promise.withResolvers<void>();
  await page.route('**/v1/admin/users/role', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page, '修改角色').click();
  await dialog(page).getByRole('radio', { name: /版主/ }).check();
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await page.keyboard.press('Escape');
  expect(
    await dialog(page)
      .getByRole('button', { name: called('取消') })
      .isDisabled(),
  ).toBe(true);
  held.resolve();
  await page.locator('.user-head').getByText('版主').waitFor();
  await dialog(page).waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

test('a note is not typed into while it is saved', async () => {
  const { page, faults } = await openOffice(`/users/${(await newMember(site)).id}`);
  const note = page.getByRole('textbox', { name: '写一条备注' });
  const typed = Promise.withResolvers<void>();
  await page.route('**/v1/admin/users/note', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await note.fill('老朋友');
  await button(page, '保存').click();
  await expect.poll(() => note.evaluate((field: HTMLTextAreaElement) => field.readOnly)).toBe(true);
  typed.resolve();
  await page.locator('.user-notes li').filter({ hasText: '老朋友' }).waitFor();
  await expect.poll(() => note.evaluate((field: HTMLTextAreaElement) => field.readOnly)).toBe(false);
  expect(await note.inputValue()).toBe('');
  expect(faults).toEqual([]);
});

test('two accounts of one person are merged after a preview', async () => {
  const [from, into] = [await newMember(site), await newMember(site)];
  await inDatabase(site, (db) =>
    db.insertInto('says').values({ authorId: from.id, text: '雨', createdAt: 1 }).execute(),
  );
  const { page, faults } = await openOffice(`/users/${into.id}`);
  await button(page, '合并账号').click();
  await dialog(page).getByRole('combobox').fill(from.email);
  await page.getByTitle(new RegExp(from.email)).click();
  const moves = page.getByRole('region', { name: '会移过去的' });
  await moves.getByText('说说').waitFor();
  await moves.getByText('两周后注销', { exact: false }).waitFor();
  await dialog(page).getByRole('button', { name: '合并（不能撤销）' }).click();
  await page.locator('.user-recent').getByRole('link', { name: '雨' }).waitFor();
  expect(faults).toEqual([]);
});

test('a guest merged from their own page leads to the account that is left', async () => {
  const into = await newMember(site);
  const person = { name: '远客', email: '', website: '', createdAt: Date.UTC(2015, 4, 1) };
  const guest = await addGuest(site, person);
  const { page, faults } = await openOffice(`/users/${guest}`);
  await button(page, '合并到用户').click();
  await dialog(page).getByRole('combobox').fill(into.email);
  await page.getByTitle(new RegExp(into.email)).click();
  await dialog(page).getByRole('button', { name: '合并（不能撤销）' }).click();
  await said(page, '已合并');
  await page.getByRole('heading', { level: 1, name: into.nickname, exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/users/${into.id}`);
  expect(faults).toEqual([]);
});

test('a note typed for one member does not stand on the page of the next', async () => {
  const [first, second] = [await newMember(site), await newMember(site)];
  const { page, faults } = await openOffice(`/users/${first.id}`);
  const note = page.getByRole('textbox', { name: '写一条备注' });
  await note.fill('只说第一位');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索后台' }).fill(second.nickname);
  await page.getByRole('option', { name: new RegExp(`^${second.nickname}(?!\\d)`) }).click();
  await page.getByRole('heading', { level: 1, name: second.nickname, exact: true }).waitFor();
  expect(await note.inputValue()).toBe('');
  expect(faults).toEqual([]);
});

test('an application decided by somebody else meanwhile is not said to be refused', async () => {
  const apply = (nickname: string, email: string) =>
    inDatabase(site, (db) =>
      db
        .insertInto('applications')
        .values({
          nickname,
          nicknameKey: nicknameKey(nickname),
          email,
          passwordHash: 'x',
          provider: null,
          subject: null,
          createdAt: Date.now(),
          decidedAt: null,
        })
        .execute(),
    );
  await apply('甲申请', 'jia@example.com');
  await apply('乙申请', 'yi@example.com');
  const { page, faults } = await openOffice('/users/applications');
  const refuse = async (nickname: string) => {
    await row(page, nickname)
      .getByRole('button', { name: called('拒绝') })
      .click();
    await dialog(page).getByRole('textbox', { name: '原因' }).fill('资料不全');
  };
  const send = () =>
    dialog(page)
      .getByRole('button', { name: called('拒绝') })
      .click();
  await refuse('甲申请');
  await inDatabase(site, (db) => db.deleteFrom('applications').where('nickname', '=', '甲申请').execute());
  await send();
  await said(page, '这份申请已经处理过了');
  await row(page, '甲申请').waitFor({ state: 'detached' });
  await refuse('乙申请');
  await send();
  await said(page, '拒绝：处理了 1 个');
  await row(page, '乙申请').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('changing one’s own role needs a confirmation, the last owner stays owner, and nobody disables themselves', async () => {
  const { id, nickname } = await owner();
  const { page } = await openOffice(`/users/${id}`);
  await page.getByRole('heading', { level: 1, name: nickname }).waitFor();
  expect(await button(page, '停用').count()).toBe(0);
  await button(page, '修改角色').click();
  await dialog(page).getByRole('radio', { name: /编辑/ }).check();
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await said(page, '这是你自己的角色，改之前请再确认一次');
  await dialog(page).getByRole('checkbox').check();
  await dialog(page)
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await said(page, '这是最后一位站长，请先把站长交给另一个账号');
});

test('the demo account sees members without personal data, and changes nothing', async () => {
  const [who, demo] = [await newMember(site), await newMember(site)];
  await inDatabase(site, (db) => db.updateTable('users').set({ role: 'demo' }).where('id', '=', demo.id).execute());
  const { page } = await openOffice(`/users/${who.id}`, demo);
  expect(await button(page, '停用').isDisabled()).toBe(true);
  expect(await page.getByRole('heading', { name: '登录方式' }).count()).toBe(0);
  expect(await page.content()).not.toContain(who.email);
});

test('several members are disabled at once with one reason, filtered by state, and enabled again', async () => {
  const both = [await newMember(site), await newMember(site)];
  const { page, faults } = await openOffice('/users');
  const choose = async () => {
    for (const { nickname } of both) await row(page, nickname).getByRole('checkbox').check();
  };
  await choose();
  const bar = page.getByRole('toolbar', { name: '批量处理' });
  await bar.getByRole('button', { name: called('停用') }).click();
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('连发广告');
  await dialog(page)
    .getByRole('button', { name: called('停用') })
    .click();
  await said(page, '处理了 2 个');
  await page.goto('/admin/users?state=disabled');
  for (const { nickname } of both) await row(page, nickname).getByText('已停用').waitFor();
  await choose();
  await bar.getByRole('button', { name: called('恢复') }).click();
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await row(page, both[0]?.nickname ?? '').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('the screens of members and acts pass axe at any width, light and dark', async () => {
  const { id } = await newMember(site);
  const { page } = await openOffice(`/users/${id}`);
  expect(await flaws(page, 'user')).toEqual([]);
  await button(page, '停用').click();
  await dialog(page).getByRole('textbox', { name: '原因' }).waitFor();
  expect(await flaws(page, 'user-disable', ['.ant-modal'])).toEqual([]);
  for (const path of ['/users', '/audit']) {
    await page.goto(`/admin${path}`);
    await page.locator('.row-cards li, .ant-table-row').first().waitFor();
    expect(await flaws(page, path.slice(1))).toEqual([]);
  }
});
