import type { Provider } from '@mojian/contract/members/social';
import { issueHandover } from '../../core/sessions/handover.ts';
import { findKeys } from '../../core/settings/site.ts';
import type { Db } from '../../platform/db/schema.ts';
import { fetchWithin, type Limits } from '../../platform/outgoing/outgoing.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { newSecret } from '../../platform/tickets/tickets.ts';
import type { Ask, Profile } from './adapter.ts';
import { adapters } from './adapters.ts';
import { linkMember } from './link-member.ts';
import { LoginFailed } from './login-failed.ts';
import { memberOf } from './member-of.ts';
import { redirectUri, takeLogin } from './start-login.ts';

export type Parts = { db: Db; storage: Storage; siteUrl: string; limits: Limits };

/** What the front page is told: a handover to exchange for a session, with what its browser is to keep; or which way in was linked. */
type Arrival = { token: string; nonce: string } | { linked: Provider };

/**
 * Ends what startLogin began.
 * @param browser what its cookie says, '' for none.
 * @throws LoginFailed or NoAnswer; nothing has changed then.
 */
export async function finishLogin(
  parts: Parts,
  provider: Provider,
  params: URLSearchParams,
  browser: string,
): Promise<Arrival> {
  const { db, siteUrl } = parts;
  const state = params.get('state') ?? '';
  const ticket = await takeLogin(db, provider, state, browser);
  if (!ticket) throw new LoginFailed('expired');
  const keys = await findKeys(db, provider);
  if (!keys) throw new LoginFailed('off');
  requireConsent(params);

  const { verifier, userId } = ticket;
  const ask = askWithin(parts.limits);
  const homecoming = { keys, redirectUri: redirectUri(siteUrl, provider), state, verifier, params, ask };
  const profile = tidy(await adapters[provider].identify(homecoming));
  if (userId !== undefined) {
    await linkMember(db, userId, provider, profile);
    return { linked: provider };
  }
  const member = await memberOf(parts, provider, profile, keys);
  const nonce = newSecret();
  return { token: await issueHandover(db, { userId: member, way: provider }, nonce), nonce };
}

/** OAuth 2 says access_denied, Weibo 21330, QQ usercancel; WeChat leaves out the code, or says authdeny in its place. */
function requireConsent(params: URLSearchParams) {
  const error = params.get('error');
  const code = params.get('code') ?? '';
  const cancelled = (params.get('usercancel') ?? '0') !== '0' || params.get('error_code') === '21330';
  if (cancelled || error === 'access_denied' || (error === null && /^(authdeny)?$/.test(code)))
    throw new LoginFailed('denied');
  if (error !== null) throw new LoginFailed('refused', error);
}

/** A name as it may be kept and shown, whatever it is there. */
function tidy({ name, ...profile }: Profile): Profile {
  const plain = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return { ...profile, name: Array.from(plain).slice(0, 50).join('') };
}

function askWithin(limits: Limits): Ask {
  return (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', 'mojian');
    return fetchWithin(url, { ...init, headers }, limits);
  };
}
