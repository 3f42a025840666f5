import { isFailure } from '@mojian/contract/platform/failures';
import type { Role } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readSettings } from './settings.ts';

const site = freshSite();

const password = 'a long enough one';
const group = async (viewer: Viewer, name: string) => {
  const found = (await site.office(viewer).settings.list()).find((one) => one.name === name);
  if (!found) throw new Error(`no group ${name}`);
  return found;
};
const save = async (viewer: Viewer, name: string, change: object) => {
  const { value, version } = await group(viewer, name);
  return site.office(viewer).settings.save({ body: { name, value: { ...value, ...change }, version } });
};
const confirm = (input: string) => site.as(site.owner).accounts.confirm({ body: { password: input } });
const give = async (viewer: Viewer, role: Role) => {
  await site.db.updateTable('users').set({ role }).where('id', '=', viewer.id).execute();
  viewer.role = role;
};
const noticesOf = ({ id }: Viewer) =>
  site.db.selectFrom('notices').select(['title', 'text']).where('userId', '=', id).execute();

/** Settings that could open the owner's session or make the server request its own network. */
const dangerous: [group: string, change: object][] = [
  ['mail', { host: '127.0.0.1', port: 4119, secure: false, from: 'thief@example.com' }],
  ['social', { github: { id: 'a', secret: 'b', base: 'http://127.0.0.1:4119' } }],
  ['wechatAccount', { token: 'known-to-the-thief' }],
  ['passkeyOnly', { editor: 'asked' }],
  ['backup', { every: 'never' }],
  ['hot', { base: 'http://169.254.169.254/' }],
  ['system', { updates: true, updatesUrl: 'http://127.0.0.1:6379/' }],
  ['system', { updatesUrl: 'http://127.0.0.1:6379/' }],
];

test.each(dangerous)('an admin who saves %s %j is refused and nothing changes', async (name, change) => {
  await give(site.ming, 'admin');
  const before = await readSettings(site.db);
  await expect(save(site.ming, name, change)).rejects.toMatchObject({
    id: 'not-allowed',
    message: '这一组只有站长能改',
  });
  expect(await readSettings(site.db)).toEqual(before);
  expect(await noticesOf(site.owner)).toEqual([]);
});

test('an admin can change all other settings, maintenance included', async () => {
  await give(site.ming, 'admin');
  await save(site.ming, 'identity', { name: '新站' });
  await save(site.ming, 'system', { maintenance: true });
  expect((await group(site.ming, 'system')).value).toMatchObject({ maintenance: true });
  expect(await noticesOf(site.owner)).toEqual([]);
});

test.each(dangerous)(
  'the owner changes %s %j by their password only, and every owner is told',
  async (name, change) => {
    await giveAccount(site, site.owner, { email: 'owner@example.com', password });
    await giveAccount(site, site.lin, { email: 'lin@example.com', password });
    await give(site.lin, 'owner');
    const before = await readSettings(site.db);
    await expect(save(site.owner, name, change)).rejects.toMatchObject({ id: 'password-needed', field: 'password' });
    await expect(confirm('not this one')).rejects.toMatchObject({ id: 'wrong-login', field: 'password' });
    expect(await readSettings(site.db)).toEqual(before);
    expect(await site.letters()).toEqual([]);

    await confirm(password);
    await save(site.owner, name, change);
    const reported = {
      title: expect.stringMatching(/^站点设置「.+」改过了$/),
      text: expect.stringContaining('站长 刚刚改了'),
    };
    expect(await noticesOf(site.owner)).toMatchObject([reported]);
    expect(await noticesOf(site.lin)).toMatchObject([reported]);
    expect((await site.letters()).map(({ to }) => to).sort()).toEqual(['lin@example.com', 'owner@example.com']);
  },
);

test('a password confirmed with one group holds for ten minutes of that session only', async () => {
  await giveAccount(site, site.owner, { email: 'owner@example.com', password });
  const needed = { id: 'password-needed', field: 'password' };
  await confirm(password);
  await save(site.owner, 'backup', { keep: 3 });
  await save(site.owner, 'hot', { base: 'http://10.0.0.2/' });

  const { token } = await site.as(null).accounts.emailLogin({ body: { email: 'owner@example.com', password } });
  const elsewhere = site.withToken(token);
  await expect(elsewhere.passkeys.creationOptions()).rejects.toMatchObject(needed);
  await expect(elsewhere.accounts.confirm({ body: { password: 'not this one' } })).rejects.toMatchObject({
    id: 'wrong-login',
    field: 'password',
  });
  await expect(elsewhere.passkeys.creationOptions()).rejects.toMatchObject(needed);

  await site.db.updateTable('tickets').set({ expiresAt: Date.now() }).where('kind', '=', 'confirmed-session').execute();
  await expect(save(site.owner, 'backup', { keep: 4 })).rejects.toMatchObject(needed);
});

test('an owner without a password needs a fresh login', async () => {
  const change = { keep: 3 };
  await site.db
    .updateTable('sessions')
    .set({ createdAt: Date.now() - 3_600_000 })
    .where('userId', '=', site.owner.id)
    .execute();
  await expect(save(site.owner, 'backup', change)).rejects.toMatchObject({ id: 'not-allowed' });
  await site.db.updateTable('sessions').set({ createdAt: Date.now() }).where('userId', '=', site.owner.id).execute();
  await save(site.owner, 'backup', change);
});

test('every group with a secret that could open a session is reserved to the owner', async () => {
  await give(site.ming, 'admin');
  const refused: string[] = [];
  for (const { name, value } of await site.office(site.ming).settings.list()) {
    const outcome = await save(site.ming, name, value).catch((error: unknown) => error);
    if (isFailure(outcome) && outcome.id === 'not-allowed') refused.push(name);
  }
  expect(refused.sort()).toEqual(['backup', 'hot', 'mail', 'passkeyOnly', 'social', 'wechatAccount']);
});
