import { randomUUID } from 'node:crypto';
import type { SelfTest } from '@mojian/contract/core/settings-fields/field';
import type { Provider } from '@mojian/contract/core/social-providers';
import type { SelfTestResult } from '@mojian/contract/operations/self-tests';
import { type HotType, hotTypes } from '@mojian/contract/pages/hot';
import { recording } from '../../core/audit/audit.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import { isSetUp } from '../../core/settings/site.ts';
import { LoginFailed } from '../../members/social/adapter.ts';
import { adapters, redirectUri } from '../../members/social/social-login.ts';
import { wechatSignature } from '../../members/wechat/message.ts';
import { askHotSource, type Whom } from '../../pages/hot/fetch-hot.ts';
import { sources } from '../../pages/hot/sources/sources.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { renderMail } from '../../platform/mail/mail-html.ts';
import type { Site } from '../../platform/mail/mails.ts';
import { openSmtp } from '../../platform/mail/smtp.ts';
import { chosenServer, readSmtpUrl, storeOnly } from '../../platform/mail/smtp-url.ts';
import { fetchWithin, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { probeStorage } from '../../platform/storage/probe.ts';
import type { Storage } from '../../platform/storage/storage.ts';

type TestRequest = { what: SelfTest; to?: string | undefined };

/** Tries a saved setting for real. Reports in Chinese; a failing test is not a failing call. */
export async function runSelfTest(deps: SelfTestDeps, viewer: Viewer, request: TestRequest): Promise<SelfTestResult> {
  const settings = await readSettings(deps.db);
  const result = await tryOut(deps, settings, viewer, request);
  const record = recording(viewer, { act: 'settings.test', subject: request.what, after: result });
  await deps.db.transaction().execute(record);
  return result;
}

function tryOut(
  deps: SelfTestDeps,
  settings: Settings,
  viewer: Viewer,
  { what, to }: TestRequest,
): Promise<SelfTestResult> {
  if (what === 'mail') return tryMail(deps, settings, viewer, to);
  if (what === 'storage') return tryStorage(deps.storage);
  if (what === 'hot') return tryHot(settings);
  if (what === 'wechatAccount') return tryWechatAccount(deps.siteUrl, settings.wechatAccount);
  return tryProvider(deps.siteUrl, what satisfies Provider, settings);
}

async function tryStorage(storage: Storage): Promise<SelfTestResult> {
  try {
    if (await probeStorage(storage)) return { ok: true, text: '能写，能读，能删' };
    return { ok: false, text: '读回来的和写进去的不一样：请检查磁盘，或对象存储的服务' };
  } catch (error) {
    return { ok: false, text: (error as Error).message };
  }
}

export type SelfTestDeps = { db: Db; siteUrl: string; storage: Storage; smtpUrl?: string | undefined };

/** Fetches every list once, from the aggregator at `base` if one is set, else from each source. */
async function tryHot({ hot: { base } }: Settings): Promise<SelfTestResult> {
  const answers = await Promise.all(
    hotTypes.map((type) => askOnce(type, base ? { base } : { host: sources[type].host })),
  );
  const failed = answers.filter((answer) => answer !== undefined);
  const succeeded = hotTypes.length - failed.length;
  const reasons = Map.groupBy(failed, ({ why }) => why);
  const rest = [...reasons].map(([why, those]) => `；${why}：${those.map(({ name }) => name).join('、')}`);
  return { ok: succeeded > 0, text: `${hotTypes.length} 个来源，取到 ${succeeded} 个${rest.join('')}` };
}

/** Returns nothing, or why no list came. */
async function askOnce(type: HotType, whom: Whom) {
  try {
    await askHotSource(type, whom, { now: Date.now });
    return undefined;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { name: sources[type].name, why: error.message };
  }
}

/** Milliseconds for the whole mail, since the admin is waiting. */
const timeoutMs = 20_000;

/** Sends at once, bypassing the outbox. */
async function tryMail(
  { db, siteUrl, smtpUrl }: SelfTestDeps,
  { mail, identity, look }: Settings,
  viewer: Viewer,
  address: string | undefined,
): Promise<SelfTestResult> {
  const to = address ?? (await findEmail(db, viewer.id));
  if (!to) return { ok: false, text: '你的账号没有邮箱，请写一个收信的地址' };
  const server = chosenServer(mail) ?? smtpUrl;
  if (server === undefined || server === storeOnly)
    return { ok: false, text: '还没有发信服务器：信都留在本站，可以在「发件箱」里看' };
  return send(server, to, { name: identity.name, url: siteUrl, accent: look.accent });
}

async function send(server: string, to: string, site: Site): Promise<SelfTestResult> {
  const { url, from } = readSmtpUrl(server);
  const smtp = openSmtp(url, { deadline: timeoutMs });
  const begun = Date.now();
  try {
    const subject = `${site.name}的试信`;
    const test = { to, subject, lines: ['收到这封信，说明发信服务器已经设好。'] };
    await smtp.deliver({ ...renderMail(test, site), to, subject, from: { ...from, name: from.name || site.name } });
    return { ok: true, text: `已寄往 ${to}，用时 ${((Date.now() - begun) / 1000).toFixed(1)} 秒；请到信箱里看看` };
  } catch (error) {
    return { ok: false, text: (error as Error).message };
  } finally {
    await smtp.close();
  }
}

const providerLimits = { time: 10_000, bytes: 200_000 };

/** RFC 6749, GitHub, WeChat and QQ: replies that mean a wrong code with valid keys. */
const codesOfValidKeys = new Set(['invalid_grant', 'bad_verification_code', '40029', '40163', '100019', '100020']);
const codesOfInvalidKeys = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
  '40013',
  '40125',
  '100008',
  '100009',
]);
/** Replies that mean a redirect address not registered there. */
const codesOfWrongRedirect = new Set(['redirect_uri_mismatch', '100010']);

/** Redeems an invalid code; the provider's refusal tells whether the keys are valid. */
async function tryProvider(siteUrl: string, provider: Provider, { social }: Settings): Promise<SelfTestResult> {
  const keys = social[provider];
  if (!isSetUp(keys)) return { ok: false, text: '先填好编号与密钥，保存之后再试' };
  const redirect = { redirectUri: redirectUri(siteUrl, provider), state: 'test', verifier: 'self-test'.repeat(6) };
  const params = new URLSearchParams({ code: 'self-test', state: 'test' });
  const ask = (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', 'mojian');
    return fetchWithin(url, { ...init, headers }, providerLimits);
  };
  try {
    await adapters[provider].identify({ keys, ...redirect, params, ask });
    return { ok: true, text: '对方有应答' };
  } catch (error) {
    return readRefusal(error, redirect.redirectUri);
  }
}

function readRefusal(error: unknown, redirectUri: string): SelfTestResult {
  if (error instanceof NoAnswer) return { ok: false, text: error.message };
  if (!(error instanceof LoginFailed)) throw error;
  const { code = '' } = error;
  if (codesOfValidKeys.has(code)) return { ok: true, text: '连得上，编号与密钥是对的' };
  if (codesOfWrongRedirect.has(code)) return { ok: false, text: `对方登记的回调地址不是 ${redirectUri}（${code}）` };
  if (codesOfInvalidKeys.has(code)) return { ok: false, text: `对方不认这个编号或密钥（${code}）` };
  return { ok: true, text: `连得上；密钥对不对，请实际登录一次看看${code && `（对方说 ${code}）`}` };
}

const wechatLimits = { time: 5000, bytes: 1000 };

/** Calls our own endpoint from outside, as WeChat does to verify an address. */
async function tryWechatAccount(siteUrl: string, { token }: Settings['wechatAccount']): Promise<SelfTestResult> {
  if (token === '') return { ok: false, text: '先填好 Token，保存之后再试' };
  const [timestamp, nonce, echostr] = [`${Math.floor(Date.now() / 1000)}`, randomUUID(), randomUUID()];
  const query = { signature: wechatSignature(token, timestamp, nonce), timestamp, nonce, echostr };
  const address = `${siteUrl}/wechat/callback`;
  try {
    const answer = await fetchWithin(`${address}?${new URLSearchParams(query)}`, {}, wechatLimits);
    if ((await answer.text()) === echostr) return { ok: true, text: '回调地址答得对' };
    return { ok: false, text: `${address} 答得不对（${answer.status}）：前面的代理有没有改动地址？` };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { ok: false, text: `从本站连不到 ${address}：${error.message}` };
  }
}

/** '' without an address. */
async function findEmail(db: Db, id: number) {
  const row = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email ?? '';
}
