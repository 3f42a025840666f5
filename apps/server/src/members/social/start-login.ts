import { createHash } from 'node:crypto';
import type { Provider } from '@mojian/contract/members/social';
import { providerNames } from '@mojian/contract/members/social-texts';
import { Failure } from '@mojian/contract/platform/failures';
import { requireConfirmed } from '../../core/identity/passwords.ts';
import { findKeys } from '../../core/settings/site.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { issueTicket, newSecret, takeTicket } from '../../platform/tickets/tickets.ts';
import { adapters } from './adapters.ts';
import { callbackPath, writeCookie } from './browser-cookie.ts';

const seconds = 600;

type Parts = { db: Db; siteUrl: string };

type Ticket = { verifier: string; userId?: number };

/**
 * The address of the provider to go to, and a ticket for the way back that only this browser can use.
 * @param userId whose account gets one more way in; without it, whoever comes back is logged in.
 * @throws Failure not-found for a provider that is not set up or not allowed.
 */
export async function startLogin({ db, siteUrl }: Parts, provider: Provider, caller: Caller, userId?: number) {
  const keys = await findKeys(db, provider);
  if (!keys) throw new Failure('not-found', `站长没有开放 ${providerNames[provider]} 登录`);

  const state = newSecret();
  const browser = newSecret();
  const verifier = newSecret();
  const ticket: Ticket = { verifier, ...(userId !== undefined && { userId }) };
  await issueTicket(db, kindOf(provider), ticket, { secret: opening(state, browser), userId });
  caller.setCookie?.(writeCookie(provider, browser, seconds, siteUrl));

  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return adapters[provider].authorize({ keys, redirectUri: redirectUri(siteUrl, provider), state, challenge });
}

/** The same for a member who gets one more way in. @throws Failure as requireConfirmed as well. */
export async function startLinking(parts: Parts, provider: Provider, caller: Caller & { viewer: Viewer }) {
  await requireConfirmed(parts.db, caller.viewer);
  return startLogin(parts, provider, caller, caller.viewer.id);
}

/** What was kept for the way back, once. Nothing for a wrong, used or old state, nor in any other browser. */
export function takeLogin(db: Db, provider: Provider, state: string, browser: string) {
  return takeTicket<Ticket>(db, kindOf(provider), opening(state, browser));
}

/** The same to the letter at both ends, and at the provider's where the owner wrote it down. */
export function redirectUri(siteUrl: string, provider: Provider) {
  return `${siteUrl}${callbackPath}/${provider}`;
}

const kindOf = (provider: Provider) => ({ name: `social-${provider}`, seconds });
const opening = (state: string, browser: string) => `${state}.${browser}`;
