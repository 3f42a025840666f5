import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { cleanText } from '@mojian/markdown/text';
import { z } from 'zod';
import { articleCodeSeconds, issueArticleCode } from '../../content/articles/unlocks.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { addTry } from '../../platform/limits/limits.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { type Command, readCommand } from './commands.ts';
import { answerLoginCode, provider } from './login-codes.ts';
import {
  isSigned,
  type Message,
  message,
  messageId,
  readWechatXml,
  seal,
  textReply,
  unseal,
  wechatSignature,
  writeXml,
} from './message.ts';
import * as queries from './wechat.queries.ts';
import { findWriting, insertWriting } from './wechat-writings.queries.ts';
import { type WritingDeps, writeByWechat, writeByWechatEffect } from './write-by-wechat.ts';

type Account = Settings['wechatAccount'];

/** Seconds a request may differ from our clock. */
const oldest = 600;
const nothing = 'success';

const signed = z.object({
  timestamp: z.string().regex(/^\d{10}$/),
  nonce: z.string().max(64),
  signature: z.string().default(''),
  msg_signature: z.string().default(''),
  encrypt_type: z.string().default(''),
  echostr: z.string().default(''),
});

type Signed = z.infer<typeof signed>;

const envelope = z.object({ Encrypt: z.string() });

/** Answers WeChat's check that this server is the account's. @throws Failure as receive. */
export async function echo(db: Db, query: unknown) {
  const account = await findAccount(db);
  return requireSignature(account, readSigned(query)).echostr;
}

/**
 * Handles a message of WeChat's server, plain or encrypted, and returns the reply in the same form.
 * @throws Failure not-found without an account; not-allowed for a wrong signature; invalid-input for no message.
 */
export async function receive(deps: ReceiveDeps, query: unknown, body: string) {
  const { db } = deps;
  const account = await findAccount(db);
  const request = readSigned(query);
  const isSealed = request.encrypt_type === 'aes';
  // a plain message would be signed without its content: whoever saw one signature could send any other
  if (account.aesKey !== '' && !isSealed) throw new Failure('not-allowed');
  const text = isSealed ? await openEnvelope(account, request, body) : requireSignature(account, request) && body;

  const { data: received } = message.safeParse(await readWechatXml(text));
  if (!received) throw new Failure('invalid-input', '消息有误');
  const nonce = `${request.timestamp} ${request.nonce}`;
  const once = await answerOnce(db, received, { greeting: account.greeting, siteUrl: deps.siteUrl, nonce });
  const said = once ?? (await writeInTime(deps, messageId(received)));
  if (said === '') return nothing;
  return isSealed ? makeEnvelope(account, textReply(received, said)) : textReply(received, said);
}

/** `timeoutMs`: milliseconds within which a writing is answered with what became of it. */
export type ReceiveDeps = WritingDeps & { timeoutMs?: number };

const slowAnswer = '收到了，正在存，一会儿到站上看。要撤回就回复「撤回」。';

/** Carries a writing out and answers it; what takes longer goes on, and from the outbox if the process ends. */
async function writeInTime({ timeoutMs = 3500, ...deps }: ReceiveDeps, id: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, timeoutMs, slowAnswer);
  const writing = writeByWechat(deps, id).catch(() => slowAnswer);
  return Promise.race([writing, promise]).finally(() => clearTimeout(timer));
}

async function findAccount(db: Db) {
  const { wechatAccount } = await readSettings(db);
  if (wechatAccount.token === '') throw new Failure('not-found');
  return wechatAccount;
}

function readSigned(query: unknown) {
  const { data } = signed.safeParse(query);
  if (!data || Math.abs(Date.now() / 1000 - Number(data.timestamp)) > oldest) throw new Failure('not-allowed');
  return data;
}

function requireSignature({ token }: Account, request: Signed) {
  if (!isSigned(request.signature, token, request.timestamp, request.nonce)) throw new Failure('not-allowed');
  return request;
}

async function openEnvelope({ token, aesKey, appId }: Account, request: Signed, body: string) {
  const { data } = envelope.safeParse(await readWechatXml(body));
  const isRight = data && isSigned(request.msg_signature, token, request.timestamp, request.nonce, data.Encrypt);
  const opened = isRight && aesKey !== '' ? unseal(aesKey, data.Encrypt) : undefined;
  if (!opened || opened.appId !== appId) throw new Failure('not-allowed');
  return opened.text;
}

function makeEnvelope({ token, aesKey, appId }: Account, text: string) {
  const Encrypt = seal(aesKey, { text, appId });
  const TimeStamp = Math.floor(Date.now() / 1000);
  const Nonce = crypto.randomUUID().replaceAll('-', '');
  const MsgSignature = wechatSignature(token, String(TimeStamp), Nonce, Encrypt);
  return writeXml({ Encrypt, MsgSignature, TimeStamp, Nonce });
}

const help =
  '回复网页上 DL 开头的登录码（如 DL123456），即可登录；\n回复「验证码」，得到阅读文章用的验证码。\n绑定过账号的：发「说 …」是一条说说，发一张图也是，发「草稿 …」写进今天的草稿，「撤回」撤回上一条。';
const welcome = `你来了，欢迎。\n${help}`;
const loggedIn =
  '登录成功，请回到网页继续。\n如果不是你自己要登录，请到个人中心的「登录中的设备」里，让那台设备退出登录。';
const overdue = '这个登录码已经用过，或者过期了。请在网页上刷新，再把新的登录码发来。';
const enough = '发得有点频繁了，请过十分钟再试。';

/** Limits guessing of codes by followers. */
const allowed = { most: 20, seconds: 600 };

/** Answers a message; undefined for a writing, which is stored to be carried out after this transaction. */
async function converse(trx: Trx, message: Message, { greeting, siteUrl }: Request) {
  if (message.MsgType === 'event') return message.Event === 'subscribe' ? greeting || welcome : '';

  const command = readCommand(message);
  if (command) return takeWriting(trx, message, command, siteUrl);
  const said = message.MsgType === 'text' ? plain(message.Content ?? '') : '';
  const isLogin = /^DL\d{6}$/.test(said);
  const wanted = /^验证码([1-9]\d{0,8})?$/.exec(said);
  if (!isLogin && !wanted) return help;

  const openid = message.FromUserName;
  const { hits } = await addTry(trx, `wechat ${openid}`, allowed.seconds);
  if (hits > allowed.most) return enough;
  if (isLogin) return answerLogin(trx, said, openid);
  const code = await issueArticleCode(trx, openid, wanted?.[1] === undefined ? undefined : Number(wanted[1]));
  return `验证码：${code}\n${articleCodeSeconds / 60} 分钟内有效，只用一次。`;
}

/** Milliseconds after which the outbox carries out what was not yet. */
const carriedOutBy = 10_000;

async function takeWriting(trx: Trx, message: Message, command: Command, siteUrl: string) {
  const userId = await queries.findMember(trx, provider, message.FromUserName);
  if (userId === undefined)
    return `这个微信还没有绑定账号。先在 ${siteUrl} 用微信登录一次，把 DL 开头的登录码发到这里，再来写。\n${help}`;
  const { hits } = await addTry(trx, `wechat ${message.FromUserName}`, allowed.seconds);
  if (hits > allowed.most) return enough;
  const id = messageId(message);
  const text = cleanText(command.text);
  await insertWriting(trx, {
    ...command,
    text,
    messageId: id,
    userId,
    createdAt: Date.now(),
    targetId: null,
    draftVersion: null,
  });
  await enqueue(trx, writeByWechatEffect, { messageId: id }, Date.now() + carriedOutBy);
  return undefined;
}

/** Turns a refusal during maintenance into a reply; the code stays open. */
async function answerLogin(trx: Trx, code: string, openid: string) {
  try {
    const answered = await answerLoginCode(trx, code, openid);
    if (typeof answered === 'string') return answered;
    return answered ? loggedIn : overdue;
  } catch (error) {
    if (isFailure(error) && error.id === 'maintenance') return error.message;
    throw error;
  }
}

/** Normalises full-width letters, case, spaces and punctuation. */
function plain(text: string) {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{P}\p{Cf}]/gu, '')
    .toUpperCase();
}

const attempts = 3;

/** `nonce`: what the request was signed with. */
type Request = { greeting: string; siteUrl: string; nonce: string };

/**
 * Replies once: a repeat by WeChat gets the stored reply and does nothing twice. A signature is valid for one message.
 * @throws Failure not-allowed for another message under the same signature.
 */
async function answerOnce(db: Db, message: Message, request: Request, attempt = 1): Promise<string | undefined> {
  try {
    return await db.transaction().execute((trx) => answer(trx, message, request));
  } catch (error) {
    // a concurrent message of the same follower, or a new member of the same nickname
    if (!isDuplicate(error) || attempt === attempts) throw error;
    return answerOnce(db, message, request, attempt + 1);
  }
}

async function answer(trx: Trx, message: Message, request: Request) {
  const { nonce } = request;
  const id = messageId(message);
  const signed = `signed ${nonce}`;
  if (await queries.noteMessage(trx, signed)) await queries.storeReply(trx, signed, id);
  else if ((await queries.findStoredAnswer(trx, signed)) !== id) throw new Failure('not-allowed');
  if (!(await queries.noteMessage(trx, id)))
    return (await findWriting(trx, id)) ? undefined : queries.findStoredAnswer(trx, id);

  const said = await converse(trx, message, request);
  if (said === undefined) return undefined;
  const clean = cleanText(said);
  await queries.storeReply(trx, id, clean);
  return clean;
}
