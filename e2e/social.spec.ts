import { type Provider, providers } from '@mojian/contract/core/social-providers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { appOf, openProvider } from '../apps/server/test/stand-ins/open-provider.ts';
import type { StandIn } from '../apps/server/test/stand-ins/stand-in.ts';
import { changeSettings, inDatabase } from './arrange.ts';
import { hydrated } from './browser.ts';
import { enterAs, newMember } from './members.ts';
import { mojian, run } from './site.ts';
import { openStage } from './stage.ts';

const names: Record<Provider, string> = { qq: 'QQ', weibo: '微博', gitee: 'Gitee', wechat: '微信', github: 'GitHub' };
const buttons: Record<Provider, string> = {
  qq: '用 QQ 登录',
  weibo: '用微博登录',
  gitee: '用 Gitee 登录',
  wechat: '用微信登录',
  github: '用 GitHub 登录',
};

const { site, openPage } = openStage();
let standIns: Record<Provider, StandIn>;

beforeAll(async () => {
  // for a browser localhost and 127.0.0.1 are two sites, as a provider and this site are
  standIns = await openAll(site.url);
  const keysOf = (provider: Provider) => {
    const { id, secret } = appOf(provider, site.url);
    return { id, secret, base: standIns[provider].url };
  };
  const keys = { qq: keysOf('qq'), weibo: keysOf('weibo'), gitee: keysOf('gitee'), wechat: keysOf('wechat') };
  await changeSettings(site, { social: keys });
  for (const [name, value] of Object.entries(keysOf('github'))) await setByHand(`social.github.${name}`, value);
  await vi.waitFor(async () => expect((await loginTypes()).sort()).toEqual([1, 2, 3, 4, 5, 6]), { timeout: 10_000 });
});
beforeEach(() => {
  for (const standIn of Object.values(standIns)) standIn.trouble = undefined;
});
afterAll(async () => {
  await Promise.all(Object.values(standIns).map((standIn) => standIn.close()));
});

async function openAll(siteUrl: string) {
  const all = providers.map(async (name) => [name, await openProvider(name, siteUrl, 'localhost')]);
  return Object.fromEntries(await Promise.all(all)) as Record<Provider, StandIn>;
}

/** As the owner does it: see docs/social-login.md. */
async function setByHand(path: string, value: string) {
  const command = run({ DATA_DIR: site.dataDir }, [mojian, 'set', path, value]);
  if ((await command.ended) !== 0) throw new Error(command.output());
}

async function loginTypes() {
  const answer = await fetch(`${site.url}/v1/webSiteInfo`);
  return ((await answer.json()) as { data: { loginTypeList: number[] } }).data.loginTypeList;
}

/** A visitor's browser. Only the providers' own pages may be another host's. */
async function visitor() {
  const { page, faults } = await openPage({ viewport: { width: 1600, height: 900 } });
  page.setDefaultTimeout(20_000);
  const theirs = Object.values(standIns).map(({ url }) => url);
  const ours = () => faults.filter((fault) => !theirs.some((url) => fault.startsWith(`外站：${url}/`)));
  return { page, faults: ours };
}

/** Opens the dialog on a page and leaves for a provider. */
async function leave(page: Page, provider: Provider, path: string) {
  await page.goto(path);
  await hydrated(page);
  await page.waitForSelector('.shell-tools', { state: 'attached' });
  await page.getByRole('button', { name: '通知', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '登录', exact: true });
  await dialog.getByRole('button', { name: buttons[provider], exact: true }).click();
  await page.getByRole('heading', { name: names[provider] }).waitFor();
  expect(new URL(page.url()).origin).toBe(standIns[provider].url);
}

const say = (page: Page, answer: '同意' | '拒绝') => page.getByRole('link', { name: answer }).click();
const toast = (page: Page, text: string | RegExp) => page.locator('.toast', { hasText: text }).first().waitFor();
const tokenIn = async (page: Page) =>
  (await page.context().cookies(site.url)).find(({ name }) => name === 'token')?.value;
const known = (page: Page) =>
  page
    .evaluate(() => (JSON.parse(sessionStorage.getItem('user') ?? 'null') as { nickname: string } | null)?.nickname)
    .catch(() => undefined);

/** Back where it began, with nothing of the way in the address. */
async function backAt(page: Page, path: string) {
  await page.waitForURL(site.url + path);
  await hydrated(page);
  expect(page.url()).toBe(site.url + path);
}

const starts = { qq: '/article/1', weibo: '/archive', gitee: '/article/2', wechat: '/', github: '/say' };

test.each(providers)('logging in with %s, from the icon back to the page it began on', async (provider) => {
  const { page, faults } = await visitor();
  const nickname = `${names[provider]}来客`;
  standIns[provider].person = { id: '4001', name: nickname };
  await leave(page, provider, starts[provider]);
  await say(page, '同意');
  await toast(page, '登录成功');
  await backAt(page, starts[provider]);
  expect(await known(page)).toBe(nickname);

  const token = (await tokenIn(page)) ?? '';
  const list = await fetch(`${site.url}/v1/session/`, { headers: { authorization: token } });
  expect(await list.json()).toMatchObject({ data: [{ way: provider, current: true }] });
  expect(await page.evaluate(() => document.cookie)).not.toContain('oauth');
  const face = await page.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? '').avatar as string);
  expect((await fetch(site.url + face)).headers.get('content-type')).toBe('image/webp');
  expect(faults()).toEqual([]);
});

test.each(providers)('saying no to %s leads back, says so and logs nobody in', async (provider) => {
  const { page, faults } = await visitor();
  await leave(page, provider, '/article/1');
  await say(page, '拒绝');
  await toast(page, '已取消登录');
  await backAt(page, '/article/1');
  expect(await known(page)).toBeUndefined();
  expect(await tokenIn(page)).toBeUndefined();
  expect(faults()).toEqual([]);
});

test('a provider that is down or refuses leads back with a message', async () => {
  const { page, faults } = await visitor();
  standIns.gitee.trouble = { at: 'token', what: 'down' };
  await leave(page, 'gitee', '/article/2');
  await say(page, '同意');
  await toast(page, '对方暂时没有应答，请稍后再试');
  await backAt(page, '/article/2');

  const { secret } = standIns.gitee.app;
  standIns.gitee.trouble = undefined;
  standIns.gitee.app.secret = 'changed there';
  await leave(page, 'gitee', '/archive');
  await say(page, '同意');
  await toast(page, '对方没有认可这次登录，请重新登录');
  await backAt(page, '/archive');
  standIns.gitee.app.secret = secret;
  expect(await tokenIn(page)).toBeUndefined();
  expect(faults()).toEqual([]);
});

test('a forged, reused or foreign OAuth callback logs nobody in', async () => {
  const { page, faults } = await visitor();
  await page.goto('/oauth/callback/github?code=made-up&state=made-up');
  await toast(page, '登录已过期，请重新登录');
  await backAt(page, '/');

  const ways: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${site.url}/oauth/callback/`)) ways.push(request.url());
  });
  await leave(page, 'github', '/archive');
  await say(page, '同意');
  await toast(page, '登录成功');
  const [way = ''] = ways;
  expect(way).toContain('code=');
  const { page: other } = await visitor();
  for (const again of [page, other]) {
    await again.goto(way);
    await toast(again, '登录已过期，请重新登录');
    await backAt(again, '/');
  }
  expect(await tokenIn(other)).toBeUndefined();
  expect(faults()).toEqual([]);
});

test('an OAuth callback begun by somebody else logs nobody in', async () => {
  const { page: sender } = await visitor();
  await leave(sender, 'github', '/archive');
  const yes = await sender.getByRole('link', { name: '同意' }).evaluate((link) => (link as HTMLAnchorElement).href);
  const sent = (await fetch(yes, { redirect: 'manual' })).headers.get('location') ?? '';
  expect(sent).toContain('code=');

  const { page, faults } = await visitor();
  await page.goto(sent);
  await toast(page, '登录已过期，请重新登录');
  expect(await tokenIn(page)).toBeUndefined();
  expect(faults()).toEqual([]);
});

/** A member's browser, and how to come to what is linked. */
async function member() {
  const browsing = await visitor();
  const who = await newMember(site);
  await enterAs(browsing.page, site, who);
  const openLinks = async () => {
    await browsing.page.goto('/user');
    await hydrated(browsing.page);
    await browsing.page.getByRole('button', { name: /绑定$/ }).click();
    return browsing.page.getByRole('dialog', { name: '绑定' });
  };
  const confirm = async () => {
    await browsing.page.getByRole('dialog', { name: '确认是你本人' }).getByLabel('现在的密码').fill(who.password);
    await browsing.page.keyboard.press('Enter');
  };
  return { ...browsing, who, openLinks, confirm };
}

test('a member links an account in their personal centre, logs in with it, and unlinks it', async () => {
  const { page, faults, who, openLinks, confirm } = await member();
  standIns.gitee.person = { id: '5001', name: '码云上的名字' };
  await (await openLinks()).getByRole('button', { name: /^绑定\s*Gitee$/ }).click();
  await confirm();
  await say(page, '同意');
  await toast(page, /已绑定\s*Gitee/);
  await backAt(page, '/user');

  const { page: elsewhere } = await visitor();
  await leave(elsewhere, 'gitee', '/archive');
  await say(elsewhere, '同意');
  await toast(elsewhere, '登录成功');
  expect(await known(elsewhere)).toBe(who.nickname);

  const dialog = await openLinks();
  await dialog.getByText('码云上的名字').waitFor();
  await dialog.getByRole('button', { name: /^解除\s*Gitee$/ }).click();
  await page.getByRole('button', { name: '解除', exact: true }).click();
  await expect.poll(() => dialog.getByText('码云上的名字').count()).toBe(0);
  const links = await inDatabase(site, (db) =>
    db.selectFrom('socialLinks').select('provider').where('userId', '=', who.id).execute(),
  );
  expect(links).toEqual([]);
  expect(faults().filter((fault) => !fault.includes('428 (Precondition Required)'))).toEqual([]);
});

test('an account already linked by another member is not linked', async () => {
  const { page: other } = await visitor();
  standIns.weibo.person = { id: '5002', name: '微博上的别人' };
  await leave(other, 'weibo', '/archive');
  await say(other, '同意');
  await toast(other, '登录成功');

  const { page, faults, openLinks, confirm } = await member();
  await (await openLinks()).getByRole('button', { name: /^绑定\s*微博$/ }).click();
  await confirm();
  await say(page, '同意');
  await toast(page, '这个账号已经绑定了别的用户');
  await backAt(page, '/user');
  expect(faults().filter((fault) => !fault.includes('428 (Precondition Required)'))).toEqual([]);
});

test('the log contains no secret of a social login', () => {
  const log = site.output();
  for (const provider of providers) {
    expect(log).not.toContain(appOf(provider, site.url).secret);
    expect(log).not.toMatch(new RegExp(`(code|token)-${names[provider]}`));
  }
});
