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
