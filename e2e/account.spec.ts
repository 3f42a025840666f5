import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { readZip } from '../apps/server/test/read-zip.ts';
import { changeSettings, inDatabase } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { carryToken, codeSentTo, type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

/** Passkeys belong to a name: browsers make none for 127.0.0.1. */
const { site, openPage } = openStage({ SITE_URL: 'http://localhost' });
beforeAll(async () => {
  const github = { id: 'mojian', secret: 'between us' };
  await changeSettings(site, { social: { github } });
  await vi.waitFor(async () => expect(await loginTypes()).toContain(6), { timeout: 20_000 });
});

async function loginTypes() {
  const answer = await fetch(`${site.url}/v1/webSiteInfo`);
  return ((await answer.json()) as { data: { loginTypeList: number[] } }).data.loginTypeList;
}

async function centre(who?: Member, options: BrowserContextOptions = {}) {
  const member = who ?? (await newMember(site));
  const browsing = await openPage(options);
  const { page } = browsing;
  const token = await tokenFor(site, member);
  await carryToken(page, site, token);
  await page.goto('/user');
  await page.getByRole('heading', { level: 1, name: member.nickname }).waitFor();
  return { ...browsing, who: member, token };
}

/** Registers by GitHub, with neither e-mail nor password. */
async function fromGitHub() {
  const who = await newMember(site);
  await inDatabase(site, async (db) => {
    await db.updateTable('users').set({ email: null, passwordHash: null }).where('id', '=', who.id).execute();
    const link = {
      userId: who.id,
      provider: 'github',
      subject: `gh-${who.id}`,
      name: 'hesheng',
      createdAt: Date.now(),
    };
    await db.insertInto('socialLinks').values(link).execute();
  });
  return who;
}

/** Words that are seen next to each other, whatever white space is heard between them. */
const words = (text: string) => new RegExp(`^${[...text].join('\\s*')}$`);
const button = (page: Page, text: string) => page.getByRole('button', { name: words(text) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const refusal = (page: Page, text: string) => page.locator('dialog .error', { hasText: text }).waitFor();
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
/** Picks the fields of a member the call accepts. */
const logIn = async ({ email, password }: Pick<Member, 'email' | 'password'>) => {
  const body = JSON.stringify({ email, password });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  return (await (await fetch(`${site.url}/oauth/emailLogin`, init)).json()) as { code: number };
};
const sessionsOf = ({ id }: Pick<Member, 'id'>) =>
  inDatabase(site, (db) => db.selectFrom('sessions').select('id').where('userId', '=', id).execute());

test('e-mail is shown masked and changed by a code sent to the new address; a wrong password or code is reported at its field', async () => {
  const { page, who } = await centre();
  const fresh = `fresh-${who.id}@example.com`;
  await page.getByText(/^re•••\d@example\.com$/).waitFor();
  await button(page, '更换邮箱').click();
  const card = dialog(page, '更换邮箱');
  await card.getByLabel('新邮箱').fill(fresh);
  await button(page, '发送验证码').click();
  await toast(page, '验证码发送成功');
  await card.getByText(/秒后重发/).waitFor();
  const code = await codeSentTo(site, fresh);

  await card.getByLabel('验证码').fill(code);
  await card.getByLabel('现在的密码').fill('不是这一个密码');
  await button(page, '更换').click();
  await refusal(page, '现在的密码不对');
  await card.getByLabel('现在的密码').fill(who.password);
  await card.getByLabel('验证码').fill(code === '000000' ? '000001' : '000000');
  await button(page, '更换').click();
  await refusal(page, '验证码错误或已过期');
  expect((await logIn({ email: who.email, password: who.password })).code).toBe(200);

  await card.getByLabel('验证码').fill(code);
  await button(page, '更换').click();
  await toast(page, '修改成功');
  await card.waitFor({ state: 'detached' });
  await page.getByText(`fr•••${who.id % 10}@example.com`).waitFor();
  expect((await logIn({ email: fresh, password: who.password })).code).toBe(200);
});

test('the password form shows the strength while typing; a change logs out all other devices', async () => {
  const { page, who } = await centre();
  await tokenFor(site, who);
  await button(page, '修改密码').click();
  const card = dialog(page, '修改密码');
  await card.getByLabel('现在的密码').fill('不是这一个密码');
  await card.getByLabel('新密码').fill('12345678');
  await card.getByText('太弱').waitFor();
  await card.getByLabel('新密码').fill('渡口有三只旧船-2026');
  await card.getByText(/较强|很强/).waitFor();
  await button(page, '保存').click();
  await refusal(page, '现在的密码不对');
  expect(await sessionsOf(who)).toHaveLength(2);

  await card.getByLabel('现在的密码').fill(who.password);
  await button(page, '保存').click();
  await toast(page, '修改成功');
  await expect.poll(() => sessionsOf(who)).toHaveLength(1);
  await page.getByText('1 台').waitFor();
  expect((await logIn({ email: who.email, password: '渡口有三只旧船-2026' })).code).toBe(200);
  expect((await logIn(who)).code).toBe(400);
});

test('a member without e-mail adds one before a password, shortly after a login, and is told so later', async () => {
  const who = await fromGitHub();
  const { page } = await centre(who);
  await page.getByText('添加邮箱后可设置').waitFor();
  expect(await button(page, '设置密码').count()).toBe(0);
  await button(page, '添加邮箱').click();
  const card = dialog(page, '添加邮箱');
  await card.getByLabel('新邮箱').fill(who.email);
  await button(page, '发送验证码').click();
  await toast(page, '验证码发送成功');
  await card.getByLabel('验证码').fill(await codeSentTo(site, who.email));
  await card.getByRole('button', { name: '添加', exact: true }).click();
  await card.waitFor({ state: 'detached' });

  await inDatabase(site, (db) =>
    db
      .updateTable('sessions')
      .set({ createdAt: Date.now() - 3_600_000 })
      .where('userId', '=', who.id)
      .execute(),
  );
  await button(page, '设置密码').click();
  await dialog(page, '设置密码').getByLabel('新密码').fill('渡口有三只旧船-2026');
  await button(page, '保存').click();
  await refusal(page, '请退出后重新登录');

  await inDatabase(site, (db) =>
    db.updateTable('sessions').set({ createdAt: Date.now() }).where('userId', '=', who.id).execute(),
  );
  await button(page, '保存').click();
  await toast(page, '修改成功');
  await button(page, '修改密码').waitFor();
});

test('a device logged out remotely notices at its next call; all others are logged out after a confirmation', async () => {
  const { page, who } = await centre();
  const other = await centre(who);
  await tokenFor(site, who);
  await page.reload();
  await page.getByText('3 台').waitFor();
  await button(page, '查看登录中的设备').click();
  const card = dialog(page, '登录中的设备');
  const rows = card.getByRole('listitem');
  expect(await rows.first().textContent()).toContain('本机');
  await inDatabase(site, async (db) => {
    const newest = await sessionsOf(who);
    await db
      .updateTable('sessions')
      .set({ device: '别的浏览器' })
      .where('id', '=', newest[1]?.id ?? 0)
      .execute();
  });
  await page.reload();
  await button(page, '查看登录中的设备').click();
  await button(page, '退出别的浏览器').click();
  await expect.poll(() => rows.count()).toBe(2);

  await other.page.reload();
  await dialog(other.page, '登录').waitFor();
  expect(await other.page.locator('.asks-login').count()).toBe(1);

  await button(page, '退出其他所有设备').click();
  await dialog(page, '让其他设备都退出？').getByRole('button', { name: '取消' }).click();
  expect(await sessionsOf(who)).toHaveLength(2);
  await button(page, '退出其他所有设备').click();
  await dialog(page, '让其他设备都退出？').getByRole('button', { name: '全部退出' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => sessionsOf(who)).toHaveLength(1);
});

/** Not what the browser itself says where the password is asked for, and of a wrong one. */
const isOfAnotherKind = (fault: string) => !/400 \(Bad Request\)|428 \(Precondition Required\)/.test(fault);

/** Gives the password that a way in or one's data takes, wrong first. */
async function confirmOnce(page: Page, { password }: { password: string }) {
  const requested = dialog(page, '确认是你本人');
  await requested.getByLabel('现在的密码').fill('不是这一个密码');
  await requested.getByRole('button', { name: '确认', exact: true }).click();
  await requested.locator('.error', { hasText: '现在的密码不对' }).waitFor();
  await requested.getByLabel('现在的密码').fill(password);
  await page.keyboard.press('Enter');
  await requested.waitFor({ state: 'detached' });
}

test('passkeys are created, named and removed after a confirmation; the last login method cannot be removed', async () => {
  const { page, faults, who } = await centre();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await button(page, '添加通行密钥').click();
  const card = dialog(page, '通行密钥');
  await button(page, '在这台设备上添加').click();
  await dialog(page, '确认是你本人').getByRole('button', { name: '关闭' }).click();
  await card.getByText('没有确认密码，操作已取消').waitFor();
  await button(page, '在这台设备上添加').click();
  await confirmOnce(page, who);
  await toast(page, '添加成功');
  await card.getByText('还没用过').waitFor();
  expect(faults.filter(isOfAnotherKind)).toEqual([]);
  await button(page, '在这台设备上添加').click();
  await card.getByText('这台设备上已经有一把了').waitFor();

  await card.getByRole('button', { name: /^改名/ }).click();
  await card.getByLabel('通行密钥的名字').fill('书房的电脑');
  await page.keyboard.press('Enter');
  await toast(page, '修改成功');
  await card.locator('b', { hasText: '书房的电脑' }).waitFor();

  await inDatabase(site, (db) => db.updateTable('users').set({ email: null }).where('id', '=', who.id).execute());
  await button(page, '删除书房的电脑').click();
  await page.getByRole('button', { name: '删除', exact: true }).click();
  await refusal(page, '这是最后一种登录方式');
  await inDatabase(site, (db) => db.updateTable('users').set({ email: who.email }).where('id', '=', who.id).execute());
  await button(page, '删除书房的电脑').click();
  await page.getByRole('button', { name: '删除', exact: true }).click();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(0);
});

test('linking an account redirects to the provider and back; the last login method cannot be unlinked', async () => {
  const { page, who } = await centre();
  let address = '';
  await page.route('https://github.com/**', (route) => {
    address = route.request().url();
    return route.fulfill({ contentType: 'text/html', body: '<title>GitHub</title>' });
  });
  await button(page, '添加绑定').click();
  const card = dialog(page, '绑定');
  await expect.poll(() => card.getByRole('listitem').count()).toBe(1);
  await button(page, '绑定GitHub').click();
  await confirmOnce(page, who);
  await page.waitForURL(/^https:\/\/github\.com\//);
  expect(new URL(address).searchParams.get('client_id')).toBe('mojian');
  await page.goto('/user');
  expect(await page.evaluate(() => sessionStorage.getItem('returnTo'))).toBe('/user');

  const linked = await centre(await fromGitHub());
  await button(linked.page, '管理绑定').click();
  await dialog(linked.page, '绑定').getByText('hesheng').waitFor();
  await button(linked.page, '解除GitHub').click();
  await linked.page.getByRole('button', { name: '解除', exact: true }).click();
  await refusal(linked.page, '这是最后一种登录方式，先添加另一种再来解除');
  expect(await dialog(linked.page, '绑定').getByText('hesheng').count()).toBe(1);
});

test('the reply mail switch saves at once, and flips back when the server refuses', async () => {
  const { page } = await centre();
  const toggle = page.getByRole('switch', { name: '有人回复时发邮件给我' });
  await toggle.click();
  await toast(page, '修改成功');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByRole('switch', { name: '有人回复时发邮件给我', checked: true }).waitFor();
  const json = { code: 500, message: '服务器开小差了，请稍后再试', data: null, extra: { failure: 'unexpected' } };
  await page.route('**/v1/account/preferences', (route) => route.fulfill({ status: 500, json }));
  await toggle.click();
  await toast(page, '服务器开小差了');
  await page.getByRole('switch', { name: '有人回复时发邮件给我', checked: true }).waitFor();
});

test('personal data is exported in the background and downloaded repeatedly', async () => {
  const { page, who, faults } = await centre();
  await button(page, '打包导出我的数据').click();
  const card = dialog(page, '导出我的数据');
  await button(page, '打包').click();
  await confirmOnce(page, who);
  await card.getByText(/^已经打好，共/).waitFor({ timeout: 20_000 });
  for (let time = 0; time < 2; time++) {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, '下载').click()]);
    const files = readZip(await readFile(await download.path()));
    expect([...files.values()].join('\n')).toContain(who.nickname);
    expect([...files.keys()].some((name) => name.endsWith('.json'))).toBe(true);
  }
  expect(faults.filter(isOfAnotherKind)).toEqual([]);
});

test('an account is closed with its password and restored by the next login', async () => {
  const { page, who } = await centre();
  await button(page, '注销注销账号').click();
  const card = dialog(page, '注销账号');
  await card.getByText('14 天之内再登录一次').waitFor();
  await button(page, '注销账号').click();
  await refusal(page, '请输入现在的密码');
  await card.getByLabel('现在的密码').fill('不是这一个密码');
  await button(page, '注销账号').click();
  await refusal(page, '现在的密码不对');
  expect(await sessionsOf(who)).toHaveLength(1);

  await card.getByRole('radio', { name: /一并删除/ }).check();
  await card.getByLabel('现在的密码').fill(who.password);
  await button(page, '注销账号').click();
  await page.waitForURL(`${site.url}/`);
  await toast(page, '账号已注销，14 天内登录可恢复');
  expect((await page.context().cookies()).filter(({ name }) => name === 'token')).toEqual([]);
  expect(await sessionsOf(who)).toHaveLength(0);
  const closing = await inDatabase(site, (db) =>
    db.selectFrom('users').select(['closesAt', 'keepWritings']).where('id', '=', who.id).executeTakeFirstOrThrow(),
  );
  expect(closing.closesAt).toBeGreaterThan(Date.now());
  expect(closing.keepWritings).toBe(0);

  expect((await logIn(who)).code).toBe(200);
  const back = await centre(who);
  await hydrated(back.page);
});

test('the owner’s account cannot be closed', async () => {
  const { page } = await centre({ id: 1, nickname: '沈砚', email: '', password: '' });
  await button(page, '注销注销账号').click();
  await button(page, '注销账号').click();
  await refusal(page, '这是最后一位站长');
});

const cards = [
  ['编辑资料', '编辑资料'],
  ['更换头像', '更换头像'],
  ['更换邮箱', '更换邮箱'],
  ['修改密码', '修改密码'],
  ['添加通行密钥', '通行密钥'],
  ['查看登录中的设备', '登录中的设备'],
  ['添加绑定', '绑定'],
  ['打包导出我的数据', '导出我的数据'],
  ['注销注销账号', '注销账号'],
] as const;

test('on a phone each dialog passes axe in both themes, does not overflow, and returns the focus on Escape', async () => {
  const { page, faults } = await centre(undefined, { viewport: { width: widths.phone, height: 700 } });
  await page.getByText('1 台').waitFor();
  for (const [opens, name] of cards) {
    await button(page, opens).click();
    await dialog(page, name).waitFor();
    const over = await dialog(page, name).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(over, name).toBeLessThanOrEqual(0);
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
      expect(await barriers(page), `${name}, ${theme}`).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await dialog(page, name).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel)).toBe(
      await button(page, opens).evaluate((element) => element.textContent || element.ariaLabel),
    );
  }
  expect(faults).toEqual([]);
}, 60_000);
