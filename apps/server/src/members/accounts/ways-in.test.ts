import { expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { requireWayIn } from './ways-in.ts';

const site = freshSite();

const link = (provider: string) =>
  site.db
    .insertInto('socialLinks')
    .values({ userId: site.lin.id, provider, subject: provider, name: '', createdAt: 0 })
    .execute();
const leave = async (trx: Trx, provider: string) => {
  await trx.deleteFrom('socialLinks').where('provider', '=', provider).execute();
  await requireWayIn(trx, site.lin.id);
};
const unlink = (provider: string) => site.db.transaction().execute((trx) => leave(trx, provider));
const links = () => site.db.selectFrom('socialLinks').select('provider').execute();

test('every login method but the last can be removed', async () => {
  await link('qq');
  await link('wechat-account');
  await unlink('qq');
  await expect(unlink('wechat-account')).rejects.toMatchObject({ id: 'not-allowed' });
  expect(await links()).toEqual([{ provider: 'wechat-account' }]);
});

test('an e-mail and a passkey are login methods', async () => {
  await link('qq');
  await site.db.updateTable('users').set({ email: 'lin@example.com' }).where('id', '=', site.lin.id).execute();
  await unlink('qq');
  await link('qq');
  await site.db.updateTable('users').set({ email: null }).where('id', '=', site.lin.id).execute();
  const passkey = {
    name: '',
    credentialId: 'x',
    publicKey: '',
    counter: 0,
    transports: '[]',
    createdAt: 0,
    usedAt: null,
  };
  await site.db
    .insertInto('passkeys')
    .values({ userId: site.lin.id, ...passkey })
    .execute();
  await unlink('qq');
  expect(await links()).toEqual([]);
});

test('the last passkey of who logs in by nothing else stays, whatever other login methods there are', async () => {
  const keys = site.as(site.lin).passkeys;
  const passkey = { publicKey: '', counter: 0, transports: '[]', createdAt: 0, userId: site.lin.id };
  const add = (name: string) =>
    site.db
      .insertInto('passkeys')
      .values({ ...passkey, name, credentialId: name })
      .execute();
  await site.db
    .updateTable('users')
    .set({ role: 'editor', email: 'lin@example.com' })
    .where('id', '=', site.lin.id)
    .execute();
  await site.db.updateTable('sessions').set({ way: 'passkey' }).where('userId', '=', site.lin.id).execute();
  for (const name of ['phone', 'laptop']) await add(name);
  await site.change('passkeyOnly', { editor: 'only' });
  const [first, last] = await keys.list();
  await keys.remove({ query: { id: first?.id ?? 0 } });
  await expect(keys.remove({ query: { id: last?.id ?? 0 } })).rejects.toMatchObject({
    id: 'not-allowed',
    message: '这是最后一把通行密钥，而你的账号只能用它登录；先添加另一把',
  });
  expect(await keys.list()).toHaveLength(1);
  await site.change('passkeyOnly', { editor: 'asked' });
  await keys.remove({ query: { id: last?.id ?? 0 } });
});

test('of two removed at once one remains, and other members’ login methods do not count', async () => {
  await link('qq');
  await link('gitee');
  await site.db.updateTable('users').set({ email: 'ming@example.com' }).where('id', '=', site.ming.id).execute();
  const [, second] = await atOnce(
    site,
    (trx) => leave(trx, 'qq'),
    () => unlink('gitee'),
  );
  expect(second).toMatchObject({ status: 'rejected', reason: { id: 'not-allowed' } });
  expect(await links()).toEqual([{ provider: 'gitee' }]);
});
