import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { cleanText } from '@mojian/markdown/text';
import { z } from 'zod';

const who = z.string().regex(/^[\w-]{1,64}$/);
const number = z.string().regex(/^\d{1,20}$/);

/** A follower's message. Source: WeChat documentation, 接收普通消息 and 接收事件推送. */
export const message = z.object({
  /** The official account, and the follower's openid. */
  ToUserName: who,
  FromUserName: who,
  /** Seconds since 1970. */
  CreateTime: number,
  MsgType: z.string(),
  MsgId: number.optional(),
  Content: z.string().optional(),
  /** Address of a picture's copy on WeChat's servers. */
  PicUrl: z.string().max(2000).optional(),
  Event: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
});

export type Message = z.infer<typeof message>;

/** Identifies repeats of a message. Events have no number of their own. */
export function messageId({ FromUserName, MsgId, CreateTime, Event }: Message) {
  return MsgId ? `${FromUserName}:${MsgId}` : `${FromUserName}:${CreateTime}:${Event ?? ''}`;
}

/** Writes a text reply, cut to WeChat's limit of 2048 bytes. */
export function textReply({ FromUserName, ToUserName }: Message, text: string) {
  return writeXml({
    ToUserName: FromUserName,
    FromUserName: ToUserName,
    CreateTime: Math.floor(Date.now() / 1000),
    MsgType: 'text',
    Content: text.slice(0, 600),
  });
}

/** Writes one level of elements below `<xml>`, text in CDATA so that it cannot break out. */
export function writeXml(fields: Record<string, string | number>) {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${content(value)}</${name}>`);
  return `<xml>${elements.join('')}</xml>`;
}

/** Parses the elements below `<xml>`. Returns nothing for any other document: no DOCTYPE, entities or depth. */
export async function readWechatXml(text: string): Promise<unknown> {
  if (!/^\s*(<\?xml[^<>]*\?>\s*)?<xml>/.test(text)) return undefined;
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  parser.ENTITIES = { amp: '&amp;', apos: '&apos;', gt: '&gt;', lt: '&lt;', quot: '&quot;' }; // stay as they are written
  const fields = new Map<string, string>();
  const path: string[] = [];
  const add = (written: string) => {
    const [, name = ''] = path;
    if (path.length === 2) fields.set(name, (fields.get(name) ?? '') + written);
  };
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (path.length > deepest || (path.length === 2 && fields.has(name))) parser.fail(`<${name}>`);
    add('');
  });
  parser.on('closetag', () => path.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('doctype', () => parser.fail('<!DOCTYPE>'));
  try {
    parser.write(text).close();
    return Object.fromEntries([...fields].map(([name, value]) => [name, value.trim()]));
  } catch {
    return undefined;
  }
}

/** Levels of elements: messages of events hold lists. */
const deepest = 5;

function content(value: string | number) {
  return typeof value === 'number' ? value : `<![CDATA[${cleanText(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

// AES-256-CBC over 16 random bytes, the length in 4 bytes, the text and the `appId`, padded as PKCS#7 pads to 32 bytes.
const cipher = 'aes-256-cbc';
const block = 32;
const noise = 16;

type Sealed = { text: string; appId: string };

/** Encrypts as the official account's server does, in base64. `aesKey` is the 43 characters of the console. */
export function seal(aesKey: string, { text, appId }: Sealed) {
  const { key, iv } = readKey(aesKey);
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  const content = Buffer.concat([randomBytes(noise), length, bytes, Buffer.from(appId)]);
  const padding = block - (content.length % block);

  const encrypt = createCipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([
    encrypt.update(content),
    encrypt.update(Buffer.alloc(padding, padding)),
    encrypt.final(),
  ]).toString('base64');
}

/** Decrypts; nothing for what was not encrypted with this key. */
export function unseal(aesKey: string, sealed: string): Sealed | undefined {
  const padded = decrypt(aesKey, Buffer.from(sealed, 'base64'));
  const content = padded && withoutPadding(padded);
  if (!content || content.length < noise + 4) return undefined;

  const start = noise + 4;
  const end = start + content.readUInt32BE(noise);
  if (end > content.length) return undefined;
  return { text: content.toString('utf8', start, end), appId: content.toString('utf8', end) };
}

function decrypt(aesKey: string, bytes: Buffer) {
  const { key, iv } = readKey(aesKey);
  if (bytes.length === 0 || bytes.length % iv.length !== 0) return undefined;
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

function withoutPadding(bytes: Buffer) {
  const padding = bytes.at(-1) ?? 0;
  const isWhole = padding >= 1 && padding <= block && padding <= bytes.length;
  return isWhole && bytes.subarray(-padding).every((byte) => byte === padding)
    ? bytes.subarray(0, -padding)
    : undefined;
}

function readKey(aesKey: string) {
  const key = Buffer.from(aesKey, 'base64');
  if (key.length !== block) throw new Error('公众号的 EncodingAESKey 应是 43 个字符');
  return { key, iv: key.subarray(0, 16) };
}

/** WeChat's signature: SHA-1 over the parts in order, in hexadecimal. */
export function wechatSignature(...texts: string[]) {
  return createHash('sha1').update(texts.sort().join('')).digest('hex');
}

/** Compares in constant time. */
export function isSigned(signature: string, ...texts: string[]) {
  const [right, sent] = [Buffer.from(wechatSignature(...texts)), Buffer.from(signature)];
  return right.length === sent.length && timingSafeEqual(right, sent);
}
