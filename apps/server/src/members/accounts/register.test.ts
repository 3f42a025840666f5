import { beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { testSite } from '../../../test/site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { createMember } from './create-member.ts';
import { freeNickname } from './nickname.ts';

const site = freshSite();
beforeEach(async () => {
  await giveAccount(site, site.lin, { email: 'lin@example.com', password: null });
});

type Registration = { email: string; nickname: string; password: string; code: string };
const newcomer = { email: 'xia@example.com', nickname: '夏至', password: 'a long enough one' };
const register = (code: string, change: Partial<Registration> = {}) =>
  site.as(null).accounts.register({ body: { ...newcomer, code, ...change } });
const people = () => site.db.selectFrom('users').selectAll().orderBy('id').execute();
const everything = async () => ({
  people: await people(),
  sessions: await site.db.selectFrom('sessions').selectAll().execute(),
  codes: await site.db.selectFrom('mailCodes').selectAll().execute(),
});
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

test('a registration makes a member and logs them in', async () => {
  const { token, ...me } = await register(await site.codeFor(newcomer.email));
  expect(me).toMatchObject({ nickname: '夏至', email: newcomer.email, role: 'member', hasPassword: true });
  expect(await site.withToken(token).sessions.list()).toHaveLength(1);
  expect((await people()).at(-1)).toMatchObject({
    nicknameKey: '夏至',
    passwordHash: expect.stringMatching(/^\$argon2id/),
  });
  expect(
    await site.as(null).accounts.emailLogin({ body: { email: newcomer.email, password: newcomer.password } }),
  ).toMatchObject({ id: me.id });
});

test('no secret appears in a row or an answer', async () => {
  const code = await site.codeFor(newcomer.email);
  const answer = await site.app.inject({ method: 'POST', url: '/oauth/emailRegister', payload: { ...newcomer, code } });
  const { token } = answer.json().data;
  expect(answer.body).not.toMatch(/argon2|a long enough one/);
  expect(JSON.stringify(await everything())).not.toMatch(new RegExp(`${newcomer.password}|${token}`));
});

test('the code is used up', async () => {
  const code = await site.codeFor(newcomer.email);
  await register(code);
  const before = await everything();
  await expect(register(code, { nickname: '冬至' })).rejects.toMatchObject({ id: 'wrong-code', field: 'code' });
  await expect(site.as(null).accounts.codeLogin({ body: { email: newcomer.email, code } })).rejects.toMatchObject({
    id: 'wrong-code',
  });
  expect(await everything()).toEqual(before);
});

test.each([
  ['email', '', '请输入账号'],
  ['email', 'nobody', '请输入正确的邮箱'],
  ['nickname', '', '请输入昵称'],
  ['nickname', '   ', '请输入昵称'],
  ['nickname', '春夏秋冬'.repeat(5).concat('雨'), '昵称不能超过 20 个字'],
  ['nickname', '夏\u200b至', '昵称里不能有看不见的字符'],
  ['nickname', '夏\u0000至', '昵称里不能有看不见的字符'],
  ['nickname', '管理员', '这个昵称不能使用，请换一个'],
  ['password', '', '请输入密码'],
  ['password', 'k3Xp9vQ', '密码不能少于 8 个字符'],
  ['password', 'x'.repeat(129), '密码不能超过 128 个字符'],
  ['password', 'woaini1314', '这个密码太常见，请换一个'],
  ['password', '13812345678', '密码不能只是手机号'],
  ['password', 'aaaaaaaaaa', '密码不能只是重复或连续的字符'],
  ['code', '', '请输入验证码'],
  ['code', '12345', '验证码是 6 位数字'],
  ['code', '１２３４５６', '验证码是 6 位数字'],
  ['code', '12345a', '验证码是 6 位数字'],
])('a wrong %s (%j) is refused by name, changes nothing and leaves the code alive', async (field, value, message) => {
  const code = await site.codeFor(newcomer.email);
  const before = await everything();
  await expect(register(code, { [field]: value })).rejects.toMatchObject({ id: 'invalid-input', field, message });
  expect(await everything()).toEqual(before);
  await register(code);
});

test('a password that holds the mailbox’s name or the nickname is refused', async () => {
  const code = await site.codeFor('qiufen@example.com');
  const refused = (password: string) =>
    expect(register(code, { email: 'qiufen@example.com', nickname: 'Autumn', password })).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'password',
    });
  await refused('my-QIUFEN-secret');
  await refused('golden autumn 99');
});

test('a wrong, foreign or missing code is refused and creates no member', async () => {
  const foreign = await site.codeFor('other@example.com');
  const before = await people();
  const refusal = { id: 'wrong-code', field: 'code', message: '验证码错误或已过期' };
  await expect(register(foreign)).rejects.toMatchObject(refusal);
  const code = await site.codeFor(newcomer.email);
  await expect(register(wrong(code))).rejects.toMatchObject(refusal);
  expect(await people()).toEqual(before);
});

test.each(['小林', '小 林'])('%j is taken, which changes nothing and leaves the code alive', async (nickname) => {
  const code = await site.codeFor(newcomer.email);
  const before = await everything();
  await expect(register(code, { nickname })).rejects.toMatchObject({ id: 'taken', status: 409, field: 'nickname' });
  expect(await everything()).toEqual(before);
  await register(code);
});

test('a nickname that looks like another’s is taken', async () => {
  await register(await site.codeFor(newcomer.email), { nickname: 'Alice' });
  const code = await site.codeFor('second@example.com');
  for (const nickname of ['alice', 'Аlice', 'A1ice', 'ＡＬＩＣＥ', 'Àlice', 'A l i c e'])
    await expect(register(code, { email: 'second@example.com', nickname })).rejects.toMatchObject({
      id: 'taken',
      field: 'nickname',
    });
});

test('only the owner of a mailbox learns that it is taken', async () => {
  const email = 'lin@example.com';
  const code = await site.codeFor(email);
  const before = await people();
  await expect(register(wrong(code), { email })).rejects.toMatchObject({ id: 'wrong-code' });
  await expect(register(code, { email })).rejects.toMatchObject({ id: 'taken', field: 'email' });
  expect(await people()).toEqual(before);
  expect(await site.as(null).accounts.codeLogin({ body: { email, code } })).toMatchObject({ id: site.lin.id });
});

test('one of concurrent registrations with one code creates a member', async () => {
  const code = await site.codeFor(newcomer.email);
  const names = ['立春', '雨水', '惊蛰', '春分', '清明'];
  const outcomes = await Promise.allSettled(names.map((nickname) => register(code, { nickname })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await people()).filter(({ email }) => email === newcomer.email)).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(['wrong-code', 'taken']).toContain(outcome.reason.id);
});

test('one of concurrent requests for a nickname succeeds, the others are refused', async () => {
  const mailboxes = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
  const codes: string[] = [];
  for (const email of mailboxes) codes.push(await site.codeFor(email));
  const outcomes = await Promise.allSettled(
    mailboxes.map((email, index) => register(codes[index] ?? '', { email, nickname: index % 2 ? 'Alice' : 'аlice' })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ id: 'taken', field: 'nickname' });
  expect((await people()).filter(({ nicknameKey }) => nicknameKey === 'aiice')).toHaveLength(1);
});

test.each([
  ['nickname', { nickname: '夏至', nicknameKey: '夏至' }],
  ['email', { nickname: '冬至', nicknameKey: '冬至', email: newcomer.email }],
])('who is a moment late for a %s is told so, by name', async (field, other) => {
  const code = await site.codeFor(newcomer.email);
  const [, late] = await atOnce(
    site,
    (trx) => createMember(trx, other),
    () => register(code),
  );
  expect(late).toMatchObject({ status: 'rejected', reason: { id: 'taken', field } });
  expect(await site.db.selectFrom('mailCodes').select('triesLeft').execute()).toEqual([{ triesLeft: 5 }]);
});

test('registrations are rate-limited per address', async () => {
  const limited = await testSite({ limits: true });
  const send = (address: string) =>
    limited.app.inject({
      method: 'POST',
      url: '/oauth/emailRegister',
      payload: {},
      headers: { 'x-forwarded-for': address },
    });
  for (let count = 0; count < 20; count++) expect((await send('203.0.113.7')).statusCode).toBe(400);
  const answer = await send('203.0.113.7');
  expect(answer.json()).toMatchObject({
    code: 429,
    message: expect.stringMatching(/^尝试太频繁，请 10 分钟后再试$/),
    extra: { failure: 'too-many-requests', retryAfter: expect.any(Number) },
  });
  expect(answer.headers['retry-after']).toBe(String(answer.json().extra.retryAfter));
  expect((await send('198.51.100.1')).statusCode).toBe(400);
  await limited.close();
});

test('the owner’s words are in no newcomer’s name, and the code stays alive', async () => {
  await site.db
    .transaction()
    .execute((trx) => saveSettings(trx, 'moderation', { mode: 'none', mask: [], hold: ['赌场'], links: 3 }));
  forgetSettings(site.db);
  const code = await site.codeFor(newcomer.email);
  const refusal = { id: 'invalid-input', field: 'nickname' };
  await expect(register(code, { nickname: '赌.场开门' })).rejects.toMatchObject(refusal);
  expect(await register(code)).toMatchObject({ nickname: '夏至' });
  const brought = await site.db.transaction().execute((trx) => freeNickname(trx, '赌场开门'));
  expect(brought.nickname).toBe('新朋友');
});

test('the author’s name in the settings is free to no newcomer', async () => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'author', { name: '沈砚' }));
  forgetSettings(site.db);
  const email = 'shen@example.com';
  const register = async (nickname: string) =>
    site
      .as(null)
      .accounts.register({ body: { email, nickname, password: 'a long enough one', code: await site.codeFor(email) } });
  for (const nickname of ['沈砚', '沈 砚'])
    await expect(register(nickname)).rejects.toMatchObject({ id: 'taken', field: 'nickname' });
  const near = await site.db.transaction().execute((trx) => freeNickname(trx, '沈砚'));
  expect(near.nickname).toBe('新朋友');
});
