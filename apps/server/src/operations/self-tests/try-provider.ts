import type { Provider } from '@mojian/contract/members/social';
import type { SelfTestResult } from '@mojian/contract/operations/self-tests';
import type { Settings } from '../../core/settings/settings.ts';
import { isSetUp } from '../../core/settings/site.ts';
import { adapters } from '../../members/social/adapters.ts';
import { LoginFailed } from '../../members/social/login-failed.ts';
import { redirectUri } from '../../members/social/start-login.ts';
import { fetchWithin, NoAnswer } from '../../platform/outgoing/outgoing.ts';

const limits = { time: 10_000, bytes: 200_000 };

/** RFC 6749, GitHub's own words, and the numbers of WeChat and QQ: only the code was wrong, or the keys were. */
const rightKeys = new Set(['invalid_grant', 'bad_verification_code', '40029', '40163', '100019', '100020']);
const wrongKeys = new Set([
  ...['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'],
  ...['40013', '40125', '100008', '100009'],
]);
/** Another address to come back to is registered there. */
const wrongWay = new Set(['redirect_uri_mismatch', '100010']);

/** Comes back from a provider with a code that nobody was given: how it refuses tells whether it knows the keys. */
export async function tryProvider(siteUrl: string, provider: Provider, { social }: Settings): Promise<SelfTestResult> {
  const keys = social[provider];
  if (!isSetUp(keys)) return { ok: false, text: '先填好编号与密钥，保存之后再试' };
  const back = { redirectUri: redirectUri(siteUrl, provider), state: 'test', verifier: 'self-test'.repeat(6) };
  const params = new URLSearchParams({ code: 'self-test', state: 'test' });
  const ask = (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', 'mojian');
    return fetchWithin(url, { ...init, headers }, limits);
  };
  try {
    await adapters[provider].identify({ keys, ...back, params, ask });
    return { ok: true, text: '对方有应答' };
  } catch (error) {
    return whatItTells(error, back.redirectUri);
  }
}

function whatItTells(error: unknown, redirectUri: string): SelfTestResult {
  if (error instanceof NoAnswer) return { ok: false, text: error.message };
  if (!(error instanceof LoginFailed)) throw error;
  const { code = '' } = error;
  if (rightKeys.has(code)) return { ok: true, text: '连得上，编号与密钥是对的' };
  if (wrongWay.has(code)) return { ok: false, text: `对方登记的回调地址不是 ${redirectUri}（${code}）` };
  if (wrongKeys.has(code)) return { ok: false, text: `对方不认这个编号或密钥（${code}）` };
  return { ok: true, text: `连得上；密钥对不对，请实际登录一次看看${code && `（对方说 ${code}）`}` };
}
