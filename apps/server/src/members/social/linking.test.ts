import { providers } from '@mojian/contract/core/social-providers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appOf, openProvider } from '../../../test/stand-ins/open-provider.ts';
import { consent, keysOf, socialSite } from '../../../test/stand-ins/social-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';

let site: Awaited<ReturnType<typeof socialSite>>;
afterEach(() => site.close());

const linksOf = (viewer: Parameters<typeof site.as>[0]) => site.as(viewer).social.list();

describe.each(providers)('%s', (provider) => {
  beforeEach(async () => {
    site = await socialSite(provider);
  });

  test('a linked login logs its member in', async () => {
    const before = await site.traces();
    site.standIn.person = { id: '7', name: '另一个名字' };
    expect(await site.browser(site.ming).login()).toMatchObject({ linked: provider });
    expect(await linksOf(site.ming)).toMatchObject([{ provider, name: '另一个名字' }]);
    expect(await linksOf(site.lin)).toEqual([]);
    const { users, handovers, files } = await site.traces();
    expect({ users, handovers, files }).toEqual({ users: before.users, handovers: [], files: [] });

    const { token = '', nonce } = await site.browser().login();
    const me = await site.as(null).sessions.byToken({ query: { token, nonce } });
    expect(me).toMatchObject({ id: site.ming.id, nickname: '阿明', avatar: '' });
  });

  test('a linked account is shown once, to its member only', async () => {
    await site.browser(site.ming).login();
    await site.browser(site.ming).login();
    const notices = await site.db.selectFrom('notices').select(['userId', 'title']).execute();
    expect(notices).toEqual([{ userId: site.ming.id, title: expect.stringMatching(/^绑定了.+登录$/) }]);
  });

  test('linking again succeeds and updates the name', async () => {
    await site.browser(site.ming).login();
    site.standIn.person = { id: '1001', name: '新名字' };
    expect(await site.browser(site.ming).login()).toMatchObject({ linked: provider });
    expect(await linksOf(site.ming)).toMatchObject([{ provider, name: '新名字' }]);
  });

  test('an account linked by somebody else is refused and stays theirs', async () => {
    await site.browser(site.lin).login();
    const before = await site.traces();
    expect(await site.browser(site.ming).login()).toMatchObject({ loginFailed: 'taken' });
    expect(await site.traces()).toEqual(before);
    expect(await linksOf(site.ming)).toEqual([]);
  });

  test('a second account there is refused as long as the first is linked', async () => {
    await site.browser(site.ming).login();
    const before = await site.traces();
    site.standIn.person = { id: '8', name: '小号' };
    expect(await site.browser(site.ming).login()).toMatchObject({ loginFailed: 'another' });
    expect(await site.traces()).toEqual(before);
  });

  test('a declined link stores nothing', async () => {
    const browser = site.browser(site.ming);
    expect(await browser.comeBack(await consent(await browser.leave(), '拒绝'))).toMatchObject({
      loginFailed: 'denied',
    });
    expect(await linksOf(site.ming)).toEqual([]);
  });

  test('a member who was signed out on the way links nothing', async () => {
    const browser = site.browser(site.ming);
    const back = await consent(await browser.leave());
    await site.db.deleteFrom('sessions').where('userId', '=', site.ming.id).execute();
    expect(await browser.comeBack(back)).toMatchObject({ loginFailed: 'expired' });
    expect((await site.traces()).links).toEqual([]);
  });

  test('one of two members who link concurrently gets the link', async () => {
    const backs = await Promise.all([site.browser(site.ming).login(), site.browser(site.lin).login()]);
    expect(backs.map(({ linked, loginFailed }) => linked ?? loginFailed).sort()).toEqual([provider, 'taken'].sort());
    expect((await site.traces()).links).toHaveLength(1);
  });
});

describe('unlinking', () => {
  beforeEach(async () => {
    site = await socialSite('github');
    await site.browser(site.ming).login();
  });

  const unlink = (viewer: Parameters<typeof site.as>[0], provider: 'github' | 'qq') =>
    site.as(viewer).social.unlink({ query: { provider } });

  test('the last login method is not removed', async () => {
    const before = await site.traces();
    await expect(unlink(site.ming, 'github')).rejects.toMatchObject({ id: 'not-allowed' });
    expect(await site.traces()).toEqual(before);
  });

  test('with another login method it is unlinked and logs nobody in any more', async () => {
    await site.db.updateTable('users').set({ email: 'ming@example.com' }).where('id', '=', site.ming.id).execute();
    await unlink(site.ming, 'github');
    expect(await linksOf(site.ming)).toEqual([]);
    const { token = '', nonce } = await site.browser().login();
    expect((await site.as(null).sessions.byToken({ query: { token, nonce } })).id).not.toBe(site.ming.id);
  });

  test('of two login methods removed concurrently one remains', async () => {
    const qq = await openProvider('qq', site.siteUrl);
    const social = { github: keysOf(site.standIn), qq: keysOf(qq) };
    await site.db.transaction().execute((trx) => saveSettings(trx, 'social', social));
    forgetSettings(site.db);
    expect(qq.app).toEqual(appOf('qq', site.siteUrl));
    await site.browser(site.ming, 'qq').login();
    expect(await linksOf(site.ming)).toMatchObject([{ provider: 'github' }, { provider: 'qq' }]);

    const done = await Promise.allSettled([unlink(site.ming, 'github'), unlink(site.ming, 'qq')]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await linksOf(site.ming)).toHaveLength(1);
    await qq.close();
  });

  test('an account not linked and an unknown provider are refused by name', async () => {
    await expect(unlink(site.ming, 'qq')).rejects.toMatchObject({ id: 'not-found', field: 'provider' });
    await expect(unlink(site.lin, 'github')).rejects.toMatchObject({ id: 'not-found' });
    await expect(unlink(site.ming, 'nothing' as 'qq')).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'provider',
    });
    expect(await linksOf(site.ming)).toHaveLength(1);
  });

  test('the demo account can neither link nor unlink', async () => {
    await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.ming.id).execute();
    const demo = site.as(site.ming).social;
    await expect(demo.startLinking({ params: { type: 'github' } })).rejects.toMatchObject({ id: 'not-allowed' });
    await expect(demo.unlink({ query: { provider: 'github' } })).rejects.toMatchObject({ id: 'not-allowed' });
    expect(await linksOf(site.ming)).toHaveLength(1);
  });
});
