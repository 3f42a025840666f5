import type { Provider } from '@mojian/contract/core/social-providers';
import { social } from '@mojian/contract/members/social';
import type { LoginFailure } from '@mojian/contract/members/social-texts';
import { isFailure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import { type Limits, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { LoginFailed } from './adapter.ts';
import { finishLogin, readCookie, writeNonce } from './social-login.ts';

const usual: Limits = { time: 10_000, bytes: 2 * 1024 * 1024 };
/** The handover's lifetime. */
const nonceSeconds = 60;

type Log = { warn: (fields: object, text: string) => void; error: (error: unknown) => void };
/** Request of a browser sent back by a provider. */
type Arrival = { url: string; params: unknown; headers: { cookie?: string | undefined }; log: Log };

export type CallbackDeps = { db: Db; siteUrl: string; storage: Storage; limits?: Limits };

/** Finishes the login a provider sends the browser back from: the front page's address with the result, and a cookie. */
export async function answerCallback({ limits = usual, ...deps }: CallbackDeps, request: Arrival) {
  const { nonce, ...arrival } = await handleCallback({ ...deps, limits }, request);
  const cookie = nonce && writeNonce(nonce, nonceSeconds, deps.siteUrl);
  return { cookie, address: `${deps.siteUrl}/?${new URLSearchParams(arrival)}` };
}

type CallbackResult = Record<string, string> & { nonce?: string };

async function handleCallback(
  deps: Required<CallbackDeps>,
  { url, params, headers, log }: Arrival,
): Promise<CallbackResult> {
  const { data } = social.render.params.safeParse(params);
  if (!data) return { loginFailed: 'off' };
  try {
    const query = new URL(url, deps.siteUrl).searchParams;
    return await finishLogin(deps, data.type, query, readCookie(data.type, headers.cookie));
  } catch (error) {
    return { loginFailed: reasonOf(error, data.type, log) };
  }
}

/** Reason shown to the visitor; what only the owner can fix, such as wrong keys, goes to the log. */
function reasonOf(error: unknown, provider: Provider, log: Log): LoginFailure {
  if (error instanceof LoginFailed) {
    if (error.reason === 'refused') log.warn({ provider, code: error.code }, '第三方登录被对方拒绝');
    return error.reason;
  }
  if (isFailure(error) && error.id === 'maintenance') return 'maintenance';
  if (error instanceof NoAnswer) log.warn({ provider, reason: error.message }, '第三方登录没有得到答复');
  else log.error(error);
  return 'unavailable';
}
