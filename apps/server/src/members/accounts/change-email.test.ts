import { beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
beforeEach(async () => {
  await giveAccount(site, site.lin, { email: old, password });
});

const old = 'lin@example.com';
const fresh = 'lin.new@example.com';
const password = 'a long enough one';
const change = (code: string, rest: { email?: string; password?: string } = {}) =>
  site.as(site.lin).accounts.changeEmail({ body: { email: fresh, password, code, ...rest } });
const emailOf = async ({ id }: { id: number }) =>
  (await site.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
const notes = async () => (await site.letters()).filter(({ code }) => code === undefined);

test('changing the e-mail informs the old address', async () => {
  const code = await site.codeFor(fresh);
  expect(await change(code)).toBeNull();
  expect(await emailOf(site.lin)).toBe(fresh);
  expect(await notes()).toMatchObject([{ to: old, subject: '你的邮箱换过了' }]);
  expect(JSON.stringify(await notes())).not.toContain(fresh);
  await expect(change(code, { email: fresh })).rejects.toMatchObject({ id: 'already-done' });
  const logIn = (email: string) => site.as(null).accounts.emailLogin({ body: { email, password } });
  expect(await logIn(fresh)).toMatchObject({ id: site.lin.id });
  await expect(logIn(old)).rejects.toMatchObject({ id: 'wrong-login' });
});

test('a member without an e-mail adds one after a fresh login, and no old address is mailed', async () => {
  const add = (code: string) => site.as(site.ming).accounts.changeEmail({ body: { email: 'ming@example.com', code } });
  const code = await site.codeFor('ming@example.com');
  await site.db.updateTable('sessions').set({ createdAt: 0 }).where('userId', '=', site.ming.id).execute();
  await expect(add(code)).rejects.toMatchObject({ id: 'not-allowed' });
  expect(await emailOf(site.ming)).toBeNull();

  await site.db.updateTable('sessions').set({ createdAt: Date.now() }).where('userId', '=', site.ming.id).execute();
  await add(code);
  expect(await emailOf(site.ming)).toBe('ming@example.com');
  expect(await notes()).toEqual([]);
});

test.each([
  ['no password', { password: '' }, { id: 'invalid-input', field: 'password' }],
  ['a wrong password', { password: 'x' }, { id: 'wrong-login', field: 'password' }],
  ['no mailbox', { email: 'x' }, { id: 'invalid-input', field: 'email' }],
])('%s changes nothing', async (_what, rest, refusal) => {
  const code = await site.codeFor(fresh);
  await expect(change(code, rest)).rejects.toMatchObject(refusal);
  expect(await emailOf(site.lin)).toBe(old);
  await change(code);
});

test('only a code sent to the new mailbox is accepted', async () => {
  const own = await site.codeFor(old);
  const code = await site.codeFor(fresh);
  for (const wrong of [own, '000000', '111111'].filter((each) => each !== code))
    await expect(change(wrong)).rejects.toMatchObject({ id: 'wrong-code', field: 'code' });
  expect(await emailOf(site.lin)).toBe(old);
});

test('another member’s mailbox is refused without merging accounts', async () => {
  await giveAccount(site, site.ming, { email: 'ming@example.com', password: null });
  const code = await site.codeFor('ming@example.com');
  await expect(change(code, { email: 'ming@example.com' })).rejects.toMatchObject({ id: 'taken', field: 'email' });
  expect([await emailOf(site.lin), await emailOf(site.ming)]).toEqual([old, 'ming@example.com']);
  expect(await site.as(null).accounts.codeLogin({ body: { email: 'ming@example.com', code } })).toMatchObject({
    id: site.ming.id,
  });
});

test('one of two concurrent changes to a mailbox succeeds', async () => {
  const code = await site.codeFor(fresh);
  const outcomes = await Promise.allSettled([
    change(code),
    site.as(site.ming).accounts.changeEmail({ body: { email: fresh, code } }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(['wrong-code', 'taken']).toContain(outcome.reason.id);
});

test('the later of two changes to one mailbox is refused as taken', async () => {
  const code = await site.codeFor(fresh);
  const [, late] = await atOnce(
    site,
    (trx) => trx.updateTable('users').set({ email: fresh }).where('id', '=', site.ming.id).execute(),
    () => change(code),
  );
  expect(late).toMatchObject({ status: 'rejected', reason: { id: 'taken', field: 'email' } });
  expect(await emailOf(site.lin)).toBe(old);
});

test('a member changes their mail preferences', async () => {
  const { accounts } = site.as(site.lin);
  await accounts.changePreferences({ body: { mailOnReply: true } });
  const me = () => site.as(null).sessions.byToken({ query: { token: `token-${site.lin.id}` } });
  expect(await me()).toMatchObject({ mailOnReply: true });
  await expect(accounts.changePreferences({ body: { mailOnReply: 'no' as never } })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'mailOnReply',
  });
  await accounts.changePreferences({ body: { mailOnReply: false } });
  expect(await me()).toMatchObject({ mailOnReply: false });
});
