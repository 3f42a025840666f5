import type { Way } from '@mojian/contract/core/sessions';
import type { Role } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { signIn } from '../../core/sessions/sessions.ts';
import { forgetSettings } from '../../core/settings/settings.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { allowOtherWays } from './passkey-only.ts';

const site = freshSite();

const password = 'a long enough one';
const email = 'owner@example.com';
const caller = { address: '192.0.2.1', agent: 'Mozilla/5.0' };
const refusal = { id: 'not-allowed', message: '这个账号只能用通行密钥登录，请在登录框里选「通行密钥」' };

const give = async (viewer: Viewer, role: Role) => {
  await site.db.updateTable('users').set({ role }).where('id', '=', viewer.id).execute();
  viewer.role = role;
};
const addPasskey = ({ id }: Viewer, name = 'phone') => {
  const row = { userId: id, name, credentialId: `${id}-${name}`, publicKey: '', counter: 0, transports: '[]' };
  return site.db
    .insertInto('passkeys')
    .values({ ...row, createdAt: 0 })
    .execute();
};
const enter = async ({ id }: Viewer, way: Way) => (await signIn(site.db, { userId: id, way, caller })).token;
const byPassword = () => site.as(null).accounts.emailLogin({ body: { email, password } });
const change = async (roles: object, who: Viewer = site.owner) => {
  const { settings } = site.office(who);
  const group = (await settings.list()).find(({ name }) => name === 'passkeyOnly');
  if (!group) throw new Error('no such group');
  return settings.save({ body: { ...group, value: { ...group.value, ...roles } } });
};
/** The owner, who has a password and a passkey, confirms the password and saves. */
const changeAsOwner = async (roles: object) => {
  await giveAccount(site, site.owner, { email, password });
  await addPasskey(site.owner);
  await site.as(site.owner).accounts.confirm({ body: { password } });
  return change(roles);
};
const read = (token: string) => site.withToken(token).sessions.list();

test('only the owner changes it, and confirms it by the password', async () => {
  await give(site.lin, 'admin');
  await expect(change({ moderator: 'only' }, site.lin)).rejects.toMatchObject({ message: '这一组只有站长能改' });
  await giveAccount(site, site.owner, { email, password });
  await expect(change({ owner: 'only' })).rejects.toMatchObject({ id: 'password-needed' });
});

test('without a passkey of one’s own it cannot be switched on for anybody', async () => {
  for (const role of ['owner', 'moderator'])
    await expect(change({ [role]: 'only' })).rejects.toMatchObject({
      id: 'not-allowed',
      field: `passkeyOnly.${role}`,
      message: '你自己还没有通行密钥，先在个人中心添加一把',
    });
  expect(await enter(site.owner, 'github')).toBeTypeOf('string');
});

test('the right password, a code and other sites are refused from then on, and their sessions end', async () => {
  const [before, key] = [await enter(site.owner, 'password'), await enter(site.owner, 'passkey')];
  await changeAsOwner({ owner: 'only' });
  await expect(byPassword()).rejects.toMatchObject(refusal);
  for (const way of ['code', 'github', 'wechat-account'] as const)
    await expect(enter(site.owner, way)).rejects.toMatchObject(refusal);
  await expect(read(before)).rejects.toMatchObject({ id: 'signed-out' });
  expect((await read(key)).map(({ way }) => way)).toEqual(['passkey']);
  await expect(site.as(null).accounts.emailLogin({ body: { email, password: 'not this one' } })).rejects.toMatchObject({
    id: 'wrong-login',
  });
  expect(await enter(site.owner, 'passkey')).toBeTypeOf('string');
});

test('who has no passkey is named until they were asked to add one, by notice and by mail', async () => {
  for (const viewer of [site.lin, site.ming]) await give(viewer, 'editor');
  await giveAccount(site, site.lin, { email: 'lin@example.com', password });
  await addPasskey(site.ming);
  const unasked = { id: 'not-allowed', field: 'passkeyOnly.editor', message: expect.stringContaining('小林 还没有') };
  await expect(changeAsOwner({ editor: 'only' })).rejects.toMatchObject(unasked);
  await change({ editor: 'asked' });
  const notified = await site.db
    .selectFrom('notices')
    .select(['userId', 'title'])
    .where('userId', '<>', site.owner.id)
    .execute();
  expect(notified).toEqual([{ userId: site.lin.id, title: '请给账号添加一把通行密钥' }]);
  expect((await site.letters()).map(({ to }) => to)).toContain('lin@example.com');
  expect(await enter(site.lin, 'password')).toBeTypeOf('string');
  await change({ editor: 'only' });
  await expect(enter(site.lin, 'password')).rejects.toMatchObject(refusal);
  expect(await enter(site.owner, 'password')).toBeTypeOf('string');
});

test('a role that asks for a passkey is not given to a member without one, whose other sessions end with it', async () => {
  await changeAsOwner({ moderator: 'only' });
  const raise = () =>
    site.office(site.owner).members.changeRole({
      body: { id: site.ming.id, from: 'member', role: 'moderator', sure: false },
    });
  await expect(raise()).rejects.toMatchObject({ id: 'not-allowed', field: 'role' });
  await addPasskey(site.ming);
  const [other, key] = [await enter(site.ming, 'gitee'), await enter(site.ming, 'passkey')];
  await raise();
  await expect(read(other)).rejects.toMatchObject({ id: 'signed-out' });
  expect(await read(key)).not.toEqual([]);
});

test('the command line lets owners in again, and writes it down', async () => {
  const allow = () => site.db.transaction().execute(allowOtherWays);
  expect(await allow()).toBe(false);
  await changeAsOwner({ owner: 'only' });
  await expect(byPassword()).rejects.toMatchObject(refusal);
  expect(await allow()).toBe(true);
  forgetSettings(site.db);
  expect(await byPassword()).toMatchObject({ role: 'owner' });
  const [last] = await site.db.selectFrom('auditLog').selectAll().orderBy('id', 'desc').limit(1).execute();
  expect(last).toMatchObject({ actor: '命令行', act: 'settings.save', subject: 'passkeyOnly' });
});
