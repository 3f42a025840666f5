import { Failure } from '@mojian/contract/platform/failures';
import { z } from 'zod';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { answerOnce } from './answer-once.ts';
import { message, textReply } from './message.ts';
import { seal, unseal } from './sealed.ts';
import { isSigned, signatureOf } from './signature.ts';
import { readXml, writeXml } from './xml.ts';

type Account = Settings['wechatAccount'];

/** Seconds a request may be away from our clock. */
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

/** Answers WeChat's question whether this server is the account's own. @throws Failure as receive. */
export async function echo(db: Db, query: unknown) {
  const account = await findAccount(db);
  return requireSignature(account, readSigned(query)).echostr;
}

/**
 * Takes one message of WeChat's server, plain or encrypted, and returns what to answer in the same way.
 * @throws Failure not-found without an account, not-allowed for what WeChat did not sign, invalid-input for no message.
 */
export async function receive(db: Db, query: unknown, body: string) {
  const account = await findAccount(db);
  const request = readSigned(query);
  const isSealed = request.encrypt_type === 'aes';
  // a plain message would be signed without its content: whoever saw one signature could send any other
  if (account.aesKey !== '' && !isSealed) throw new Failure('not-allowed');
  const text = isSealed ? await openEnvelope(account, request, body) : requireSignature(account, request) && body;

  const { data: told } = message.safeParse(await readXml(text));
  if (!told) throw new Failure('invalid-input', '消息有误');
  const said = await answerOnce(db, told, {
    greeting: account.greeting,
    nonce: `${request.timestamp} ${request.nonce}`,
  });
  if (said === '') return nothing;
  return isSealed ? makeEnvelope(account, textReply(told, said)) : textReply(told, said);
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
  const { data } = envelope.safeParse(await readXml(body));
  const isRight = data && isSigned(request.msg_signature, token, request.timestamp, request.nonce, data.Encrypt);
  const opened = isRight && aesKey !== '' ? unseal(aesKey, data.Encrypt) : undefined;
  if (!opened || opened.appId !== appId) throw new Failure('not-allowed');
  return opened.text;
}

function makeEnvelope({ token, aesKey, appId }: Account, text: string) {
  const Encrypt = seal(aesKey, { text, appId });
  const TimeStamp = Math.floor(Date.now() / 1000);
  const Nonce = crypto.randomUUID().replaceAll('-', '');
  const MsgSignature = signatureOf(token, String(TimeStamp), Nonce, Encrypt);
  return writeXml({ Encrypt, MsgSignature, TimeStamp, Nonce });
}
