import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { atOnce } from '../../../test/at-once.ts';
import { testSite } from '../../../test/site.ts';

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
  await giveAccount(site, site.lin, { email, password });
});
afterEach(() => site.close());

const day = 24 * 3_600_000;
const email = 'lin@example.com';
const password = 'a long enough one';
const close = (body: { password?: string; writings?: 'keep' | 'remove' } = {}, who = site.lin) =>
  site.as(who).accounts.close({ body: { password, writings: 'keep', ...body } });
const userOf = ({ id }: { id: number }) =>
  site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sessionsOf = ({ id }: { id: number }) =>
  site.db.selectFrom('sessions').select('id').where('userId', '=', id).execute();

test('closing an account ends every session, and a mail says until when it can be restored', async () => {
  const before = Date.now();
  expect(await close({ writings: 'remove' })).toBeNull();
  const { closesAt, keepWritings } = await userOf(site.lin);
  expect(closesAt).toBeGreaterThanOrEqual(before + 14 * day);
  expect(closesAt).toBeLessThanOrEqual(Date.now() + 14 * day);
  expect(keepWritings).toBe(0);
  expect(await sessionsOf(site.lin)).toEqual([]);
  const [mail] = await site.letters();
  expect(mail).toMatchObject({ to: email, subject: '你的账号已申请注销' });
  const shownDay = new Date((closesAt as number) + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(mail?.lines.join()).toContain(shownDay);
});

test('the last owner cannot close their account', async () => {
  const [, closing] = await atOnce(
    site,
    async (trx) => {
      await trx.updateTable('users').set({ role: 'owner' }).where('id', '=', site.lin.id).execute();
      await trx.updateTable('users').set({ role: 'member' }).where('id', '=', site.owner.id).execute();
    },
    () => close(),
  );
  expect(closing).toMatchObject({ status: 'rejected', reason: { id: 'not-allowed' } });
  expect(await userOf(site.lin)).toMatchObject({ closesAt: null });
});

test('logging in reopens the account with everything intact', async () => {
  const before = await userOf(site.lin);
  await close();
  expect(await userOf(site.lin)).toMatchObject({ keepWritings: 1 });
  const login = () => site.as(null).accounts.emailLogin({ body: { email, password } });
  expect(await login()).toMatchObject({ restored: true });
  expect(await userOf(site.lin)).toEqual({ ...before, seenAt: expect.any(Number) });
  expect((await login()).restored).toBeUndefined();
});

test('an erased account answers like an unknown one', async () => {
  await close();
  await site.db.updateTable('users').set({ closesAt: Date.now() }).where('id', '=', site.lin.id).execute();
  await expect(site.as(null).accounts.emailLogin({ body: { email, password } })).rejects.toMatchObject({
    id: 'wrong-login',
    message: '账号或密码错误',
  });
  expect(await sessionsOf(site.lin)).toEqual([]);
});

test.each([
  ['no password', { password: '' }, { id: 'invalid-input', field: 'password' }],
  ['a wrong password', { password: 'x' }, { id: 'wrong-login', field: 'password' }],
  ['no choice about the writings', { writings: 'burn' as never }, { id: 'invalid-input', field: 'writings' }],
])('%s closes nothing', async (_what, body, refusal) => {
  const before = await userOf(site.lin);
  await expect(close(body)).rejects.toMatchObject(refusal);
  expect(await userOf(site.lin)).toEqual(before);
  expect(await sessionsOf(site.lin)).toHaveLength(1);
});

test('without a password the session has to be a fresh one', async () => {
  await site.db.updateTable('sessions').set({ createdAt: 0 }).where('userId', '=', site.ming.id).execute();
  await expect(close({}, site.ming)).rejects.toMatchObject({ id: 'not-allowed' });
  expect(await userOf(site.ming)).toMatchObject({ closesAt: null });
  await site.db.updateTable('sessions').set({ createdAt: Date.now() }).where('userId', '=', site.ming.id).execute();
  await close({}, site.ming);
  expect(await site.letters()).toEqual([]); // nobody to write to
});

test('the closing job never erases the last owner', async () => {
  await giveAccount(site, site.owner, { email: 'owner@example.com', password });
  await expect(close({}, site.owner)).rejects.toMatchObject({
    id: 'not-allowed',
    message: expect.stringContaining('最后一位站长'),
  });
  expect(await userOf(site.owner)).toMatchObject({ closesAt: null });
});
