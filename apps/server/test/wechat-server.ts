import { createCipheriv, createDecipheriv, createHash, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { beforeEach } from 'vitest';
import { forgetSettings, saveSettings } from '../src/core/settings/settings.ts';
import { wechatCallbackRoutes } from '../src/members/wechat/wechat-callback.routes.ts';
import type { Db } from '../src/platform/db/schema.ts';
import { freshSite } from './fresh-site.ts';

/** An official account whose keys the site has as well. */
export const account = {
  name: '墨笺读书',
  qrCode: '/files/qr.webp',
  appId: 'wx5823bf96d3bd56c7',
  token: 'QDG6eKqDaYn2T1VJ',
  aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  greeting: '',
};

/** In plain mode, unless a key is set as well. */
export async function setAccount(db: Db, change: Partial<typeof account> = {}) {
  await db.transaction().execute((trx) => saveSettings(trx, 'wechatAccount', { ...account, aesKey: '', ...change }));
  forgetSettings(db);
}

/** For each test a site that has the account, and somebody who follows it. */
export function wechatSite() {
  const site = freshSite();
  const follower = {} as ReturnType<typeof weChat>;
  beforeEach(async () => {
    wechatCallbackRoutes(site.app, site);
    Object.assign(follower, weChat(site.app));
    await setAccount(site.db);
  });
  return { site, follower };
}

export type Fields = Record<string, string | number>;

type Sending = {
  sealed?: boolean;
  /** Changes of what would be right. */
  query?: Record<string, string | string[]>;
  xml?: string;
  type?: string;
  appId?: string;
  padding?: (length: number) => Buffer;
};

/** WeChat's side of the talk, written from its documentation and without a line of the product. */
export function weChat(app: FastifyInstance) {
  let number = 0;
  const openid = 'oReader_of-Mojian';

  /** Sends a message as it is, and gives status, body and, if there is one, the words of the answer. */
  async function send(fields: Fields, { sealed = false, xml, query, type = 'text/xml', ...how }: Sending = {}) {
    const common = { ToUserName: 'gh_136623f2b1f5', FromUserName: openid, CreateTime: seconds() };
    const text = xml ?? document({ ...common, ...fields });
    const sending = sealed ? sealedRequest(text, how) : { query: signedQuery(), body: text };
    const requested = { ...sending.query, ...query };
    const response = await app.inject({
      method: 'POST',
      url: '/wechat/callback',
      query: requested as Record<string, string>,
      headers: { 'content-type': type },
      payload: sending.body,
    });
    const reply = sealed && response.body.startsWith('<xml>') ? opened(response.body) : response.body;
    return { status: response.statusCode, body: response.body, reply, words: textOf(reply) };
  }

  return {
    openid,
    send,
    say: (Content: string, fields: Fields = {}, sending?: Sending) =>
      send({ MsgType: 'text', MsgId: `23456789012345${++number}`, Content, ...fields }, sending),
    event: (Event: string, fields: Fields = {}) => send({ MsgType: 'event', Event, EventKey: '', ...fields }),
    echo: (query: Record<string, string | string[]> = {}) =>
      app.inject({
        url: '/wechat/callback',
        query: { ...signedQuery(), echostr: '5837291', ...query } as Record<string, string>,
      }),
  };
}

export function seconds() {
  return Math.floor(Date.now() / 1000);
}

export function signedQuery(timestamp = String(seconds()), nonce = String(randomInt(2 ** 31))) {
  return { signature: sha1(account.token, timestamp, nonce), timestamp, nonce };
}

export function sha1(...texts: string[]) {
  return createHash('sha1')
    .update([...texts].sort((a, b) => (a < b ? -1 : 1)).join(''))
    .digest('hex');
}

export function document(fields: Fields) {
  const lines = Object.entries(fields).map(([name, value]) =>
    typeof value === 'number' ? `<${name}>${value}</${name}>` : `<${name}><![CDATA[${value}]]></${name}>`,
  );
  return `<xml>\n${lines.join('\n')}\n</xml>`;
}

/** Text of an element of a flat document, its CDATA sections joined. */
export function element(xml: string, name: string) {
  const raw = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? '';
  const sections = [...raw.matchAll(/<!\[CDATA\[(.*?)\]\]>/gs)].map(([, text]) => text);
  return sections.length > 0 ? sections.join('') : raw;
}

function textOf(reply: string) {
  return element(reply, 'Content');
}

const key = () => Buffer.from(`${account.aesKey}=`, 'base64');

export function encrypt(
  xml: string,
  { appId = account.appId, padding = pkcs7 }: Pick<Sending, 'appId' | 'padding'> = {},
  noise = Buffer.alloc(16, 'n'),
) {
  const bytes = Buffer.from(xml, 'utf8');
  const length = Buffer.from([bytes.length >> 24, bytes.length >> 16, bytes.length >> 8, bytes.length]);
  const content = Buffer.concat([noise, length, bytes, Buffer.from(appId)]);
  const cipher = createCipheriv('aes-256-cbc', key(), key().subarray(0, 16)).setAutoPadding(false);
  return cipher.update(Buffer.concat([content, padding(content.length)])).toString('base64');
}

export function decrypt(base64: string) {
  const decipher = createDecipheriv('aes-256-cbc', key(), key().subarray(0, 16)).setAutoPadding(false);
  const padded = decipher.update(Buffer.from(base64, 'base64'));
  const content = padded.subarray(16, padded.length - (padded.at(-1) ?? 0));
  const end = 4 + content.readUInt32BE(0);
  return { xml: content.toString('utf8', 4, end), appId: content.toString('utf8', end), padded };
}

function pkcs7(length: number) {
  const missing = 32 - (length % 32);
  return Buffer.alloc(missing, missing);
}

function sealedRequest(xml: string, how: Pick<Sending, 'appId' | 'padding'>) {
  const sealed = encrypt(xml, how);
  const query = signedQuery();
  const msg_signature = sha1(account.token, query.timestamp, query.nonce, sealed);
  return {
    query: { ...query, encrypt_type: 'aes', msg_signature },
    body: document({ ToUserName: 'gh_136623f2b1f5', Encrypt: sealed }),
  };
}

function opened(reply: string) {
  const sealed = element(reply, 'Encrypt');
  const right = sha1(account.token, element(reply, 'TimeStamp'), element(reply, 'Nonce'), sealed);
  if (element(reply, 'MsgSignature') !== right) throw new Error('the answer is not signed');
  return decrypt(sealed).xml;
}
