import type { QueryId } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { slowHash } from '../../core/identity/passwords.ts';
import { endSessions, signIn } from '../../core/sessions/sessions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { changeEmail } from './change-email.ts';
import { closeAccount } from './close-account.ts';
import { changePassword } from './password.ts';

const site = freshSite();
beforeEach(async () => {
  await giveAccount(site, site.lin, { email, password: old });
  await giveAccount(site, site.ming, { email: 'ming@example.com', password: null });
});

const email = 'lin@example.com';
const old = 'a long enough one';
const fresh = 'another long enough one';
const logIn = (password: string, mailbox = email) =>
  site.as(null, { address: '198.51.100.9' }).accounts.emailLogin({ body: { email: mailbox, password } });
const userOf = ({ id }: { id: number }) =>
  site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sessionsOf = ({ id }: { id: number }) =>
  site.db.selectFrom('sessions').select('id').where('userId', '=', id).execute();
const unchanged = async (member: { id: number }, refused: () => Promise<unknown>) => {
  const before = [await userOf(member), await sessionsOf(member), await site.letters()];
  await refused();
  expect([await userOf(member), await sessionsOf(member), await site.letters()]).toEqual(before);
};
const anHourAgo = () =>
  site.db
    .updateTable('sessions')
    .set({ createdAt: Date.now() - 3_600_000 })
    .where('userId', '=', site.ming.id)
    .execute();

const forget = (change: Partial<Record<'email' | 'code' | 'password', string>>) =>
  site.as(null).accounts.forgetPassword({ body: { email, password: fresh, code: '', ...change } });

test('a forgotten password is reset by a code, and every session ends', async () => {
  const { token } = await logIn(old);
  const code = await site.codeFor(email);
  expect(await forget({ code })).toBeNull();
  expect(await sessionsOf(site.lin)).toEqual([]);
  await expect(site.withToken(token).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  await expect(logIn(old)).rejects.toMatchObject({ id: 'wrong-login' });
  expect(await logIn(fresh)).toMatchObject({ id: site.lin.id });
  expect((await site.letters()).at(-1)).toMatchObject({ to: email, subject: '你的密码改过了' });
  await expect(forget({ code })).rejects.toMatchObject({ id: 'wrong-code' });
});

test('a member without a password sets one by a code', async () => {
  await forget({ email: 'ming@example.com', code: await site.codeFor('ming@example.com') });
  expect(await logIn(fresh, 'ming@example.com')).toMatchObject({ id: site.ming.id });
});

test('sessions of others continue', async () => {
  await forget({ code: await site.codeFor(email) });
  expect(await sessionsOf(site.ming)).toHaveLength(1);
});

test('a wrong code resets no password', async () => {
  const code = await site.codeFor(email);
  const foreign = await site.codeFor('ming@example.com');
  const wrong = [code === '000000' ? '111111' : '000000', foreign].filter((each) => each !== code);
  for (const each of wrong)
    await unchanged(site.lin, () => expect(forget({ code: each })).rejects.toMatchObject({ id: 'wrong-code' }));
});

test('a weak password is refused with its reason, and the code stays valid', async () => {
  const code = await site.codeFor(email);
  for (const password of ['woaini1314', '19900101', 'lin123456', '小林小林1234'])
    await unchanged(site.lin, () =>
      expect(forget({ code, password })).rejects.toMatchObject({ id: 'invalid-input', field: 'password' }),
    );
  await forget({ code });
});

test('only the reader of a mailbox learns that it has no account', async () => {
  const mailbox = 'nobody@example.com';
  await expect(forget({ email: mailbox, code: '123456' })).rejects.toMatchObject({ id: 'wrong-code' });
  const code = await site.codeFor(mailbox);
  await expect(forget({ email: mailbox, code })).rejects.toMatchObject({ id: 'not-found', field: 'email' });
});

test('changing the password ends all other sessions', async () => {
  const other = await logIn(old);
  expect(await site.as(site.lin).accounts.changePassword({ body: { present: old, password: fresh } })).toBeNull();
  expect(await sessionsOf(site.lin)).toEqual([{ id: site.lin.sessionId }]);
  await expect(site.withToken(other.token).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  expect(await logIn(fresh)).toMatchObject({ id: site.lin.id });
  expect((await site.letters()).at(-1)).toMatchObject({ to: email, subject: '你的密码改过了' });
});

test.each([
  ['no present password', { password: fresh }, { id: 'invalid-input', field: 'present' }],
  ['a wrong present password', { present: 'x', password: fresh }, { id: 'wrong-login', field: 'present' }],
  ['a short new one', { present: old, password: 'short' }, { id: 'invalid-input', field: 'password' }],
  ['a weak new one', { present: old, password: 'qwer1234' }, { id: 'invalid-input', field: 'password' }],
])('%s changes nothing', async (_what, body, refusal) => {
  await unchanged(site.lin, () =>
    expect(site.as(site.lin).accounts.changePassword({ body })).rejects.toMatchObject(refusal),
  );
});

test('after ten wrong current passwords a session has to wait', async () => {
  const change = (present: string) => site.as(site.lin).accounts.changePassword({ body: { present, password: fresh } });
  for (let count = 0; count < 10; count++) await expect(change('x')).rejects.toMatchObject({ id: 'wrong-login' });
  await unchanged(site.lin, () =>
    expect(change(old)).rejects.toMatchObject({ id: 'too-many-requests', retryAfter: expect.any(Number) }),
  );
});

test('a member without a password sets one in a fresh session only', async () => {
  await anHourAgo();
  const set = () => site.as(site.ming).accounts.changePassword({ body: { password: fresh } });
  await unchanged(site.ming, () => expect(set()).rejects.toMatchObject({ id: 'not-allowed' }));
  await site.db.updateTable('sessions').set({ createdAt: Date.now() }).where('userId', '=', site.ming.id).execute();
  await set();
  expect(await logIn(fresh, 'ming@example.com')).toMatchObject({ id: site.ming.id, hasPassword: true });
});

test('a first password needs an e-mail, as it could neither be used nor reset without one', async () => {
  await site.db.updateTable('users').set({ email: null }).where('id', '=', site.ming.id).execute();
  const set = () => site.as(site.ming).accounts.changePassword({ body: { password: fresh } });
  await unchanged(site.ming, () =>
    expect(set()).rejects.toMatchObject({ id: 'not-allowed', message: expect.stringContaining('先添加邮箱') }),
  );
  await site.db.updateTable('users').set({ email: 'ming@example.com' }).where('id', '=', site.ming.id).execute();
  await set();
});

test('the demo account’s password cannot be changed', async () => {
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.lin.id).execute();
  const refused = { id: 'not-allowed', message: '演示模式，不允许操作' };
  const demo = site.as(site.lin).accounts;
  await expect(demo.changePassword({ body: { present: old, password: fresh } })).rejects.toMatchObject(refused);
  await expect(
    demo.changeEmail({ body: { email: 'x@example.com', code: '123456', password: old } }),
  ).rejects.toMatchObject(refused);
  await expect(demo.close({ body: { password: old, writings: 'keep' } })).rejects.toMatchObject(refused);
  await expect(forget({ code: await site.codeFor(email) })).rejects.toMatchObject(refused);
});

test('a visitor cannot change a password', async () => {
  const refused = { id: 'signed-out', status: 401 };
  const visitor = site.as(null).accounts;
  await expect(visitor.changePassword({ body: { present: old, password: fresh } })).rejects.toMatchObject(refused);
  await expect(visitor.changeEmail({ body: { email, code: '123456' } })).rejects.toMatchObject(refused);
  await expect(visitor.changePreferences({ body: { mailOnReply: true } })).rejects.toMatchObject(refused);
  await expect(visitor.close({ body: { writings: 'keep' } })).rejects.toMatchObject(refused);
});

test('a login whose password is changed while it is compared opens no session', async () => {
  const { passwordHash } = await userOf(site.lin);
  const finish = () =>
    signIn(site.db, {
      userId: site.lin.id,
      way: 'password',
      caller: { address: '198.51.100.9', agent: '' },
      passwordHash: passwordHash ?? '',
    });
  expect(await finish()).toMatchObject({ id: site.lin.id });
  await site.as(site.lin).accounts.changePassword({ body: { present: old, password: fresh } });
  await unchanged(site.lin, () => expect(finish()).rejects.toMatchObject({ id: 'wrong-login' }));
});

test('a concurrent change of the password refuses a login that compared the former one', async () => {
  const passwordHash = await slowHash(fresh);
  const [, login] = await atOnce(
    site,
    (trx) => trx.updateTable('users').set({ passwordHash }).where('id', '=', site.lin.id).execute(),
    () => logIn(old),
  );
  expect(login).toMatchObject({ status: 'rejected', reason: { id: 'wrong-login' } });
  expect(await sessionsOf(site.lin)).toHaveLength(1);
});

/** A database where the password is reset, and all sessions end, right after the present one was compared. */
function resetAfterComparing(passwordHash: string): Db {
  const ids = new WeakSet<QueryId>();
  return site.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'DeleteQueryNode' && JSON.stringify(node.from).includes('"limits"')) ids.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (!ids.has(queryId)) return result;
      await site.db.transaction().execute(async (trx) => {
        await trx.updateTable('users').set({ passwordHash }).where('id', '=', site.lin.id).execute();
        await endSessions(trx, site.lin.id);
      });
      return result;
    },
  });
}

const thief = 'thief@example.com';
test.each<[string, (db: Db, code: string) => Promise<unknown>]>([
  ['password', (db) => changePassword(db, site.lin, { present: old, password: 'a third long one' })],
  ['mailbox', (db, code) => changeEmail(db, site.lin, { email: thief, code, password: old })],
  ['account, closing it,', (db) => closeAccount(db, site.lin, { password: old, writings: 'remove' })],
])('a reset of the password refuses a change of the %s that compared the former one', async (_what, change) => {
  const passwordHash = await slowHash(fresh);
  const changed = change(resetAfterComparing(passwordHash), await site.codeFor(thief));
  await expect(changed).rejects.toMatchObject({ id: 'signed-out' });
  expect(await userOf(site.lin)).toMatchObject({ email, passwordHash, closesAt: null });
});
