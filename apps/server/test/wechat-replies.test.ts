import { expect, test } from 'vitest';
import { articleCodeSeconds, takeArticleCode } from '../src/content/articles/unlocks.ts';
import { dropOldWechat } from '../src/members/wechat/clean-up.ts';
import { offerTicket } from '../src/platform/tickets/tickets.ts';
import { account, seconds, setAccount, wechatSite } from './wechat-server.ts';

const { site, follower } = wechatSite();

const home = { address: '203.0.113.7', agent: 'Chrome' };
const askCode = async () => (await site.as(null, home).wechat.loginCode()).data;
const listTickets = () => site.db.selectFrom('tickets').selectAll().execute();
const codeIn = (words: string) => /^验证码：(\d{6})\n/.exec(words)?.[1] ?? '';

test('a new follower is greeted, and told both words', async () => {
  const { words } = await follower.event('subscribe');
  expect(words).toMatch(/欢迎/);
  expect(words).toMatch(/DL123456/);
  expect(words).toMatch(/「验证码」/);
});

test('the owner’s own greeting arrives sign by sign, whatever is in it', async () => {
  const greeting = '你好 <a href="https://x.cn">&amp;</a> ]]> ]]]]>> "\' \u{1f338}';
  await setAccount(site.db, { greeting: `${greeting}\u0000\u0008` });
  expect((await follower.event('subscribe')).words).toBe(`${greeting}\ufffd`);
  await setAccount(site.db, { greeting: `${greeting}\u0000\u0008`, aesKey: account.aesKey });
  expect((await follower.send({ MsgType: 'event', Event: 'subscribe', CreateTime: 9 }, { sealed: true })).words).toBe(
    `${greeting}\ufffd`,
  );
});

test('the longest greeting that may be set arrives whole, and is no longer than WeChat takes', async () => {
  const greeting = '长'.repeat(600);
  await setAccount(site.db, { greeting });
  const { words } = await follower.event('subscribe');
  expect(words).toBe(greeting);
  expect(Buffer.byteLength(words)).toBeLessThanOrEqual(2048);
  await expect(setAccount(site.db, { greeting: `${greeting}长` })).rejects.toThrow('不能超过 600 个字');
});

test.each(['unsubscribe', 'LOCATION', 'VIEW', 'TEMPLATESENDJOBFINISH'])(
  'the event %s is taken without a word',
  async (name) => {
    expect(await follower.event(name)).toMatchObject({ status: 200, body: 'success' });
  },
);

test.each(['image', 'voice', 'video', 'location', 'link', 'something new'])(
  'a message of the kind %s gets help',
  async (MsgType) => {
    expect((await follower.send({ MsgType, MsgId: 1, MediaId: 'x' })).words).toMatch(/DL123456.*「验证码」/s);
  },
);

test.each(['你好', '', 'DL', 'DL12345', 'DL1234567', 'XDL123456', 'DL12345六', '验证', '验证码是什么', '123456'])(
  'the text %o gets help',
  async (text) => {
    expect((await follower.say(text)).words).toMatch(/DL123456.*「验证码」/s);
    expect(await listTickets()).toEqual([]);
  },
);

test.each([
  ['lower case', (code: string) => code.toLowerCase()],
  ['spaces', (code: string) => `  ${code.slice(0, 2)} ${code.slice(2, 5)}\u3000${code.slice(5)}\n`],
  [
    'full width',
    (code: string) => code.replaceAll(/./g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
  ],
  ['signs that are not seen', (code: string) => `\u200b${code}\ufeff`],
  ['quotation marks', (code: string) => `“${code}”。`],
])('a login code in %s is understood', async (_what, written) => {
  const code = await askCode();
  expect((await follower.say(written(code))).words).toMatch(/^登录成功/);
});

test.each(['验证码', ' 验 证 码 ', '「验证码」', '验证码。'])(
  '%o is answered with a code for one article',
  async (text) => {
    const { words } = await follower.say(text);
    expect(codeIn(words)).toMatch(/^\d{6}$/);
    expect(words).toContain('5 分钟内有效，只用一次');
    expect(await takeArticleCode(site.db, codeIn(words))).toEqual({ openid: follower.openid });
  },
);

test.each(['验证码 12', '验证码１２', '「验证码」12。'])(
  '%o is answered with a code for that article',
  async (text) => {
    const code = codeIn((await follower.say(text)).words);
    expect(await takeArticleCode(site.db, code)).toEqual({ openid: follower.openid, articleId: 12 });
  },
);

test('a code for an article is taken once, of two who come at the same time by one', async () => {
  const code = codeIn((await follower.say('验证码')).words);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  expect(await takeArticleCode(site.db, wrong)).toBeUndefined();
  const taken = await Promise.all([takeArticleCode(site.db, code), takeArticleCode(site.db, code)]);
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await takeArticleCode(site.db, code)).toBeUndefined();
});

test('a code for an article ends after some minutes and is kept as a hash', async () => {
  const code = codeIn((await follower.say('验证码')).words);
  const [ticket] = await listTickets();
  expect(JSON.stringify(ticket)).not.toContain(code);
  expect(Math.abs((ticket?.expiresAt ?? 0) - Date.now() - articleCodeSeconds * 1000)).toBeLessThan(30_000);
  await site.db
    .updateTable('tickets')
    .set({ expiresAt: Date.now() - 1 })
    .execute();
  expect(await takeArticleCode(site.db, code)).toBeUndefined();
});

test('a code that somebody has is not given to another before its time is over', async () => {
  const offer = (openid: string) => offerTicket(site.db, { name: 'article-code', seconds: 300 }, { openid }, '123456');
  expect(await offer('oFirst')).toBe(true);
  expect(await offer('oSecond')).toBe(false);
  await site.db
    .updateTable('tickets')
    .set({ expiresAt: Date.now() - 1 })
    .execute();
  expect(await offer('oThird')).toBe(true);
  expect(await takeArticleCode(site.db, '123456')).toEqual({ openid: 'oThird' });
});

test('a code for an article logs nobody in, and a login code opens no article', async () => {
  const login = await askCode();
  const article = codeIn((await follower.say('验证码')).words);
  expect((await follower.say(`DL${article}`)).words).toMatch(/过期了/);
  expect(await takeArticleCode(site.db, login)).toBeUndefined();
  expect(await takeArticleCode(site.db, login.slice(2))).toBeUndefined();
});

test('who asks for one code after the other is slowed', async () => {
  for (let count = 0; count < 20; count++) expect(codeIn((await follower.say('验证码')).words)).not.toBe('');
  expect((await follower.say('验证码')).words).toMatch(/有点频繁/);
  expect(await listTickets()).toHaveLength(20);
});

test('a message that WeChat sends again gets the same answer and does nothing twice', async () => {
  const first = await follower.say('验证码', { MsgId: 42 });
  await setAccount(site.db, { aesKey: account.aesKey });
  const again = await follower.say('验证码', { MsgId: 42 }, { sealed: true });
  expect(again.words).toBe(first.words);
  expect(await listTickets()).toHaveLength(1);
});

test('a login code sent again is still answered with success', async () => {
  const code = await askCode();
  for (let time = 0; time < 3; time++) expect((await follower.say(code, { MsgId: 43 })).words).toMatch(/^登录成功/);
  expect(await site.db.selectFrom('socialLinks').selectAll().execute()).toHaveLength(1);
});

test('a message that is sent again while the first is being answered does nothing twice', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => follower.say('验证码', { MsgId: 44 })));
  expect(new Set(answers.map(({ words }) => words)).size).toBe(1);
  expect(codeIn(answers[0]?.words ?? '')).not.toBe('');
  expect(await listTickets()).toHaveLength(1);
});

test('the same number from another follower is another message', async () => {
  await follower.say('验证码', { MsgId: 45 });
  await follower.say('验证码', { MsgId: 45, FromUserName: 'oAnother' });
  expect(await listTickets()).toHaveLength(2);
});

test('an event, which has no number, is known by its sender and its second', async () => {
  await setAccount(site.db, { greeting: '第一次' });
  const CreateTime = seconds();
  expect((await follower.event('subscribe', { CreateTime })).words).toBe('第一次');
  await setAccount(site.db, { greeting: '第二次' });
  expect((await follower.event('subscribe', { CreateTime })).words).toBe('第一次');
  expect((await follower.event('subscribe', { CreateTime: CreateTime + 1 })).words).toBe('第二次');
});

test('messages are forgotten once they cannot come again, not before', async () => {
  await follower.say('你好', { MsgId: 46 });
  await dropOldWechat(site.db, Date.now() + 20 * 60_000);
  // the message and the signature it came under
  expect(await site.db.selectFrom('wechatMessages').selectAll().execute()).toHaveLength(2);
  await dropOldWechat(site.db, Date.now() + 31 * 60_000);
  expect(await site.db.selectFrom('wechatMessages').selectAll().execute()).toEqual([]);
});
