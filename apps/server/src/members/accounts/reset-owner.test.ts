import { expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { resetOwner } from './password.ts';

const site = freshSite();
const password = 'another long one 9';
const email = 'owner@example.com';
const use = (link: string) =>
  site.as(null).accounts.resetByLink({ body: { ticket: link.split('#')[1] ?? '', password } });

test('an owner who lost the password sets another by the link of the command line, once; it is written down', async () => {
  await giveAccount(site, site.owner, { email, password: 'the forgotten one' });
  const { link, nickname } = await resetOwner(site.db, site.siteUrl);
  expect(nickname).toBe('站长');
  await use(link);
  expect(await site.as(null).accounts.emailLogin({ body: { email, password } })).toMatchObject({ role: 'owner' });
  await expect(site.as(site.owner).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  await expect(use(link)).rejects.toMatchObject({ id: 'wrong-code' });
  expect(await site.db.selectFrom('auditLog').select(['actor', 'act', 'after']).execute()).toEqual([
    { actor: '命令行', act: 'users.reset', after: '{"by":"cli"}' },
  ]);
});

test('of several owners one has to be named; members and owners without e-mail are refused', async () => {
  await expect(resetOwner(site.db, site.siteUrl)).rejects.toThrow('没有一位站长用邮箱与密码登录');
  await giveAccount(site, site.owner, { email, password: 'the forgotten one' });
  await giveAccount(site, site.lin, { email: 'lin@example.com', password: 'the forgotten one' });
  await expect(resetOwner(site.db, site.siteUrl, 'lin@example.com')).rejects.toThrow('没有用这个邮箱的站长');
  await site.db.updateTable('users').set({ role: 'owner' }).where('id', '=', site.lin.id).execute();
  await expect(resetOwner(site.db, site.siteUrl)).rejects.toThrow('有几位站长，请写明是哪一位');
  expect((await resetOwner(site.db, site.siteUrl, 'Lin@Example.com')).nickname).toBe('小林');
});
