import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { appOf } from '../../../test/stand-ins/open-provider.ts';
import { consent, keysOf, setKeys, socialSite, withParam } from '../../../test/stand-ins/social-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { socialCallbackRoutes } from './social-callback.routes.ts';

let site: Awaited<ReturnType<typeof socialSite>>;
afterEach(() => site?.close());

test('the cookie is limited to the callback path and HttpOnly', async () => {
  site = await socialSite('github');
  const { headers } = await site.app.inject({ url: '/oauth/render/github' });
  expect(headers['set-cookie']).toMatch(
    /^oauth-github=[\w-]{43}; Path=\/oauth\/callback; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(headers['cache-control']).toBe('no-store');
});

test('the cookie identifies nobody: the button logs in and links nothing', async () => {
  site = await socialSite('github');
  const { json } = await site.app.inject({
    url: '/oauth/render/github',
    headers: { authorization: `token-${site.ming.id}` },
  });
  const [ticket] = await site.db.selectFrom('tickets').selectAll().execute();
  expect(json().data).toContain('/login/oauth/authorize');
  expect(JSON.parse(ticket?.payload ?? '')).toEqual({ verifier: expect.any(String) });
});

test('the callback of one provider is refused at another’s', async () => {
  site = await socialSite('github');
  const browser = site.browser();
  const back = await consent(await browser.leave());
  browser.cookies.set('oauth-gitee', browser.cookies.get('oauth-github') ?? '');
  expect(await browser.comeBack(back.replace('/github?', '/gitee?'))).toMatchObject({ loginFailed: 'expired' });
  expect(site.standIn.asked).toEqual([]);
  expect(await browser.comeBack(back)).toHaveProperty('token');
});

test('during maintenance a social login creates no member, and known members log in', async () => {
  site = await socialSite('github');
  const maintain = async (maintenance: boolean) => {
    await site.db.transaction().execute((trx) => saveSettings(trx, 'system', { maintenance }));
    forgetSettings(site.db);
  };
  const users = async () => (await site.db.selectFrom('users').select('id').execute()).length;
  const before = await users();
  const login = async () => {
    const browser = site.browser();
    return browser.comeBack(await consent(await browser.leave()));
  };
  await maintain(true);
  expect(await login()).toMatchObject({ loginFailed: 'maintenance' });
  expect(await users()).toBe(before);
  await maintain(false);
  expect(await login()).toHaveProperty('token');
  await maintain(true);
  expect(await login()).toHaveProperty('token');
});

test('a malformed callback redirects to the front page without asking the provider', async () => {
  site = await socialSite('github');
  const browser = site.browser();
  await browser.leave();
  const at = (path: string) => browser.comeBack(`${site.siteUrl}/oauth/callback/${path}`);
  expect(await at('nothing?code=a&state=b')).toMatchObject({ loginFailed: 'off' });
  for (const query of ['', '?state[]=a', '?state=a&state=b', `?state=${'x'.repeat(3000)}`, '?code=%00&state=%00', '?%'])
    expect(await at(`github${query}`), query).toMatchObject({ loginFailed: 'expired' });
  expect(site.standIn.asked).toEqual([]);
});

test('a malformed cookie is ignored', async () => {
  site = await socialSite('github');
  const browser = site.browser();
  const back = await consent(await browser.leave());
  const right = browser.cookies.get('oauth-github') ?? '';
  for (const cookie of ['', `${right}x`, `"${right}"`, `${right}%00`, 'x'.repeat(2000)]) {
    browser.cookies.set('oauth-github', cookie);
    expect(await browser.comeBack(back)).toMatchObject({ loginFailed: 'expired' });
  }
  browser.cookies.delete('oauth-github');
  browser.cookies.set('xoauth-github', right);
  expect(await browser.comeBack(back)).toMatchObject({ loginFailed: 'expired' });
  browser.cookies.set('other', 'oauth-github=1').set('oauth-github', right).set('last', '1');
  expect(await browser.comeBack(back)).toHaveProperty('token');
});

test('a HEAD request does not consume the callback', async () => {
  site = await socialSite('github');
  const browser = site.browser();
  const back = await consent(await browser.leave());
  const { pathname, search } = new URL(back);
  const cookie = `oauth-github=${browser.cookies.get('oauth-github')}`;
  expect((await site.app.inject({ method: 'HEAD', url: pathname + search, headers: { cookie } })).statusCode).toBe(404);
  expect(await browser.comeBack(back)).toHaveProperty('token');
});

test('an unknown provider is refused by name', async () => {
  site = await socialSite('github');
  for (const type of ['google', '1', '7', '__proto__'])
    await expect(site.as(null).social.render({ params: { type: type as 'qq' } })).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'type',
    });
});

test('starting logins is limited per minute', async () => {
  site = await socialSite('github');
  const limited = await testSite({ limits: true });
  await setKeys(limited.db, 'github', keysOf(site.standIn));
  const render = (address: string) => limited.as(null, { address }).social.render({ params: { type: 'github' } });
  for (let count = 0; count < 30; count++) await render('203.0.113.7');
  await expect(render('203.0.113.7')).rejects.toMatchObject({ id: 'too-many-requests' });
  await render('203.0.113.8');
  await limited.close();
});

test('callbacks are limited per minute', async () => {
  site = await socialSite('github');
  const limited = await testSite({ limits: true });
  socialCallbackRoutes(limited.app, limited);
  const comeBack = () => limited.app.inject({ url: '/oauth/callback/github?state=a' });
  for (let count = 0; count < 120; count++) await comeBack();
  const { statusCode, headers } = await comeBack();
  expect(statusCode).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await limited.close();
});

test('the log has the cause of a failure and no secret', async () => {
  site = await socialSite('github', { patience: 2000 });
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: 'trace', stream } });
  socialCallbackRoutes(app, { ...site, limits: { time: 2000, bytes: 200_000 } });
  const fails = async (change: () => unknown) => {
    const browser = site.browser();
    const back = await consent(await browser.leave());
    await change();
    const { pathname, search } = new URL(back);
    const cookie = `oauth-github=${browser.cookies.get('oauth-github')}`;
    await app.inject({ url: pathname + search, headers: { cookie } });
    return [...new URL(back).searchParams.values(), browser.cookies.get('oauth-github') ?? ''];
  };

  const forged = site.browser();
  await forged.leave();
  const [state, cookie] = await (async () => {
    const browser = site.browser();
    const address = new URL(await browser.leave());
    return [address.searchParams.get('state') ?? '', browser.cookies.get('oauth-github') ?? ''];
  })();
  const url = `/oauth/callback/github?state=${state}&error=${encodeURIComponent('a\nforged line')}`;
  await app.inject({ url, headers: { cookie: `oauth-github=${cookie}` } });

  const secrets = [
    'forged line',
    ...(await fails(() => {
      site.standIn.trouble = { at: 'profile', what: 'html' };
    })),
    ...(await fails(() => setKeys(site.db, 'github', { ...keysOf(site.standIn), secret: 'not-the-secret' }))),
    'not-the-secret',
    appOf('github', site.siteUrl).secret,
    ...site.standIn.asked.map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? 'token-'),
  ];
  const reported = lines.filter((line) => !line.includes('incoming request')).join('\n');
  expect(reported).toContain('对方的响应无法识别');
  expect(reported).toContain('incorrect_client_credentials');
  for (const secret of secrets) expect(reported).not.toContain(secret);
  await app.close();
});

test('the database holds no secret of a login on its way', async () => {
  site = await socialSite('github');
  const browser = site.browser();
  const address = new URL(await browser.leave());
  const rows = JSON.stringify(await site.db.selectFrom('tickets').selectAll().execute());
  expect(rows).not.toContain(address.searchParams.get('state'));
  expect(rows).not.toContain(browser.cookies.get('oauth-github'));
  expect(await browser.comeBack(withParam(await consent(address.href), {}))).toHaveProperty('token');
});
