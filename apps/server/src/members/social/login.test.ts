import { type AddressInfo, createServer } from 'node:net';
import { providers } from '@mojian/contract/core/social-providers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  allowOnly,
  consent,
  keysOf,
  numberOf,
  setKeys,
  socialSite,
  withParam,
} from '../../../test/stand-ins/social-site.ts';
import { quickTroubles } from '../../../test/stand-ins/troubles.ts';

let site: Awaited<ReturnType<typeof socialSite>>;
afterEach(() => site.close());

type Brought = { token?: string; nonce?: string };
const exchange = ({ token = '', nonce }: Brought) => site.as(null).sessions.byToken({ query: { token, nonce } });
/** The whole way, and who one is at its end. */
const entered = async () => exchange(await site.browser().login());

describe.each(providers)('%s', (provider) => {
  beforeEach(async () => {
    site = await socialSite(provider);
  });

  test('a newcomer becomes a full member, with their name and a copy of their picture', async () => {
    site.standIn.person = { id: '2002', name: '沈砚' };
    const { token, nonce, statusCode, target } = await site.browser().login();
    expect(statusCode).toBe(302);
    expect(target.origin + target.pathname).toBe(`${site.siteUrl}/`);

    const me = await exchange({ token, nonce });
    expect(me).toMatchObject({ nickname: '沈砚', role: 'member', email: null, hasPassword: false, proposeEmail: true });
    expect(me.avatar).toMatch(/^\/files\/\w\w\/\w{32}\.webp$/);
    expect(await site.storage.has(me.avatar.replace('/files/', ''))).toBe(true);
    const member = site.withToken(me.token ?? '');
    expect(await member.sessions.list()).toMatchObject([{ way: provider, current: true }]);
    expect(await member.social.list()).toMatchObject([{ provider, name: '沈砚' }]);
  });

  test('a returning social login is the same member with an unchanged nickname', async () => {
    const first = await entered();
    site.standIn.person = { id: '1001', name: '改了名' };
    const again = await entered();
    expect(again).toMatchObject({ id: first.id, nickname: first.nickname });
    expect(await site.withToken(again.token ?? '').social.list()).toMatchObject([{ name: '改了名' }]);
    expect((await site.traces()).users).toHaveLength(4);

    site.standIn.person = { id: '1002', name: '别人' };
    expect((await entered()).id).not.toBe(first.id);
  });

  test('an invalid name at the provider becomes a valid nickname', async () => {
    site.standIn.person = { id: '3003', name: `\u0000墨\u0007客\ud800${'长'.repeat(100)}` };
    const me = await entered();
    expect(me.nickname).toMatch(/^墨客长+$/);
    const [link] = await site.withToken(me.token ?? '').social.list();
    expect(link?.name).toMatch(/^墨客.长{47}$/u);
  });

  test('a handover code works once, and its answer is neither cached nor logged', async () => {
    const { token, nonce, headers } = await site.browser().login();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    await exchange({ token, nonce });
    await expect(exchange({ token, nonce })).rejects.toMatchObject({ id: 'signed-out' });
  });

  test('the callback address logs in no other browser', async () => {
    const { token } = await site.browser().login();
    await expect(exchange({ token })).rejects.toMatchObject({ id: 'not-allowed' });
    const own = await site.browser().login();
    await expect(exchange({ token: own.token, nonce: 'guessed' })).rejects.toMatchObject({ id: 'not-allowed' });
  });

  test('a provider’s number stands for its name', async () => {
    const browser = site.browser();
    expect(await browser.comeBack(await consent(await browser.leave(numberOf(provider))))).toHaveProperty('token');
  });

  test('a declined login says so and leaves nothing behind', async () => {
    const before = await site.traces();
    const browser = site.browser();
    const back = await consent(await browser.leave(), '拒绝');
    expect(await browser.comeBack(back)).toMatchObject({ loginFailed: 'denied' });
    expect(site.standIn.asked).toEqual([]);
    expect(await site.traces()).toEqual(before);
  });

  test('an OAuth callback works once, in the browser that began it', async () => {
    const browser = site.browser();
    const back = await consent(await browser.leave());
    const other = site.browser();
    expect(await other.comeBack(back)).toMatchObject({ loginFailed: 'expired' });
    await other.leave();
    expect(await other.comeBack(back)).toMatchObject({ loginFailed: 'expired' });
    expect(site.standIn.asked).toEqual([]);

    expect(await browser.comeBack(back)).toHaveProperty('token');
    expect(await browser.comeBack(back)).toMatchObject({ loginFailed: 'expired' });
    expect((await site.traces()).users).toHaveLength(4);
  });

  test('a wrong, missing or expired state is refused', async () => {
    const browser = site.browser();
    const back = await consent(await browser.leave());
    const before = await site.traces();
    for (const state of ['wrong', '']) {
      expect(await browser.comeBack(withParam(back, { state }))).toMatchObject({ loginFailed: 'expired' });
    }
    await site.db.updateTable('tickets').set({ expiresAt: Date.now() }).execute();
    expect(await browser.comeBack(back)).toMatchObject({ loginFailed: 'expired' });
    expect(site.standIn.asked).toEqual([]);
    expect(await site.traces()).toEqual(before);
  });

  test('a code that was used before is refused', async () => {
    const first = site.browser();
    const used = await consent(await first.leave());
    expect(await first.comeBack(used)).toHaveProperty('token');

    const second = site.browser();
    const back = await consent(await second.leave());
    const before = await site.traces();
    const code = new URL(used).searchParams.get('code') ?? '';
    expect(await second.comeBack(withParam(back, { code }))).toMatchObject({ loginFailed: 'refused' });
    expect(await site.traces()).toEqual(before);
  });

  test('wrong keys are refused', async () => {
    await setKeys(site.db, provider, { ...keysOf(site.standIn), secret: 'wrong' });
    const before = await site.traces();
    expect(await site.browser().login()).toMatchObject({ loginFailed: 'refused' });
    expect(await site.traces()).toEqual(before);
  });

  test.each(['token', 'profile'] as const)('an answer with the %s that is none gives no login', async (at) => {
    const before = await site.traces();
    for (const what of quickTroubles) {
      site.standIn.trouble = { at, what };
      expect(await site.browser().login(), what).toMatchObject({ loginFailed: 'unavailable' });
    }
    expect(await site.traces()).toEqual(before);
    site.standIn.trouble = undefined;
    expect(await site.browser().login()).toHaveProperty('token');
  });

  test('a newcomer in three browsers at once is one member', async () => {
    const browsers = [site.browser(), site.browser(), site.browser()];
    const backs = await Promise.all(browsers.map((browser) => browser.login()));
    const members = await Promise.all(backs.map((back) => exchange(back)));
    expect(new Set(members.map(({ id }) => id)).size).toBe(1);
    const { users, links } = await site.traces();
    expect(users).toHaveLength(4);
    expect(links).toHaveLength(1);
  });

  test('a provider without keys, or not allowed by the owner, is not found', async () => {
    const browser = site.browser();
    const back = await consent(await browser.leave());
    const render = () => site.as(null).social.render({ params: { type: provider } });

    await allowOnly(site.db, [1]);
    await expect(render()).rejects.toMatchObject({ id: 'not-found' });
    await expect(site.as(site.ming).social.startLinking({ params: { type: provider } })).rejects.toMatchObject({
      id: 'not-found',
    });
    expect(await browser.comeBack(back)).toMatchObject({ loginFailed: 'off' });
    await allowOnly(site.db, [1, numberOf(provider)]);
    await render();
    for (const missing of ['id', 'secret']) {
      await setKeys(site.db, provider, { ...keysOf(site.standIn), [missing]: '' });
      await expect(render()).rejects.toMatchObject({ id: 'not-found' });
    }
    expect(site.standIn.asked).toEqual([]);
  });
});

test.each(providers)('a request to %s times out', async (provider) => {
  site = await socialSite(provider, { patience: 300 });
  const before = await site.traces();
  for (const at of ['token', 'profile'] as const) {
    site.standIn.trouble = { at, what: 'slow' };
    expect(await site.browser().login()).toMatchObject({ loginFailed: 'unavailable' });
  }
  expect(await site.traces()).toEqual(before);
});

test('a picture that cannot be fetched does not prevent the login', async () => {
  site = await socialSite('weibo', { patience: 2000 });
  for (const [index, what] of [...quickTroubles, 'slow' as const].entries()) {
    site.standIn.person = { id: String(index + 1), name: `来客 ${what}` };
    site.standIn.trouble = { at: 'picture', what };
    expect(await entered()).toMatchObject({ nickname: `来客 ${what}`, avatar: '' });
    expect(site.standIn.asked.at(-1)?.step).toBe('picture');
  }
  expect((await site.traces()).files).toEqual([]);
});

test('a picture somewhere else is not fetched', async () => {
  site = await socialSite('github');
  let knocks = 0;
  const elsewhere = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  for (const [index, picture] of [
    `http://127.0.0.1:${port}/picture.png`,
    `https://localhost:${port}/picture.png`,
    `http://avatars.githubusercontent.com@127.0.0.1:${port}/a.png`,
    'https://githubusercontent.com.example/a.png',
    'file:///etc/passwd',
    'nothing',
  ].entries()) {
    site.standIn.person = { id: String(index + 1), name: `来客${index}`, picture };
    expect(await entered()).toMatchObject({ avatar: '' });
  }
  expect(knocks).toBe(0);
  await new Promise((resolve) => elsewhere.close(resolve));
});

test.each(providers)('an account without a picture at %s has none here', async (provider) => {
  site = await socialSite(provider);
  site.standIn.person = { id: '1001', name: '阿明', picture: '' };
  expect(await entered()).toMatchObject({ avatar: '' });
  expect(site.standIn.asked.map(({ step }) => step)).not.toContain('picture');
});
