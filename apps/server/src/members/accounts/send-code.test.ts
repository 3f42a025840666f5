import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { solveCaptcha } from '../../../test/captcha.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { dropOldCodes, newCode, proveMailbox } from './mail-codes.ts';

const start = 1_800_000_000_000;
// before the site, whose sessions begin then
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());
const site = freshSite();

const url = '/oauth/sendEmailCode';
const send = (email: string, { address = '203.0.113.7', captcha }: { address?: string; captcha?: string } = {}) =>
  site.as(null, { address }).accounts.sendEmailCode({ query: { email, ...(captcha && { captcha }) } });
const captchaNeeded = expect.objectContaining({ id: 'captcha-needed', status: 428 });
const wrongCode = expect.objectContaining({
  id: 'wrong-code',
  status: 400,
  message: '验证码错误或已过期',
  field: 'code',
});
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const stored = () => site.db.selectFrom('mailCodes').selectAll().execute();
const sent = async () => (await site.letters()).length;
const mailbox = 'lin@example.com';

test('six digits go to the mailbox, with five minutes to use them, and nowhere else', async () => {
  const answer = await site.app.inject({ url, query: { email: mailbox } });
  const [mail] = await site.letters();
  expect(mail).toMatchObject({ to: mailbox, code: expect.stringMatching(/^\d{6}$/), expiresAt: start + 300_000 });
  expect(mail?.subject + (mail?.lines.join() ?? '')).not.toContain(mail?.code);
  expect(answer.json()).toMatchObject({ code: 200, data: null });
  expect(answer.body).not.toContain(mail?.code);

  const rows = await stored();
  expect(rows).toMatchObject([{ email: mailbox, hash: expect.stringMatching(/^\$argon2id\$/), triesLeft: 5 }]);
  expect(JSON.stringify(rows)).not.toContain(mail?.code);
});

test('the answer does not disclose whether an account exists', async () => {
  await giveAccount(site, site.lin, { email: mailbox, password: null });
  const known = await site.app.inject({ url, query: { email: mailbox } });
  const unknown = await site.app.inject({ url, query: { email: 'nobody@example.com' } });
  expect(unknown.body).toBe(known.body);
  expect(await sent()).toBe(2);
});

test.each([
  ['', '请输入邮箱'],
  ['lin', '请输入正确的邮箱'],
  ['lin@example.com\r\nBcc: all@example.com', '请输入正确的邮箱'],
  [`${'x'.repeat(100)}@example.com`, '邮箱过长'],
])('to %j nothing is sent: %s', async (email, message) => {
  await expect(send(email)).rejects.toMatchObject({ id: 'invalid-input', field: 'email', message });
  expect(await sent()).toBe(0);
  expect(await stored()).toEqual([]);
});

test('a mailbox of an unusual form gets its code', async () => {
  for (const email of ["o'brien+blog@example.co.uk", '小林@例子.中国', 'a/b=c@example.museum']) await send(email);
  expect((await site.letters()).map(({ to }) => to)).toEqual([
    "o'brien+blog@example.co.uk",
    '小林@xn--fsqu00a.xn--fiqs8s',
    'a/b=c@example.museum',
  ]);
});

test('a mailbox gets one a minute, in whichever spelling it is asked for', async () => {
  await send(mailbox);
  pass(20);
  const answer = await site.app.inject({ url, query: { email: ' LIN@example.com' } });
  expect(answer.json()).toMatchObject({ code: 429, extra: { failure: 'too-many-requests', retryAfter: 40 } });
  expect(answer.headers['retry-after']).toBe('40');
  expect(await sent()).toBe(1);
  pass(40);
  await send(mailbox);
  expect(await sent()).toBe(2);
});

test('one of concurrent requests for a mailbox sends a code', async () => {
  const requested = Array.from({ length: 10 }, (_, index) => send(mailbox, { address: `203.0.113.${index}` }));
  const outcomes = await Promise.allSettled(requested);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sent()).toBe(1);
});

/** Asks as often as is allowed without a captcha. */
async function flood(address: string, times: number) {
  for (let count = 0; count < times; count++) {
    await send(mailbox, { address });
    pass(121);
  }
}

test('an address gets ten a day for a mailbox, whose reader is still let in from elsewhere', async () => {
  await flood('203.0.113.7', 10);
  await expect(send(mailbox)).rejects.toMatchObject({ id: 'too-many-requests' });
  expect(await sent()).toBe(10);
  await flood('2001:db8:1:2::1', 10);
  await expect(send(mailbox, { address: '2001:db8:1:2:ffff::9' })).rejects.toMatchObject({ id: 'too-many-requests' });

  await giveAccount(site, site.lin, { email: mailbox, password: null });
  await send(mailbox, { address: '198.51.100.1' });
  const code = (await site.letters()).at(-1)?.code ?? '';
  expect(await site.as(null).accounts.codeLogin({ body: { email: mailbox, code } })).toMatchObject({ id: site.lin.id });
});

test('a mailbox gets thirty a day, however many addresses ask', async () => {
  for (let count = 0; count < 30; count++) {
    await send(mailbox, { address: `203.0.113.${count}` });
    pass(61);
  }
  await expect(send(mailbox, { address: '198.51.100.1' })).rejects.toMatchObject({ id: 'too-many-requests' });
  expect(await sent()).toBe(30);
  await send('ming@example.com', { address: '198.51.100.1' });
  pass(24 * 3600);
  await send(mailbox, { address: '198.51.100.1' });
});

test('an address asks for five in ten minutes, then works for each, and after thirty in an hour has to wait', async () => {
  for (let count = 0; count < 5; count++) await send(`person-${count}@example.com`);
  await expect(send('more@example.com')).rejects.toEqual(captchaNeeded);
  expect(await sent()).toBe(5);
  await send('elsewhere@example.com', { address: '198.51.100.1' });

  const captcha = () => solveCaptcha(site.as(null));
  const used = await captcha();
  await send('more@example.com', { captcha: used });
  await expect(send('again@example.com', { captcha: used })).rejects.toEqual(captchaNeeded);
  for (let count = 6; count < 30; count++) {
    if (count % 5 === 1) pass(601);
    await send(`person-${count}@example.com`);
  }
  await expect(send('last@example.com', { captcha: await captcha() })).rejects.toMatchObject({
    id: 'too-many-requests',
    retryAfter: 3600 - 5 * 601,
  });
  pass(3600 - 5 * 601 + 1);
  await send('last@example.com');
});

test('concurrent requests from one address need captchas as well', async () => {
  const requested = Array.from({ length: 20 }, (_, index) => send(`person-${index}@example.com`));
  const outcomes = await Promise.allSettled(requested);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await sent()).toBe(5);
});

test('a refused request leaves the previous code valid', async () => {
  await send(mailbox);
  const before = await stored();
  await expect(send(mailbox)).rejects.toMatchObject({ id: 'too-many-requests' });
  expect(await stored()).toEqual(before);
});

test('a right code proves its mailbox, and no other', async () => {
  const code = await site.codeFor(mailbox);
  const other = await site.codeFor('ming@example.com');
  if (code !== other) {
    await expect(proveMailbox(site.db, 'ming@example.com', code)).rejects.toEqual(wrongCode);
    await expect(proveMailbox(site.db, mailbox, other)).rejects.toEqual(wrongCode);
  }
  await expect(proveMailbox(site.db, 'nobody@example.com', code)).rejects.toEqual(wrongCode);
  expect(await proveMailbox(site.db, mailbox, code)).toMatchObject({ email: mailbox });
});

test('a code is valid for five minutes', async () => {
  const code = await site.codeFor(mailbox);
  pass(299);
  await proveMailbox(site.db, mailbox, code);
  pass(1);
  await expect(proveMailbox(site.db, mailbox, code)).rejects.toEqual(wrongCode);
});

test('the next code takes the place of the one before', async () => {
  const first = await site.codeFor(mailbox);
  let second = await site.codeFor(mailbox);
  while (second === first) second = await site.codeFor(mailbox);
  await expect(proveMailbox(site.db, mailbox, first)).rejects.toEqual(wrongCode);
  await proveMailbox(site.db, mailbox, second);
});

test('after five wrong tries the right code is invalid too; right ones use up none', async () => {
  const code = await site.codeFor(mailbox);
  const wrong = code === '000000' ? '111111' : '000000';
  for (let count = 0; count < 6; count++) await proveMailbox(site.db, mailbox, code);
  for (let count = 0; count < 4; count++)
    await expect(proveMailbox(site.db, mailbox, wrong)).rejects.toEqual(wrongCode);
  await proveMailbox(site.db, mailbox, code);
  await expect(proveMailbox(site.db, mailbox, wrong)).rejects.toEqual(wrongCode);
  await expect(proveMailbox(site.db, mailbox, code)).rejects.toEqual(wrongCode);
});

test('many guesses at once are five guesses', async () => {
  await site.codeFor(mailbox);
  const guesses = Array.from({ length: 40 }, (_, count) => proveMailbox(site.db, mailbox, `9${count}`.padEnd(6, 'x')));
  await Promise.allSettled(guesses);
  expect(await stored()).toMatchObject([{ triesLeft: 0 }]);
});

test('codes are any six digits, with zeros in front as well', async () => {
  const codes = await Promise.all(Array.from({ length: 40 }, () => newCode()));
  for (const { code } of codes) expect(code).toMatch(/^\d{6}$/);
  expect(new Set(codes.map(({ code }) => code)).size).toBeGreaterThan(35);
});

test('unused codes are deleted', async () => {
  await send(mailbox);
  await dropOldCodes(site.db);
  expect(await stored()).toHaveLength(1);
  await dropOldCodes(site.db, start + 300_000);
  expect(await stored()).toEqual([]);
});
