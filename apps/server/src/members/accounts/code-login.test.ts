import { beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
beforeEach(async () => {
  await giveAccount(site, site.lin, { email, password: null });
});

const email = 'lin@example.com';
const logIn = (body: { email: string; code: string }) => site.as(null).accounts.codeLogin({ body });
const sessions = () => site.db.selectFrom('sessions').selectAll().where('way', '=', 'code').execute();

test('a code logs its mailbox’s member in, once', async () => {
  const code = await site.codeFor(email);
  const { token, id } = await logIn({ email: ' LIN@example.com', code });
  expect(id).toBe(site.lin.id);
  expect(await site.withToken(token).sessions.list()).toContainEqual(
    expect.objectContaining({ current: true, way: 'code' }),
  );
  await expect(logIn({ email, code })).rejects.toMatchObject({ id: 'wrong-code', field: 'code' });
  expect(await sessions()).toHaveLength(1);
});

test('a wrong code logs nobody in', async () => {
  const code = await site.codeFor(email);
  await expect(logIn({ email, code: code === '000000' ? '111111' : '000000' })).rejects.toMatchObject({
    id: 'wrong-code',
  });
  await expect(logIn({ email: 'ming@example.com', code })).rejects.toMatchObject({ id: 'wrong-code' });
  expect(await sessions()).toEqual([]);
  await logIn({ email, code });
});

test('an e-mail without an account is told so, and its code registers one', async () => {
  const newcomer = { email: 'xia@example.com', code: await site.codeFor('xia@example.com') };
  await expect(logIn(newcomer)).rejects.toMatchObject({
    id: 'not-found',
    field: 'email',
    message: '这个邮箱还没有注册，请先注册',
  });
  await site.as(null).accounts.register({ body: { ...newcomer, nickname: '夏至', password: 'a long enough one' } });
});

test('without a code nothing about an account is disclosed', async () => {
  const answers = [];
  for (const mailbox of [email, 'nobody@example.com'])
    answers.push(await logIn({ email: mailbox, code: '123456' }).catch(({ id, message }) => `${id} ${message}`));
  expect(answers[0]).toBe(answers[1]);
});

test('one of two concurrent uses of a code logs in', async () => {
  const code = await site.codeFor(email);
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => logIn({ email, code })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sessions()).toHaveLength(1);
});

test('a closed account is restored by a login, an erased one is not', async () => {
  const close = (closesAt: number) =>
    site.db.updateTable('users').set({ closesAt }).where('id', '=', site.lin.id).execute();
  await close(Date.now() + 60_000);
  expect(await logIn({ email, code: await site.codeFor(email) })).toMatchObject({ id: site.lin.id });
  await close(Date.now());
  await expect(logIn({ email, code: await site.codeFor(email) })).rejects.toMatchObject({ id: 'not-found' });
});
