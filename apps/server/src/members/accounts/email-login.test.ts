import { hash } from '@node-rs/argon2';
import { beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { solveCaptcha } from '../../../test/captcha.ts';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
beforeEach(async () => {
  await giveAccount(site, site.lin, lin);
  await giveAccount(site, site.ming, { email: 'ming@example.com', password: null });
});

const lin = { email: 'lin@example.com', password: 'a long enough one' };
const from = (address = '203.0.113.7') => site.as(null, { address, agent: 'Mozilla/5.0 Chrome/140.0.0.0' });
type Login = { email?: string; password?: string; captcha?: string };
const logIn = (change: Login = {}, address?: string) =>
  from(address).accounts.emailLogin({ body: { ...lin, ...change } });
const wrongLogin = expect.objectContaining({
  id: 'wrong-login',
  status: 400,
  message: '账号或密码错误',
  field: undefined,
});
const captchaNeeded = expect.objectContaining({ id: 'captcha-needed', status: 428 });
const sessions = () => site.db.selectFrom('sessions').selectAll().where('way', '=', 'password').execute();
const hashOfLin = async () =>
  (await site.db.selectFrom('users').select('passwordHash').where('id', '=', site.lin.id).executeTakeFirst())
    ?.passwordHash as string;
const failTimes = async (times: number, address?: string) => {
  for (let count = 0; count < times; count++)
    await expect(logIn({ password: `wrong-${count}` }, address)).rejects.toEqual(wrongLogin);
};
const solved = () => solveCaptcha(from());

test('the right password logs in, and the token it answers with is the member’s', async () => {
  const { token, ...me } = await logIn();
  expect(me).toMatchObject({ id: site.lin.id, nickname: '小林', email: lin.email, hasPassword: true });
  expect(JSON.stringify(me)).not.toMatch(/argon2|a long enough/);
  expect(await site.withToken(token).sessions.list()).toContainEqual(
    expect.objectContaining({ current: true, way: 'password', device: expect.stringContaining('Chrome') }),
  );
});

test.each([
  ['61.135.1.9:701', '北京'],
  ['"[::ffff:61.135.1.9]:701"', '北京'],
  ['unknown', ''],
])('a login from %s is kept as from %j', async (address, place) => {
  const { token } = await logIn({}, address);
  expect(await site.withToken(token).sessions.list()).toContainEqual(expect.objectContaining({ current: true, place }));
});

test('the mailbox may be spelled differently', async () => {
  for (const email of [' LIN@Example.com ', 'ｌｉｎ＠example.com', 'lin@example。com', '　lin @ example｡com'])
    expect(await logIn({ email })).toMatchObject({ id: site.lin.id });
});

test('a wrong password, an unknown account and a member without a password answer the same', async () => {
  const before = await sessions();
  const answers = [];
  for (const [index, login] of [
    { password: 'a long enough onE' },
    { email: 'nobody@example.com' },
    { email: 'ming@example.com' },
    { email: '小林' },
    { email: "' or 1=1 --" },
  ].entries()) {
    const payload = { ...lin, ...login };
    const headers = { 'x-forwarded-for': `203.0.113.${index}` };
    const { statusCode, body } = await site.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload, headers });
    answers.push(`${statusCode} ${body}`);
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('账号或密码错误');
  expect(await sessions()).toEqual(before);
});

test.each([
  ['email', '', '请输入账号'],
  ['email', 'x'.repeat(101), '账号或密码错误'],
  ['email', 'lin@example.com\u0000', '账号或密码错误'],
  ['password', '', '请输入密码'],
  ['password', 'x'.repeat(129), '账号或密码错误'],
  ['captcha', 'x'.repeat(4001), '安全验证有误'],
])('a wrong %s (%j) is refused by name', async (field, value, message) => {
  await expect(logIn({ [field]: value })).rejects.toMatchObject({ id: 'invalid-input', field, message });
});

test('a value that is not text is refused by name', async () => {
  const wrong: [payload: object, message: string][] = [
    [{}, '请输入账号'],
    [{ email: 1, password: 'x' }, '邮箱须为文字'],
    [{ email: ['lin@example.com'], password: 'x' }, '邮箱须为文字'],
  ];
  for (const [payload, message] of wrong) {
    const answer = await site.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload });
    expect(answer.json()).toMatchObject({ code: 400, message, extra: { field: 'email' } });
  }
  const answer = await site.app.inject({
    method: 'POST',
    url: '/oauth/emailLogin',
    payload: { email: 'x', password: {} },
  });
  expect(answer.json()).toMatchObject({ code: 400, message: '密码须为文字', extra: { field: 'password' } });
  const list = await site.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload: [lin] });
  expect(list.json()).toMatchObject({ code: 400, message: '请求格式有误', extra: { failure: 'invalid-input' } });
});

test('a weaker password hash is renewed by a login', async () => {
  const weak = await hash(lin.password, { memoryCost: 8192, timeCost: 1 });
  await site.db.updateTable('users').set({ passwordHash: weak }).where('id', '=', site.lin.id).execute();
  await failTimes(1);
  expect(await hashOfLin()).toBe(weak);
  await logIn();
  const renewed = await hashOfLin();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await logIn();
  expect(await hashOfLin()).toBe(renewed);
});

test('after three failures an address needs a captcha, also after a success', async () => {
  await failTimes(3);
  await expect(logIn()).rejects.toEqual(captchaNeeded); // the right password as well
  await expect(logIn({ captcha: 'bm90aGluZw==' })).rejects.toEqual(captchaNeeded);
  expect(await logIn({ captcha: await solved() })).toMatchObject({ id: site.lin.id });
  await expect(logIn()).rejects.toEqual(captchaNeeded);
});

test('successful logins are not counted', async () => {
  for (let count = 0; count < 6; count++) await logIn();
  await failTimes(3);
});

test('a captcha solution is valid for one try', async () => {
  await failTimes(3);
  const captcha = await solved();
  await expect(logIn({ password: 'wrong', captcha })).rejects.toEqual(wrongLogin);
  await expect(logIn({ captcha })).rejects.toEqual(captchaNeeded);
});

test('after twenty failures an address has to wait despite captchas', async () => {
  await failTimes(3);
  for (let count = 3; count < 20; count++)
    await expect(logIn({ password: 'wrong', captcha: await solved() })).rejects.toEqual(wrongLogin);
  const answer = await site.app.inject({
    method: 'POST',
    url: '/oauth/emailLogin',
    payload: { ...lin, captcha: await solved() },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect(answer.json()).toMatchObject({ code: 429, extra: { failure: 'too-many-requests' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(600);
  expect(await logIn({}, '198.51.100.1')).toMatchObject({ id: site.lin.id });
});

const attack = (count: number) => logIn({ password: `guess-${count}` }).catch((error) => error);
const guesses = Array.from({ length: 200 }, (_, count) => count);
const none: Promise<unknown[]> = Promise.resolve([]);
const attacks: [string, () => Promise<unknown[]>][] = [
  ['all at once', () => Promise.all(guesses.map(attack))],
  ['one after another', () => guesses.reduce(async (all, count) => [...(await all), await attack(count)], none)],
];

test.each(attacks)(
  'of 200 wrong logins from one address, %s, three are tried; another address gets in',
  async (_, all) => {
    const outcomes = all();
    expect(await logIn({}, '198.51.100.1')).toMatchObject({ id: site.lin.id });
    expect((await outcomes).filter((outcome) => wrongLogin.asymmetricMatch(outcome))).toHaveLength(3);
    const slowed = { id: expect.stringMatching(/^(captcha-needed|too-many-requests)$/) };
    await expect(logIn()).rejects.toMatchObject(slowed);
    expect(await logIn({}, '198.51.100.1')).toMatchObject({ id: site.lin.id });
  },
);

test('failures from many addresses make an account’s logins need a captcha, but never lock it', async () => {
  for (let count = 0; count < 30; count++) await failTimes(1, `198.51.100.${count}`);
  await expect(logIn({}, '192.0.2.1')).rejects.toEqual(captchaNeeded);
  await expect(logIn({ email: 'nobody@example.com' }, '192.0.2.1')).rejects.toEqual(wrongLogin);
  expect(await logIn({ captcha: await solved() }, '192.0.2.1')).toMatchObject({ id: site.lin.id });
});

test('a household counts as one address, its neighbours do not', async () => {
  for (const tail of [1, 2, 3]) await failTimes(1, `2001:db8:0:1::${tail}`);
  await expect(logIn({}, '2001:db8:0:1:ffff::9')).rejects.toEqual(captchaNeeded);
  expect(await logIn({}, '2001:db8:0:2::1')).toMatchObject({ id: site.lin.id });
});

test('no table contains what was typed', async () => {
  await expect(logIn({ email: 'my secret in the wrong field', password: 'another secret' })).rejects.toEqual(
    wrongLogin,
  );
  const rows = await site.db.selectFrom('limits').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('logging in reopens a closed account', async () => {
  await site.db
    .updateTable('users')
    .set({ closesAt: Date.now() + 1000 })
    .where('id', '=', site.lin.id)
    .execute();
  const { token } = await logIn();
  expect(await site.withToken(token).sessions.list()).not.toHaveLength(0);
});
