import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { enterAs, newMember } from './members.ts';
import { openStage } from './stage.ts';

/** Passkeys belong to a name: browsers make none for 127.0.0.1. */
const { site, openPage } = openStage({ SITE_URL: 'http://localhost' });

/** A browser with an authenticator built in that keeps passkeys and knows its owner. */
async function visitor() {
  const visitor = await openPage({ viewport: { width: 1600, height: 900 } });
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setVerified = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { ...visitor, setVerified };
}

/** Makes a passkey for who is logged in, by the calls any page of theirs would make. */
function makePasskey(page: Page, { password }: { password: string }) {
  return page.evaluate(async (password) => {
    const token = /token=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    const call = async (path: string, body?: unknown) => {
      const headers = { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const init = { method: 'POST', headers, body: body === undefined ? null : JSON.stringify(body) };
      return (await fetch(path, init)).json();
    };
    await call('/v1/account/confirm', { password });
    const { data } = await call('/v1/passkey/options');
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return (await call('/v1/passkey/', { name: '这台电脑', response: made.toJSON() })).code as number;
  }, password);
}

async function openLogin(page: Page, path = '/') {
  await page.goto(path);
  await hydrated(page);
  await page.waitForSelector('.shell-tools', { state: 'attached' });
  await page.getByRole('button', { name: '通知', exact: true }).click();
  return page.getByRole('button', { name: '用通行密钥登录' });
}

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
const stored = (page: Page) =>
  page.evaluate(() => (JSON.parse(sessionStorage.getItem('user') ?? 'null') as { nickname: string } | null)?.nickname);

test('log in with a passkey: one press, no name and no password', async () => {
  const { page, faults } = await visitor();
  const member = await newMember(site);
  await page.goto('/');
  await enterAs(page, site, member);
  expect(await makePasskey(page, member)).toBe(200);
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());

  const button = await openLogin(page, '/say');
  await Promise.all([page.waitForEvent('load'), button.click()]);
  await toast(page, '登录成功');
  expect([await stored(page), new URL(page.url()).pathname]).toEqual([member.nickname, '/say']);
  expect(faults).toEqual([]);
});

test('cancelling, or having no passkey, shows a message and logs nobody in', async () => {
  const { page, setVerified } = await visitor();
  const button = await openLogin(page);
  await setVerified(false);
  await button.click();
  await toast(page, '通行密钥登录失败，可以换一种方式登录');
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.getByRole('dialog', { name: '登录', exact: true }).count()).toBe(1);
});

test('a browser without passkeys is not offered them', async () => {
  const { page } = await visitor();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  const button = await openLogin(page);
  await page.getByRole('dialog', { name: '登录', exact: true }).waitFor();
  expect(await button.count()).toBe(0);
});

test('the passkey script loads on demand', async () => {
  const { page } = await visitor();
  const requested: string[] = [];
  page.on(
    'request',
    (request) => /\/oauth\/passkey|startAuthentication/i.test(request.url()) && requested.push(request.url()),
  );
  const button = await openLogin(page);
  await button.waitFor();
  expect(requested).toEqual([]);
});
