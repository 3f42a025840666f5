import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { changeSettings } from './arrange.ts';
import { barriers } from './axe.ts';
import { hydrated, widths } from './browser.ts';
import { turnTo } from './looked-at.ts';
import { codeSentTo, forgetTries, newMember, tokenFor } from './members.ts';
import { type Site, startSite } from './site.ts';
import { openStage } from './stage.ts';

/** The tests' names are the lines of the specification they hold the login dialog to. */
const { site, openPage } = openStage();
beforeAll(async () => {
  await openWays(site, [1, 2, 3, 4, 5, 6]);
});
beforeEach(() => forgetTries(site));

/** Sets up every way in, as the owner would, and opens those of these numbers. */
async function openWays(on: Site, types: number[]) {
  const key = { id: 'id', secret: 'secret', base: '' };
  await changeSettings(on, {
    social: { qq: key, gitee: key, weibo: key, github: key },
    wechatAccount: { token: 'token', name: '墨笺' },
    logins: { types },
  });
  await vi.waitFor(async () => {
    const { data } = (await (await fetch(`${on.url}/v1/webSiteInfo`)).json()) as { data: { loginTypeList: number[] } };
    expect(data.loginTypeList).toEqual(types);
  }, 20_000);
}

type Options = { path?: string; now?: number; at?: Site };

/** A visitor with the login dialog open, on a page that has come to rest. */
async function open({ path = '/', now, at = site }: Options = {}) {
  const visitor = await openPage({ baseURL: at.url, viewport: { width: 1600, height: 900 } });
  const { page } = visitor;
  if (now !== undefined) await page.clock.install({ time: now });
  await page.goto(path);
  await hydrated(page);
  await page.waitForSelector('.shell-tools', { state: 'attached' });
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await dialog(page, '登录').waitFor();
  return visitor;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const press = (page: Page, name: string | RegExp) =>
  page.locator('dialog').getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
const errors = (page: Page) => page.locator('dialog .error').allTextContents();
const toasts = (page: Page) => page.locator('.toast').allTextContents();
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const submit = (page: Page) => page.locator('dialog [type=submit]').click();
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? 'null') as { nickname: string } | null);
const token = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token');
/** Filters out the browser's own messages about refusals. */
const ours = (faults: string[]) => faults.filter((fault) => !/status of 4\d\d/.test(fault));

async function fill(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

/** Waits for the reload a login ends with. */
async function reloaded(page: Page, act: () => Promise<void>) {
  await Promise.all([page.waitForEvent('load'), act()]);
  await hydrated(page);
}

test('login form: account required ("请输入账号"); password required ("请输入密码")', async () => {
  const { page, faults } = await open();
  await submit(page);
  expect(await errors(page)).toEqual(['请输入账号', '请输入密码']);
  expect(await field(page, 'email').evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field(page, 'email').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'email').fill('a@example.com');
  expect(await errors(page)).toEqual(['请输入密码']);
  expect(faults).toEqual([]);
});

test('register and forgot password: e-mail ("请输入账号"), nickname, password and code are required', async () => {
  const { page } = await open();
  await press(page, '注册账号');
  await submit(page);
  expect(await errors(page)).toEqual(['请输入账号', '请输入昵称', '请输入密码', '请输入验证码']);
  await press(page, '去登录');
  await press(page, '忘记密码');
  await submit(page);
  expect(await errors(page)).toEqual(['请输入账号', '请输入验证码', '请输入密码']);
  await page.getByText('账号没有邮箱，或收不到信，请联系站长').waitFor();
});

test('sending an e-mail code with an empty e-mail shows the error "请输入邮箱"', async () => {
  const { page } = await open();
  for (const way of ['注册账号', '忘记密码', '邮箱验证码登录']) {
    await press(page, way);
    await press(page, '发送验证码');
    await expect.poll(() => page.locator('.toast.toast-error').allTextContents()).toContain('请输入邮箱');
    expect(await field(page, 'email').evaluate((input) => input === document.activeElement)).toBe(true);
    if (way !== '邮箱验证码登录') await press(page, way === '注册账号' ? '去登录' : '返回登录');
  }
});

test('login dialog index: 1 login, 2 register, 3 forgot password, 4 WeChat; opening always starts at 1; switching clears the form', async () => {
  const { page } = await open();
  await fill(page, { email: 'a@example.com', password: 'secret-1' });
  await press(page, '注册账号');
  await dialog(page, '注册').waitFor();
  expect(await field(page, 'email').inputValue()).toBe('');
  await fill(page, { email: 'b@example.com', nickname: '乙' });
  await press(page, '去登录');
  await press(page, '用微信登录');
  await dialog(page, '微信登录').waitFor();
  await press(page, '用密码登录');
  expect([await field(page, 'email').inputValue(), await field(page, 'password').inputValue()]).toEqual(['', '']);
  await press(page, '忘记密码');
  await dialog(page, '找回密码').waitFor();
  await press(page, '关闭');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await dialog(page, '登录').waitFor();
});

test('e-mail register: 验证码发送成功, then 注册成功 and logged in; the token is stored for 7 days in a cookie, the user in session storage', async () => {
  const { page, faults } = await open({ path: '/archive' });
  await press(page, '注册账号');
  await fill(page, { email: 'xinren@example.com', nickname: '新人', password: '山高月小-1082' });
  await press(page, '发送验证码');
  await toast(page, '验证码发送成功');
  await fill(page, { code: await codeSentTo(site, 'xinren@example.com') });
  await reloaded(page, () => submit(page));
  await toast(page, '注册成功');
  expect(new URL(page.url()).pathname).toBe('/archive');
  await page.getByRole('link', { name: '个人中心' }).first().waitFor();
  expect((await stored(page))?.nickname).toBe('新人');
  expect(await page.evaluate(() => sessionStorage.getItem('user'))).not.toContain('token');
  const seconds = ((await token(page))?.expires ?? 0) - Date.now() / 1000;
  expect(seconds / 86_400).toBeCloseTo(7, 2);
  expect(faults).toEqual([]);
});

test('a weak password is named while it is typed, and refused at its field', async () => {
  const { page } = await open();
  await press(page, '注册账号');
  await fill(page, { email: 'weak@example.com', nickname: '弱', password: 'password1', code: '123456' });
  expect(await page.locator('.fields-strength').textContent()).toBe('密码强度：太弱');
  const hint = await page.locator('dialog .fields-hint').textContent();
  expect(hint).toBe('这个密码太常见，请换一个');
  await submit(page);
  await expect.poll(() => errors(page)).toEqual([hint]);
  await field(page, 'password').fill('山高月小，水落石出-1082');
  expect(await page.locator('.fields-strength').textContent()).toBe('密码强度：很强');
});

test('send-code button: after sending, it shows a 60-second countdown, then returns to "send"', async () => {
  const { page } = await open({ now: Date.now() });
  await press(page, '忘记密码');
  await fill(page, { email: 'countdown@example.com' });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  let requested = 0;
  page.on('request', (request) => request.url().includes('/sendEmailCode') && requested++);
  const button = page.locator('dialog .fields-send');
  await button.click();
  await expect.poll(() => button.textContent()).toBe('60 秒后重发');
  await page.clock.runFor(13_000);
  expect(await button.textContent()).toBe('47 秒后重发');
  await button.click({ force: true });
  await page.clock.runFor(46_900);
  expect(await button.textContent()).toBe('1 秒后重发');
  await page.clock.runFor(200);
  expect(await button.textContent()).toBe('发送验证码');
  expect(requested).toBe(1);
});

test('the 60-second countdown continues in the other views and after reopening the dialog', async () => {
  const { page } = await open({ now: Date.now() });
  await press(page, '忘记密码');
  await fill(page, { email: 'goes-on@example.com' });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const button = page.locator('dialog .fields-send');
  await button.click();
  await expect.poll(() => button.textContent()).toBe('60 秒后重发');
  await press(page, '返回登录');
  await press(page, '邮箱验证码登录');
  await page.clock.runFor(10_000);
  expect(await button.textContent()).toBe('50 秒后重发');
  await press(page, '注册账号');
  expect(await button.textContent()).toBe('50 秒后重发');
  await press(page, '关闭');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await page.clock.runFor(10_000);
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await press(page, '忘记密码');
  expect(await button.textContent()).toBe('40 秒后重发');
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(40_100);
  expect(await button.textContent()).toBe('发送验证码');
});

test('account and password login: 登录成功, the page is reloaded in place', async () => {
  const member = await newMember(site);
  const { page, faults } = await open({ path: '/say' });
  await fill(page, { email: member.email.toUpperCase(), password: member.password });
  await reloaded(page, () => field(page, 'password').press('Enter'));
  await toast(page, '登录成功');
  expect(new URL(page.url()).pathname).toBe('/say');
  await page.locator('.header-member > div:last-child > a').hover();
  await page.locator('.member-buttons-menu', { hasText: member.nickname }).waitFor({ state: 'visible' });
  expect(faults).toEqual([]);
});

test('the same error text for unknown account and wrong password ("账号或密码错误"), at the field and in a toast', async () => {
  const member = await newMember(site);
  const { page } = await open();
  for (const email of [member.email, 'nobody@example.com']) {
    await fill(page, { email, password: 'not-the-one' });
    await submit(page);
    await expect.poll(() => errors(page)).toEqual(['账号或密码错误']);
    expect(await toasts(page)).toContain('账号或密码错误');
    expect(await field(page, 'password').getAttribute('aria-describedby')).toBeTruthy();
  }
  expect(await token(page)).toBeUndefined();
});

test('a captcha after repeated failures is solved by the browser: the reader waits and sees no error', async () => {
  const member = await newMember(site);
  const { page, faults } = await open();
  const answers: number[] = [];
  page.on('response', (answer) => answer.url().endsWith('/oauth/emailLogin') && answers.push(answer.status()));
  for (let tried = 1; tried <= 3; tried++) {
    await fill(page, { email: member.email, password: `wrong-${tried}` });
    await submit(page);
    await expect.poll(() => answers.length).toBe(tried);
    await expect.poll(() => errors(page)).toEqual(['账号或密码错误']);
  }
  await fill(page, { password: member.password });
  const said: string[] = [];
  await page.exposeFunction('heard', (text: string) => said.push(text));
  await page.evaluate(() =>
    addEventListener('mojian:toast', (event) =>
      (window as unknown as { heard: (text: string) => void }).heard(
        (event as CustomEvent<{ text: string }>).detail.text,
      ),
    ),
  );
  const waiting = page.getByText('正在做安全验证……').waitFor();
  await reloaded(page, () => submit(page));
  await waiting;
  await toast(page, '登录成功');
  expect(answers).toEqual([400, 400, 400, 428, 200]);
  expect(said).toEqual([]);
  expect(ours(faults)).toEqual([]);
});

test('login by e-mail code; a mailbox without an account is told to register', async () => {
  const member = await newMember(site);
  const { page } = await open();
  await press(page, '邮箱验证码登录');
  await submit(page);
  expect(await errors(page)).toEqual(['请输入账号', '请输入验证码']);
  await fill(page, { email: 'stranger@example.com' });
  await press(page, '发送验证码');
  await fill(page, { code: await codeSentTo(site, 'stranger@example.com') });
  await submit(page);
  await expect.poll(() => errors(page)).toEqual(['这个邮箱还没有注册，请先注册']);

  const { page: next } = await open();
  await press(next, '邮箱验证码登录');
  await fill(next, { email: member.email });
  await press(next, '发送验证码');
  const code = await codeSentTo(site, member.email);
  await fill(next, { code: code === '000000' ? '000001' : '000000' });
  await submit(next);
  await expect.poll(() => errors(next)).toEqual(['验证码错误或已过期']);
  await fill(next, { code });
  await reloaded(next, () => submit(next));
  await toast(next, '登录成功');
  expect((await stored(next))?.nickname).toBe(member.nickname);
});

test('forgot password: 修改成功, back at the login, and only the new password works', async () => {
  const member = await newMember(site);
  const { page } = await open();
  await press(page, '忘记密码');
  await fill(page, { email: member.email });
  await press(page, '发送验证码');
  await fill(page, { code: await codeSentTo(site, member.email), password: '一蓑烟雨任平生-1082' });
  await submit(page);
  await toast(page, '修改成功');
  await dialog(page, '登录').waitFor();
  expect(await field(page, 'email').inputValue()).toBe('');
  await fill(page, { email: member.email, password: member.password });
  await submit(page);
  await expect.poll(() => errors(page)).toEqual(['账号或密码错误']);
  await fill(page, { password: '一蓑烟雨任平生-1082' });
  await reloaded(page, () => submit(page));
  await toast(page, '登录成功');
});

test('social icons appear only if their number is in loginTypeList', async () => {
  const icons = ({ page }: { page: Page }) =>
    page.locator('dialog .login-soc button').evaluateAll((all) => all.map((icon) => icon.ariaLabel));
  expect(await icons(await open())).toEqual([
    '用 QQ 登录',
    '用 Gitee 登录',
    '用微博登录',
    '用微信登录',
    '用 GitHub 登录',
  ]);
  const other = await startSite({ SAMPLE_CONTENT: '0' });
  expect(await icons(await open({ at: other }))).toEqual([]);
  await openWays(other, [1, 6, 3]);
  expect(await icons(await open({ at: other }))).toEqual(['用微博登录', '用 GitHub 登录']);
  await other.remove();
});

test('before social login the article id or the path is stored, so that the user returns there afterwards', async () => {
  const { page } = await open({ path: '/article/1' });
  await page.route('https://github.com/**', (route) => route.fulfill({ body: '另一个网站' }));
  await press(page, '用 GitHub 登录');
  await page.waitForURL('https://github.com/**');
  await page.goto('/?loginFailed=denied');
  await page.waitForURL('**/article/1');
  await toast(page, '已取消登录');

  const elsewhere = await open({ path: '/category?id=1' });
  await elsewhere.page.route('https://github.com/**', (route) => route.fulfill({ body: '另一个网站' }));
  await press(elsewhere.page, '用 GitHub 登录');
  await elsewhere.page.waitForURL('https://github.com/**');
  await elsewhere.page.goto('/?loginFailed=nobody-knows-why');
  await elsewhere.page.waitForURL('**/category?id=1');
  await toast(elsewhere.page, '登录失败，请重试');
});

test('WeChat: the code is fetched with 验证码获取成功, copied by a click, polled every second; success logs in and reloads', async () => {
  const member = await newMember(site);
  const token = await tokenFor(site, member);
  const { page } = await open({ path: '/links' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const polls: number[] = [];
  page.on('request', (request) => request.url().includes('/is_login') && polls.push(Date.now()));
  await press(page, '用微信登录');
  await toast(page, '验证码获取成功');
  const code = dialog(page, '微信登录').getByRole('button', { name: /^DL\d{6}/ });
  await code.click();
  await toast(page, '登录码已复制');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((await code.innerText()).slice(0, 8));
  await expect.poll(() => polls.length).toBeGreaterThan(2);
  expect((polls.at(-1) ?? 0) - (polls[0] ?? 0)).toBeGreaterThan((polls.length - 1) * 700);

  const { id, nickname } = member;
  const writing = { write: true, publish: false };
  const me = { id, nickname, avatar: '', intro: '', proposeEmail: false, writing, office: false, token };
  await page.route('**/is_login*', (route) => route.fulfill({ json: { code: 200, message: '', data: me, extra: {} } }));
  await reloaded(page, async () => {});
  await toast(page, '登录成功');
  expect((await stored(page))?.nickname).toBe(member.nickname);
  expect(new URL(page.url()).pathname).toBe('/links');
});

test('closing stops timers', async () => {
  const { page } = await open({ now: Date.now() });
  let requested = 0;
  page.on('request', (request) => request.url().includes('/is_login') && requested++);
  await press(page, '用微信登录');
  await dialog(page, '微信登录')
    .getByText(/还剩 \d+ 秒/)
    .waitFor();
  await page.clock.runFor(2000);
  await expect.poll(() => requested).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  const before = requested;
  await page.clock.runFor(65_000);
  expect(requested).toBe(before);
  expect(await page.locator('dialog').count()).toBe(0);
});

test('network failures are logged and shown in the form', async () => {
  const { page } = await open();
  await page.route('**/oauth/emailLogin', (route) => route.abort());
  await fill(page, { email: 'a@example.com', password: 'secret' });
  await submit(page);
  await expect.poll(() => errors(page)).toEqual(['网络连接不稳，请稍后再试']);
  expect(await toasts(page)).toEqual([]);
});

test('the dialog opens and closes by keyboard, traps the focus and returns it', async () => {
  const { page } = await open();
  expect(await field(page, 'email').evaluate((input) => input === document.activeElement)).toBe(true);
  for (let presses = 0; presses < 24; presses++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      ),
    ).toBe(true);
  }
  await press(page, '注册账号');
  await dialog(page, '注册').waitFor();
  expect(await field(page, 'email').evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('通知');
});

test('show password and caps-lock hint', async () => {
  const { page } = await open();
  const password = field(page, 'password');
  await password.fill('secret');
  await press(page, '显示密码');
  expect(await password.getAttribute('type')).toBe('text');
  await press(page, '显示密码');
  expect(await password.getAttribute('type')).toBe('password');
  const lock = (on: boolean) =>
    password.evaluate((input, modifierCapsLock) => {
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock } as KeyboardEventInit),
      );
    }, on);
  await lock(true);
  await page.getByText('大写锁定已打开').waitFor();
  await lock(false);
  await page.getByText('大写锁定已打开').waitFor({ state: 'detached' });
});

test('every view passes axe, light and dark', async () => {
  const { page } = await open();
  const check = async (view: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await turnTo(page, { width: widths.desktop, theme });
      expect(await barriers(page, { within: ['dialog'] }), `${view}, ${theme}`).toEqual([]);
    }
  };
  await submit(page);
  await check('login');
  await press(page, '邮箱验证码登录');
  await check('code');
  await press(page, '注册账号');
  await field(page, 'password').fill('abc');
  await submit(page);
  await check('register');
  await press(page, '去登录');
  await press(page, '忘记密码');
  await check('forgot');
  await press(page, '返回登录');
  await press(page, '用微信登录');
  await page.getByText(/等你回复/).waitFor();
  await check('wechat');
});
