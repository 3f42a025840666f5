import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forgetSettings, saveSettings } from '../src/core/settings/settings.ts';
import { dropOldWechat } from '../src/members/wechat/clean-up.ts';
import { testSite } from './site.ts';
import { setAccount, wechatSite } from './wechat-server.ts';

const { site, follower } = wechatSite();

const home = { address: '203.0.113.7', agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0' };
const overdue = { id: 'wrong-code', message: '验证码已过期，请刷新' };

const pending = { id: 'pending', status: 202, message: '还没有收到登录码，请在公众号里发送' };

const askCode = async (from = home) => (await site.as(null, from).wechat.loginCode()).data;
const poll = (loginCode: string, from = home) => site.as(null, from).wechat.isLogin({ query: { loginCode } });
const countUsers = async () => (await site.db.selectFrom('users').select('id').execute()).length;
const sessionsBy = () => site.db.selectFrom('sessions').selectAll().where('way', '=', 'wechat-account').execute();
const endsIn = (seconds: number) =>
  site.db
    .updateTable('wechatCodes')
    .set({ expiresAt: Date.now() + seconds * 1000 })
    .execute();

async function maintain(maintenance: boolean) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'system', { maintenance }));
  forgetSettings(site.db);
}

test('a code comes with the account to send it to', async () => {
  const { data, extra } = await site.as(null, home).wechat.loginCode();
  expect(data).toMatch(/^DL\d{6}$/);
  expect(extra).toEqual({ account: '墨笺读书', qrCode: '/files/qr.webp' });
});

test('without an account there is no code, and the refusal says why', async () => {
  await setAccount(site.db, { token: '' });
  await expect(askCode()).rejects.toMatchObject({ id: 'not-found', message: '站长还没有设置公众号登录' });
  expect(await site.db.selectFrom('wechatCodes').selectAll().execute()).toEqual([]);
});

test('the browser that asked is logged in by the reply, once', async () => {
  const code = await askCode();
  await expect(poll(code)).rejects.toMatchObject(pending);
  expect((await follower.say(code)).words).toMatch(/^登录成功/);

  const { token, ...me } = (await poll(code)) ?? { token: '', id: 0 };
  expect(me).toMatchObject({ nickname: expect.stringMatching(/^微信读者\d{4}$/), email: null, role: 'member' });
  expect(await site.withToken(token).sessions.byToken({ query: { token } })).toMatchObject({ id: me.id });
  expect(await sessionsBy()).toMatchObject([{ device: 'Chrome · Windows' }]);

  await expect(poll(code)).rejects.toMatchObject(overdue);
  expect((await follower.say(code)).words).toMatch(/已经用过，或者过期/);
  expect(await sessionsBy()).toHaveLength(1);
});

test('a follower comes back as the same member', async () => {
  const ids = [];
  for (let visit = 0; visit < 2; visit++) {
    const code = await askCode();
    await follower.say(code);
    ids.push((await poll(code))?.id);
  }
  expect(ids[0]).toBeDefined();
  expect(ids[0]).toBe(ids[1]);
  expect(await site.db.selectFrom('socialLinks').selectAll().execute()).toMatchObject([
    { userId: ids[0], provider: 'wechat-account', subject: follower.openid },
  ]);
});

test('while the site is maintained nobody new is made of a reply, and the code waits on', async () => {
  const before = await countUsers();
  const code = await askCode();
  await maintain(true);
  expect((await follower.say(code)).words).toBe('本站正在维护，现在只能阅读，请稍后再来');
  expect(await countUsers()).toBe(before);
  await expect(poll(code)).rejects.toMatchObject(pending);

  await maintain(false);
  expect((await follower.say(code)).words).toMatch(/^登录成功/);
  const again = await askCode();
  await maintain(true);
  expect((await follower.say(again)).words).toMatch(/^登录成功/);
});

test('a reply logs in the member who is linked already', async () => {
  const link = { userId: site.ming.id, provider: 'wechat-account', subject: follower.openid, name: '', createdAt: 0 };
  await site.db.insertInto('socialLinks').values(link).execute();
  const before = await countUsers();
  const code = await askCode();
  await follower.say(code);
  expect(await poll(code)).toMatchObject({ id: site.ming.id, nickname: '阿明' });
  expect(await countUsers()).toBe(before);
});

test('the same id on another site is another person', async () => {
  const link = { userId: site.ming.id, provider: 'wechat', subject: follower.openid, name: '', createdAt: 0 };
  await site.db.insertInto('socialLinks').values(link).execute();
  const code = await askCode();
  await follower.say(code);
  expect((await poll(code))?.id).not.toBe(site.ming.id);
});

test.each([
  ['address', { ...home, address: '203.0.113.8' }],
  ['browser', { ...home, agent: 'curl/8' }],
])('who guesses the code from another %s learns nothing and spoils nothing', async (_what, guesser) => {
  const code = await askCode();
  await expect(poll(code, guesser)).rejects.toMatchObject(overdue);
  await follower.say(code);
  await expect(poll(code, guesser)).rejects.toMatchObject(overdue);
  expect(await poll(code)).toMatchObject({ role: 'member' });
});

test('a household’s IPv6 addresses are one asker', async () => {
  const code = await askCode({ ...home, address: '2001:db8:1:2::3' });
  await expect(poll(code, { ...home, address: '2001:db8:1:2:4:5:6:7' })).rejects.toMatchObject(pending);
});

test('a code nobody ever got is like one whose time is over', async () => {
  await expect(poll('DL000000')).rejects.toMatchObject(overdue);
  expect((await follower.say('DL000000')).words).toMatch(/请在网页上刷新/);
});

test.each(['', 'DL12345', 'DL1234567', 'dl123456', "DL12345'", '123456'])('%o is no code to poll for', async (code) => {
  await expect(poll(code)).rejects.toMatchObject({ id: 'invalid-input', field: 'loginCode' });
});

test('a code past its time is neither answered nor collected, and makes nobody a member', async () => {
  const before = await countUsers();
  const code = await askCode();
  await endsIn(-1);
  await expect(poll(code)).rejects.toMatchObject(overdue);
  expect((await follower.say(code)).words).toMatch(/过期了/);
  expect(await countUsers()).toBe(before);
  expect(await sessionsBy()).toEqual([]);
});

test('an answer that was not collected in time logs nobody in', async () => {
  const code = await askCode();
  await follower.say(code);
  await endsIn(-1);
  await expect(poll(code)).rejects.toMatchObject(overdue);
  expect(await sessionsBy()).toEqual([]);
});

test('the last seconds are for collecting: no reply is taken that the page would not wait for', async () => {
  const [early, late] = [await askCode(), await askCode()];
  await follower.say(early);
  await endsIn(5.5);
  expect((await follower.say(late)).words).toMatch(/过期了/);
  expect(await poll(early)).toMatchObject({ role: 'member' });
});

test('of two followers sending one code at once one gets it, and the other creates no member', async () => {
  const before = await countUsers();
  const code = await askCode();
  const senders = ['oFirst', 'oSecond', 'oThird'];
  const answers = await Promise.all(senders.map((FromUserName) => follower.say(code, { FromUserName })));
  const winners = senders.filter((_sender, index) => answers[index]?.words.startsWith('登录成功'));
  expect(winners).toHaveLength(1);
  expect(await countUsers()).toBe(before + 1);

  const me = await poll(code);
  const links = await site.db.selectFrom('socialLinks').selectAll().execute();
  expect(links).toMatchObject([{ userId: me?.id, subject: winners[0] }]);
});

test('a newcomer who sends two codes at once becomes one member', async () => {
  const before = await countUsers();
  const codes = [await askCode(), await askCode(), await askCode()];
  const answers = await Promise.all(codes.map((code) => follower.say(code)));
  for (const { words } of answers) expect(words).toMatch(/^登录成功/);
  expect(await countUsers()).toBe(before + 1);
  const ids = await Promise.all(codes.map(async (code) => (await poll(code))?.id));
  expect(new Set(ids).size).toBe(1);
});

test('a follower who is being linked elsewhere at this moment is found, not made twice', async () => {
  const code = await askCode();
  const before = await countUsers();
  const { promise: linked, resolve: link } = Promise.withResolvers<void>();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const linking = site.db.transaction().execute(async (trx) => {
    const row = { userId: site.ming.id, provider: 'wechat-account', subject: follower.openid, name: '', createdAt: 0 };
    await trx.insertInto('socialLinks').values(row).execute();
    link();
    await sent;
  });
  await linked;
  const answer = follower.say(code);
  if (site.dialect === 'postgres') await somebodyWaits();
  send();
  await linking;
  expect((await answer).words).toMatch(/^登录成功/);
  expect((await poll(code))?.id).toBe(site.ming.id);
  expect(await countUsers()).toBe(before);
});

/** PostgreSQL only: until one transaction waits for another. */
async function somebodyWaits() {
  const isWaiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
  while ((await isWaiting.execute(site.db)).rows.length === 0) await new Promise((done) => setTimeout(done, 5));
}

test('one of concurrent polls is logged in', async () => {
  const code = await askCode();
  await follower.say(code);
  const polls = await Promise.allSettled([poll(code), poll(code), poll(code)]);
  expect(polls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sessionsBy()).toHaveLength(1);
});

test('a code is never one that somebody has at the moment', async () => {
  // every other code is taken: a hundred new ones would hit them
  await sql`insert into "wechatCodes" (code, asker, "userId", "expiresAt")
    with recursive numbers (n) as (select 1 union all select n + 2 from numbers where n < 999999)
    select 'DL' || substr(cast(1000000 + n as text), 2), 'another', null, ${Date.now() + 60_000} from numbers`.execute(
    site.db,
  );
  const codes = await Promise.all(Array.from({ length: 100 }, () => askCode()));
  expect(new Set(codes).size).toBe(100);
  expect(codes.filter((code) => /[13579]$/.test(code))).toEqual([]);
});

test('expired codes are deleted, pending ones kept', async () => {
  await askCode();
  await endsIn(-1);
  const code = await askCode();
  await dropOldWechat(site.db);
  expect(await site.db.selectFrom('wechatCodes').select('code').execute()).toEqual([{ code }]);
});

test('a follower who guesses codes is slowed, others are not', async () => {
  const code = await askCode();
  for (let guess = 0; guess < 20; guess++)
    expect((await follower.say(`DL${String(guess).padStart(6, '0')}`)).words).toMatch(/过期了/);
  expect((await follower.say(code)).words).toMatch(/有点频繁/);
  await expect(poll(code)).rejects.toMatchObject(pending);
  expect((await follower.say(code, { FromUserName: 'oAnother' })).words).toMatch(/^登录成功/);
});

test('codes are given out at a limited rate, with the time to wait', async () => {
  const limited = await testSite({ limits: true });
  await setAccount(limited.db);
  const ask = () => limited.app.inject({ url: '/oauth/wechatLoginCode' });
  for (let count = 0; count < 20; count++) expect((await ask()).statusCode).toBe(200);
  const { statusCode, headers } = await ask();
  expect(statusCode).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await limited.close();
});

test('neither the asker nor the code’s owner can be read from the table', async () => {
  await askCode();
  const rows = JSON.stringify(await site.db.selectFrom('wechatCodes').selectAll().execute());
  expect(rows).not.toContain(home.address);
  expect(rows).not.toContain('Mozilla');
});

test.each([
  ['closed', /不收新会员/],
  ['invite', /凭邀请注册/],
] as const)(
  'while registration is %s nobody new is made of a reply, and members log in as before',
  async (mode, words) => {
    const known = await askCode();
    await follower.say(known);
    const { id } = (await poll(known)) ?? {};
    await site.turn({ registration: mode });
    const again = await askCode();
    await follower.say(again);
    expect((await poll(again))?.id).toBe(id);

    await site.db.deleteFrom('socialLinks').execute();
    const before = await countUsers();
    const code = await askCode();
    expect((await follower.say(code)).words).toMatch(words);
    await expect(poll(code)).rejects.toMatchObject(pending);
    expect(await countUsers()).toBe(before);
  },
);

test('while registration is reviewed a reply applies once, and is a login once the owner approved', async () => {
  await site.turn({ registration: 'review' });
  const before = await countUsers();
  const code = await askCode();
  for (let time = 0; time < 2; time++) expect((await follower.say(code)).words).toMatch(/站长通过之后就能登录/);
  expect(await countUsers()).toBe(before);
  const office = site.office(site.owner).registration;
  const { records } = await office.applications({ query: {} });
  expect(records).toMatchObject([{ nickname: expect.stringMatching(/^微信读者/), email: '', way: 'wechat-account' }]);
  await office.decide({ body: { act: 'approve', ids: records.map(({ id }) => id) } });
  await follower.say(code);
  expect(await poll(code)).toMatchObject({ nickname: records[0]?.nickname });
});

test('a disabled member reads why in the reply, and the code waits on', async () => {
  const first = await askCode();
  await follower.say(first);
  const me = await poll(first);
  await site.office(site.owner).members.disable({ body: { id: me?.id ?? 0, reason: '发广告', until: null } });

  const code = await askCode();
  expect((await follower.say(code)).words).toMatch(/^这个账号已停用。原因：发广告。/);
  await expect(poll(code)).rejects.toMatchObject(pending);
  await site.office(site.owner).members.enable({ body: { id: me?.id ?? 0 } });
  expect((await follower.say(code)).words).toMatch(/^登录成功/);
  expect((await poll(code))?.id).toBe(me?.id);
});
