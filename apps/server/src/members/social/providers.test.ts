import type { Provider } from '@mojian/contract/core/social-providers';
import { afterEach, expect, test } from 'vitest';
import { appOf } from '../../../test/stand-ins/open-provider.ts';
import { openQq } from '../../../test/stand-ins/qq.ts';
import { consent, socialSite, withParam } from '../../../test/stand-ins/social-site.ts';

let site: Awaited<ReturnType<typeof socialSite>>;
afterEach(() => site.close());

const entered = async () => {
  const { token = '', nonce } = await site.browser().login();
  return site.as(null).sessions.byToken({ query: { token, nonce } });
};
const subjects = async () => (await site.traces()).links.map(({ subject }) => subject);
const openWith = (switches: Parameters<typeof openQq>[2]) => (_provider: Provider, siteUrl: string) =>
  openQq(appOf('qq', siteUrl), undefined, switches);

test('QQ may answer in a callback, also with its refusals', async () => {
  site = await socialSite('qq', { open: openWith({ jsonp: true }) });
  expect(await entered()).toMatchObject({ nickname: '阿明2' }); // 阿明 is one of the cast
  const browser = site.browser();
  const back = await consent(await browser.leave());
  expect(await browser.comeBack(withParam(back, { code: 'x' }))).toMatchObject({ loginFailed: 'refused' });
});

test('QQ without the right to know the unionid goes by the openid', async () => {
  const switches: NonNullable<Parameters<typeof openQq>[2]> = { union: 'refused' };
  site = await socialSite('qq', { open: openWith(switches) });
  const first = await entered();
  expect(await subjects()).toEqual([expect.stringMatching(/^A+1001$/)]);

  switches.union = 'left out';
  expect((await entered()).id).toBe(first.id);
  switches.union = 'told'; // the owner was given the right: nobody loses their account by it
  expect((await entered()).id).toBe(first.id);
  expect(await subjects()).toEqual(['UID_1001']);
  switches.union = 'refused';
  site.standIn.person = { id: '1002', name: '别人' };
  expect((await entered()).id).not.toBe(first.id);
});

test('a token that QQ made out to another app is refused', async () => {
  site = await socialSite('qq', { open: openWith({ otherApp: 'id-of-another' }) });
  expect(await site.browser().login()).toMatchObject({ loginFailed: 'refused' });
});

test('WeChat goes by the unionid once it tells one', async () => {
  site = await socialSite('wechat');
  const first = await entered();
  expect(await subjects()).toEqual(['oWx-openid_1001']);
  site.standIn.person = { id: '1001', name: '阿明', union: 'oUnion-1001' };
  expect((await entered()).id).toBe(first.id);
  expect(await subjects()).toEqual(['oUnion-1001']);
  site.standIn.person = { id: '1002', name: '别人', union: 'oUnion-1002' };
  expect((await entered()).id).not.toBe(first.id);
});

test('WeChat’s other refusal counts as one too', async () => {
  site = await socialSite('wechat');
  const browser = site.browser();
  const back = await consent(await browser.leave());
  expect(await browser.comeBack(withParam(back, { code: 'authdeny' }))).toMatchObject({ loginFailed: 'denied' });
  expect(site.standIn.asked).toEqual([]);
});

test('WeChat’s address ends as it has to', async () => {
  site = await socialSite('wechat');
  expect(await site.browser().leave()).toMatch(/\/connect\/qrconnect\?appid=.+&state=[\w-]{43}#wechat_redirect$/);
});

test('a code taken from another browser is of no use at GitHub', async () => {
  site = await socialSite('github');
  const stolen = await consent(await site.browser().leave());
  const thief = site.browser();
  const back = await consent(await thief.leave());
  const code = new URL(stolen).searchParams.get('code') ?? '';
  expect(await thief.comeBack(withParam(back, { code }))).toMatchObject({ loginFailed: 'refused' });
});

test('an answer in the name of another issuer is refused', async () => {
  site = await socialSite('github');
  const browser = site.browser();
  const back = await consent(await browser.leave());
  const iss = 'https://evil.example/login/oauth';
  expect(await browser.comeBack(withParam(back, { iss }))).toMatchObject({ loginFailed: 'refused' });
  expect(site.standIn.asked).toEqual([]);
});

test('an e-mail reported by a provider is neither stored nor matched', async () => {
  for (const provider of ['github', 'gitee'] as const) {
    site = await socialSite(provider); // tells owner@example.com of everybody
    await site.db.updateTable('users').set({ email: 'owner@example.com' }).where('id', '=', site.owner.id).execute();
    const me = await entered();
    expect(me.email).toBeNull();
    expect(me.id).not.toBe(site.owner.id);
    if (provider === 'github') await site.close();
  }
});

test('any other error a provider comes back with is its refusal', async () => {
  site = await socialSite('gitee');
  const browser = site.browser();
  const back = await consent(await browser.leave());
  expect(await browser.comeBack(withParam(back, { error: 'redirect_uri_mismatch' }))).toMatchObject({
    loginFailed: 'refused',
  });
  expect(site.standIn.asked).toEqual([]);
});
