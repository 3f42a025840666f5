import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { changeSettings } from './arrange.ts';
import { hydrated, widths } from './browser.ts';
import { freePort, mojian, run, startSite } from './site.ts';
import { openStage } from './stage.ts';

const account = {
  name: '墨笺读书',
  qrCode: '/favicon.svg',
  appId: 'wx5823bf96d3bd56c7',
  token: 'QDG6eKqDaYn2T1VJ',
  aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  greeting: '',
};

/** The bell is in the header. */
const wide = { viewport: { width: widths.wide, height: 900 } };

const { site, openPage } = openStage({ SAMPLE_CONTENT: '0' });

beforeAll(async () => {
  await setAccount(account);
  await vi.waitFor(async () => expect((await fetch(`${site.url}/oauth/wechatLoginCode`)).status).toBe(200), 5000);
});

/** As the owner's command does, while the site runs. */
const setAccount = (value: typeof account) => changeSettings(site, { wechatAccount: value });

/** Output of the simulator. */
async function say(...words: string[]) {
  return sayTo(site.url, ...words);
}

async function sayTo(url: string, ...words: string[]) {
  const reported = run({ DATA_DIR: site.dataDir, SITE_URL: url }, [mojian, 'wechat:say', ...words]);
  await reported.ended;
  return reported.output().trim();
}

/** A visitor with the dialog's WeChat view open, and its code. `now` stops their clock. */
async function askCode({ now }: { now?: number } = {}) {
  const visitor = await openPage(wide);
  const { page } = visitor;
  const polls: string[] = [];
  let answers = 0;
  page.on('request', (request) => request.url().includes('/is_login') && polls.push(request.url()));
  page.on('response', (response) => {
    if (response.url().includes('/is_login')) answers++;
  });
  if (now !== undefined) await page.clock.install({ time: now });
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await page.getByRole('button', { name: '用微信登录' }).click();
  /** Lets the stopped clock go on, and each question be answered. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await page.clock.runFor(1000);
      await expect.poll(() => answers, { interval: 5 }).toBe(polls.length);
    }
  };
  return { ...visitor, polls, pass, code: await codeOf(page) };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: '微信登录' });
const codeOf = async (page: Page) => {
  const line = dialog(page).getByRole('button', { name: /^DL\d{6}/ });
  await line.waitFor();
  return (await line.innerText()).slice(0, 8);
};
const toasts = (page: Page) => page.locator('.toast');
const nickname = (page: Page) =>
  page.evaluate(() => (JSON.parse(sessionStorage.getItem('user') ?? '{}') as { nickname?: string }).nickname);
const cookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token');

test('WeChat login: the QR code and the code are shown, and the reply logs the page in', async () => {
  const { page, faults, polls, code } = await askCode();
  const picture = dialog(page).getByRole('img', { name: '公众号「墨笺读书」的二维码' });
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await toasts(page).getByText('验证码获取成功').waitFor();
  await expect.poll(() => polls.length).toBeGreaterThan(0);

  const reloaded = page.waitForEvent('load');
  expect(await say(code)).toMatch(/^登录成功/);
  await reloaded;
  await toasts(page).getByText('登录成功').waitFor();
  await hydrated(page);
  expect(await nickname(page)).toMatch(/^微信读者\d{4}$/);
  expect((await cookie(page))?.value.length).toBeGreaterThan(30);
  expect(await dialog(page).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('WeChat login works in encrypted mode, and the same follower is the same member', async () => {
  const names: (string | undefined)[] = [];
  for (const how of [[], ['--encrypted']]) {
    const { page, code } = await askCode();
    const reloaded = page.waitForEvent('load');
    expect(await say(code.toLowerCase(), '--from', 'o-xiaoming', ...how)).toMatch(/^登录成功/);
    await reloaded;
    names.push(await nickname(page));
  }
  expect(names[0]).toBeDefined();
  expect(names[1]).toBe(names[0]);
});

test('WeChat login: another browser polling the same code gets nothing', async () => {
  const { page, code } = await askCode();
  const ask = () =>
    fetch(`${site.url}/oauth/wechat/is_login?loginCode=${code}`, { headers: { 'user-agent': 'other' } });
  expect(await (await ask()).json()).toMatchObject({ code: 400, data: null });
  const reloaded = page.waitForEvent('load');
  await say(code, '--from', 'o-xiaolin');
  expect(await (await ask()).json()).toMatchObject({ code: 400, data: null });
  await reloaded;
  expect(await nickname(page)).toMatch(/^微信读者/);
});

test('WeChat login polls every second for 60 s, then says that the code expired; a refresh gives another', async () => {
  const { page, faults, polls, pass, code } = await askCode({ now: Date.now() });
  await pass(58);
  expect(polls.length).toBeGreaterThan(55);
  expect(await dialog(page).getByText('验证码已过期，请刷新后重试').count()).toBe(0);
  await pass(2);
  await dialog(page).getByText('验证码已过期，请刷新后重试').waitFor();

  const requested = polls.length;
  expect(requested).toBeLessThanOrEqual(60);
  await pass(5);
  expect(polls.length).toBe(requested);
  await dialog(page).getByRole('button', { name: '刷新' }).click();
  await dialog(page)
    .getByText(/还剩 (60|59) 秒/)
    .waitFor();
  const next = await codeOf(page);
  expect(next).not.toBe(code);
  await pass(2);
  expect(polls.at(-1)).toContain(next);
  expect(faults).toEqual([]);
});

test('WeChat login: a code unknown to the server ends polling without a toast', async () => {
  const { page } = await askCode();
  await page.route('**/oauth/wechat/is_login*', (route) => {
    const failure = { code: 400, message: '验证码已过期，请刷新', data: null, extra: { failure: 'wrong-code' } };
    return route.fulfill({ status: 400, json: failure });
  });
  await dialog(page).getByText('验证码已过期，请刷新后重试').waitFor();
  expect(await toasts(page).getByText('验证码已过期，请刷新', { exact: true }).count()).toBe(0);
});

test('WeChat login: closing the dialog stops polling', async () => {
  const { page, polls, pass } = await askCode({ now: Date.now() });
  await pass(3);
  expect(polls.length).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog(page).count()).toBe(0);
  const requested = polls.length;
  await pass(5);
  expect(polls.length).toBe(requested);
});

test('the simulator follows, asks for an article’s code, and reports errors', async () => {
  expect(await say('--subscribe')).toMatch(/欢迎.*DL123456/s);
  expect(await say('验证码', '--encrypted')).toMatch(/^验证码：\d{6}\n/);
  expect(await say('DL000000')).toMatch(/请在网页上刷新/);
  for (const words of [[], ['--what'], ['你好', '--subscribe']]) expect(await say(...words)).toContain('用法：');
  expect(await say('你好', '--from', '小明')).toMatch(/^站点回答 400/);
  expect(await sayTo(`http://127.0.0.1:${await freePort()}`, '你好')).toMatch(/^站点没有在运行/);
});

test('without an official account the dialog offers no WeChat, and its callback is not found', async () => {
  const other = await startSite({ SAMPLE_CONTENT: '0' });
  onTestFinished(other.remove);
  const visitor = await openPage({ ...wide, baseURL: other.url });
  await visitor.page.goto('/');
  await hydrated(visitor.page);
  await visitor.page.getByRole('button', { name: '通知', exact: true }).click();
  await visitor.page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
  expect(await visitor.page.getByRole('button', { name: '用微信登录' }).count()).toBe(0);
  expect((await fetch(`${other.url}/wechat/callback?signature=x&timestamp=1&nonce=1&echostr=1`)).status).toBe(404);
  expect((await fetch(`${other.url}/oauth/wechatLoginCode`)).status).toBe(404);
});
