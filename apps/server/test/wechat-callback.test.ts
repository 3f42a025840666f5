import { expect, test } from 'vitest';
import { unseal, wechatSignature } from '../src/members/wechat/message.ts';
import { wechatCallbackRoutes } from '../src/members/wechat/wechat-callback.routes.ts';
import { testSite } from './site.ts';
import {
  account,
  decrypt,
  document,
  element,
  encrypt,
  type Fields,
  seconds,
  setAccount,
  sha1,
  signedQuery,
  weChat,
  wechatSite,
} from './wechat-server.ts';

const { site, follower } = wechatSite();

/** Everything a message could have left behind. */
async function traces() {
  const [messages, tickets, links, limits] = await Promise.all([
    site.db.selectFrom('wechatMessages').selectAll().execute(),
    site.db.selectFrom('tickets').selectAll().execute(),
    site.db.selectFrom('socialLinks').selectAll().execute(),
    site.db.selectFrom('limits').selectAll().execute(),
  ]);
  return [...messages, ...tickets, ...links, ...limits];
}

/** The account's key is set: its messages are encrypted. */
const secure = () => setAccount(site.db, { aesKey: account.aesKey });

/** An envelope around any text, rightly signed. */
const enveloped = async (Encrypt: string) => {
  await secure();
  const query = signedQuery();
  const msg_signature = sha1(account.token, query.timestamp, query.nonce, Encrypt);
  return follower.send({}, { query: { ...query, encrypt_type: 'aes', msg_signature }, xml: document({ Encrypt }) });
};

/** 春天来了 from oVector, number 1, made with `openssl enc -aes-256-cbc -nopad` from the documented layout. */
const vector = [
  'JVwoIzeb5XuqKIT2XqjnoCCAnc61HFDbK4/QKan2TrEIW2FRDz8lTComXmk+vMkgXeLkvrQNcn6KKcU3RFJL5TWx4CJ0cwSKgdUgCI/R1NO0Os',
  'lqbMy3gm8QtAEU6qcVF7JLJGG5E3BVYuV4fUyVOHQr0hk4ux/VGqb4TBN9/4vbmNQky5uFoJe77AFBCISXYUUv3jbPi62Zg4htGYZrnuPqHccw',
  'q9cllhNfNIkkzfYYgaGOSm9iVxppdFirJUftaXt9Zz3MdjFveaItRA4sGGdjt/J9EClDr+KwpYpshntzGQ4w4puIWiHEh7i5aOnC0lkTfpxKf3',
  'InxUj2hnf9aHhtskVZB9hTZxTrcxDIOCdc+mTVBVfoxkbB/iKtY0Rs',
].join('');

const requests = {
  'a wrong signature': { signature: '0'.repeat(40) },
  'a signature cut short': { signature: signedQuery().signature.slice(0, 39) },
  'a signature of another length in bytes': { signature: '签'.repeat(40) },
  'no signature': { signature: '' },
  'two signatures': { signature: [signedQuery().signature, signedQuery().signature] },
  'another nonce': { nonce: '1' },
  'another time': { timestamp: String(seconds() - 5) },
  'a time of eleven minutes ago': signedQuery(String(seconds() - 660)),
  'a time in eleven minutes': signedQuery(String(seconds() + 660)),
  'a time that is no number': signedQuery('yesterday'),
  'the signature of an empty token': { signature: sha1(signedQuery().timestamp, signedQuery().nonce) },
};

test('the question whether this is the account’s server is answered with its own words', async () => {
  const { statusCode, body, headers } = await follower.echo();
  expect([statusCode, body]).toEqual([200, '5837291']);
  expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
});

test.each(Object.entries(requests))('with %s the question is not answered', async (_what, query) => {
  const { statusCode, body } = await follower.echo(query);
  expect(statusCode).toBe(403);
  expect(body).not.toContain('5837291');
  expect(body).not.toContain(account.token);
});

test.each(Object.entries(requests))('a message with %s is refused and leaves nothing behind', async (_what, query) => {
  const { status, body } = await follower.say('验证码', {}, { query });
  expect(status).toBe(403);
  expect(JSON.parse(body)).toEqual({ code: 403, message: '没有权限', data: null, extra: { failure: 'not-allowed' } });
  expect(await traces()).toEqual([]);
});

test('a signature of nine minutes ago still counts: clocks differ', async () => {
  const query = signedQuery(String(seconds() - 540));
  expect((await follower.say('你好', {}, { query })).status).toBe(200);
});

test('without an account there is no such address', async () => {
  await setAccount(site.db, { token: '' });
  expect((await follower.echo()).statusCode).toBe(404);
  expect((await follower.say('验证码')).status).toBe(404);
  expect(await traces()).toEqual([]);
});

test('the answer goes back to the sender as text', async () => {
  const { status, body } = await follower.say('你好');
  expect(status).toBe(200);
  expect(element(body, 'ToUserName')).toBe(follower.openid);
  expect(element(body, 'FromUserName')).toBe('gh_136623f2b1f5');
  expect(element(body, 'MsgType')).toBe('text');
  expect(Math.abs(Number(element(body, 'CreateTime')) - seconds())).toBeLessThan(30);
});

test('an encrypted message gets an encrypted answer', async () => {
  await secure();
  const { status, body, reply, words } = await follower.say('你好', {}, { sealed: true });
  expect(status).toBe(200);
  expect(body).not.toContain('DL123456');
  expect(words).toContain('DL123456');
  expect(element(reply, 'ToUserName')).toBe(follower.openid);
  const { appId, padded } = decrypt(element(body, 'Encrypt'));
  expect(appId).toBe(account.appId);
  expect(padded.length % 32).toBe(0);
  const again = await follower.say('你好', {}, { sealed: true });
  expect(element(again.body, 'Encrypt')).not.toBe(element(body, 'Encrypt')); // random at the start
});

test('messages encrypted by another program are decrypted', async () => {
  expect(unseal(account.aesKey, vector)).toEqual({
    text: document({
      ToUserName: 'gh_1',
      FromUserName: 'oVector',
      CreateTime: 1,
      MsgType: 'text',
      Content: '春天来了',
      MsgId: 1,
    }).replaceAll('\n', ''),
    appId: account.appId,
  });
  expect(wechatSignature(account.token, '1700000000', '1372623149')).toBe('1fedb85cfb6ca1f76c5c4942bc090ee899191201');
  const { body } = await enveloped(vector);
  expect(element(decrypt(element(body, 'Encrypt')).xml, 'ToUserName')).toBe('oVector');
});

/** Its last byte says how long it is; so do the others, unless told otherwise. */
const padding = (length: number, others = length) => Buffer.alloc(length, others).fill(length, length - 1);

const tampered: Record<string, { sealed: true } & Parameters<typeof follower.send>[1]> = {
  'the appId of another account': { sealed: true, appId: 'wx0000000000000000' },
  'no appId': { sealed: true, appId: '' },
  'padding of different bytes': { sealed: true, padding: (length) => padding(32 - (length % 32), 0) },
  'padding of zero': { sealed: true, padding: (length) => Buffer.alloc(32 - (length % 32)) },
  'padding longer than a block': { sealed: true, padding: (length) => padding(64 - (length % 32)) },
  'no padding': { sealed: true, padding: () => Buffer.alloc(0) },
  'a signature of something else': { sealed: true, query: { msg_signature: sha1('x') } },
  'only the plain signature': { sealed: true, query: { msg_signature: '' } },
};

test.each(Object.entries(tampered))('an encrypted message with %s is refused', async (_what, sending) => {
  await secure();
  const { status, body } = await follower.say('验证码', {}, sending);
  expect(status).toBe(403);
  expect(body).not.toContain(account.appId);
  expect(await traces()).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['no base64', '不是'],
  ['three bytes', 'AAAA'],
  ['a block of another key', Buffer.alloc(64, 7).toString('base64')],
  ['a length beyond its end', encrypt('').replace(/^.{32}/, 'A'.repeat(32))],
])('an envelope with %s is refused', async (_what, sealed) => {
  expect((await enveloped(sealed)).status).toBe(403);
  expect(await traces()).toEqual([]);
});

test('an encrypted message is refused where no key is set, and a plain one where one is', async () => {
  expect((await follower.say('你好')).status).toBe(200);
  expect((await follower.say('你好', {}, { sealed: true })).status).toBe(403);
  await secure();
  expect((await follower.say('你好', {}, { sealed: true })).status).toBe(200);
  const before = await traces();
  expect((await follower.say('你好')).status).toBe(403);
  expect(await traces()).toEqual(before);
});

test('a signature seen with one message carries no other one; the same one is answered again', async () => {
  const query = signedQuery();
  const first = await follower.say('你好', { MsgId: 7001 }, { query });
  expect((await follower.say('你好', { MsgId: 7001 }, { query })).words).toBe(first.words);
  expect((await follower.say('验证码', { MsgId: 7002, FromUserName: 'oThief' }, { query })).status).toBe(403);
  expect(await site.db.selectFrom('tickets').selectAll().execute()).toEqual([]);
});

test('a message sent in both ways at once counts as the encrypted one', async () => {
  await secure();
  const inner = { ToUserName: 'gh_1', FromUserName: 'oInner', CreateTime: seconds(), MsgType: 'text', MsgId: 5 };
  const Encrypt = encrypt(document({ ...inner, Content: '你好' }));
  const query = signedQuery();
  const msg_signature = sha1(account.token, query.timestamp, query.nonce, Encrypt);
  const both = document({ ...inner, FromUserName: 'oOuter', Content: '验证码', Encrypt });
  const { body } = await follower.send({}, { query: { ...query, encrypt_type: 'aes', msg_signature }, xml: both });
  expect(element(decrypt(element(body, 'Encrypt')).xml, 'ToUserName')).toBe('oInner');
  expect(await site.db.selectFrom('tickets').selectAll().execute()).toEqual([]);
});

const message: Fields = { ToUserName: 'gh_1', FromUserName: 'o1', CreateTime: 1, MsgType: 'text', MsgId: 1 };
const bomb = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
const words = (text: string) => document({ ...message, Content: '@' }).replace('<![CDATA[@]]>', text);

test.each([
  ['a foreign entity', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${words('&e;')}`],
  ['entities that multiply', `<!DOCTYPE x [<!ENTITY a0 "ha">${bomb}]>${words('&a9;')}`],
  ['a DOCTYPE after the XML declaration', `<?xml version="1.0"?><!DOCTYPE xml>${words('x')}`],
  ['elements without end', `<xml>${'<a>'.repeat(10_000)}`],
  ['ten thousand levels', `<xml>${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}</xml>`],
  ['a sender who is two', words('x').replace('</xml>', '<FromUserName>o2</FromUserName></xml>')],
  ['a sender who is a document', words('x').replace('<![CDATA[o1]]>', '<a>1</a>')],
  ['a sender of strange signs', words('x').replace('o1', "o1'; drop table users")],
  ['a sender of a name without end', words('x').replace('o1', 'o'.repeat(65))],
  ['an event of strange signs', document({ ...message, MsgType: 'event', Event: '关注' })],
  ['no sender', document({ MsgType: 'text', Content: 'x' })],
  ['a name every object has', '<xml><__proto__><MsgType>text</MsgType></__proto__></xml>'],
  ['no end', words('x').slice(0, -6)],
  ['no XML', '{"MsgType":"text"}'],
  ['nothing', ''],
])('a message of %s is refused at once and leaves nothing behind', async (_what, xml) => {
  const { status, body } = await follower.send({}, { xml });
  expect(status).toBe(400);
  expect(body).not.toContain('root:');
  expect(await traces()).toEqual([]);
});

test('an XML declaration does no harm', async () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${words('你好')}`;
  expect((await follower.send({}, { xml })).words).toContain('登录码');
});

test('entities in a text stay what they are', async () => {
  expect((await follower.send({}, { xml: words('&quot;验证码&quot;') })).words).toContain('登录码');
  expect(await site.db.selectFrom('tickets').selectAll().execute()).toEqual([]);
});

test('a body above 64 KB is refused before it is read to the end', async () => {
  const { status } = await follower.say('长'.repeat(22_000));
  expect(status).toBe(413);
  expect((await follower.say('长'.repeat(20_000))).status).toBe(200);
});

test.each(['application/xml', 'text/plain', 'application/json', 'application/octet-stream'])(
  'a message may call itself %s',
  async (type) => {
    expect((await follower.say('你好', {}, { type })).words).toContain('登录码');
  },
);

test('other calls still read JSON and nothing else', async () => {
  await site.app.ready();
  const send = (type: string) =>
    site.app.inject({ method: 'POST', url: '/v1/setup', headers: { 'content-type': type }, payload: '{}' });
  expect((await send('application/json')).json().extra.field).toBe('token');
  expect((await send('text/xml')).statusCode).toBeGreaterThanOrEqual(400);
  expect((await send('text/xml')).json().extra.field).toBeUndefined();
});

test('a slow answer is replaced by an empty one in time', async () => {
  const slow = await testSite();
  wechatCallbackRoutes(slow.app, { ...slow, milliseconds: 50 });
  await setAccount(slow.db);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const sender = weChat(slow.app);
  const holding = slow.db.transaction().execute(async (trx) => {
    const row = { id: `${sender.openid}:77`, answer: '', seenAt: 0 };
    await trx.insertInto('wechatMessages').values(row).execute();
    lock();
    await held;
    throw new Error('back to how it was');
  });
  await locked;
  expect(await sender.say('你好', { MsgId: 77 })).toMatchObject({ status: 200, body: 'success' });
  release();
  await expect(holding).rejects.toThrow('back to how it was');
  await slow.close();
});
