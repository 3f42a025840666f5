import { createHash } from 'node:crypto';
import { type Provider, providerNames } from '@mojian/contract/core/social-providers';
import { Failure } from '@mojian/contract/platform/failures';
import { arrivalCookie } from '@mojian/contract/platform/rules';
import { issueHandover } from '../../core/sessions/handover.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { findKeys } from '../../core/settings/site.ts';
import { insertFile } from '../../core/uploads/file-rows.ts';
import { retryOnDuplicate } from '../../platform/db/retry-on-duplicate.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { fetchWithin, type Limits } from '../../platform/outgoing/outgoing.ts';
import { keepPicture, rowOfPicture, takePicture } from '../../platform/storage/pictures.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { issueTicket, newSecret, takeTicket } from '../../platform/tickets/tickets.ts';
import { createMember } from '../accounts/create-member.ts';
import { freeNickname } from '../accounts/nickname.ts';
import { insertSocialLink } from '../accounts/ways-in.ts';
import { applyByLogin, findApplicationByLogin } from '../registration/apply.ts';
import { type Adapter, callbackPath, type Fetch, type Keys, LoginFailed, type Profile } from './adapter.ts';
import { findSocialLink, type LinkingMember, linkMember } from './links.ts';
import { gitee } from './providers/gitee.ts';
import { github } from './providers/github.ts';
import { qq } from './providers/qq.ts';
import { wechat } from './providers/wechat.ts';
import { weibo } from './providers/weibo.ts';

const seconds = 600;

type LoginDeps = { db: Db; siteUrl: string };

/** The account and session of a member who links are in it. */
type Ticket = { verifier: string; userId?: number; sessionId?: number };

/**
 * Returns the provider's authorization address and sets a ticket cookie only this browser holds.
 * @param viewer links the login to their account; without it, the person is logged in.
 * @throws Failure not-found for a provider that is not set up or not allowed.
 */
export async function startLogin(
  { db, siteUrl }: LoginDeps,
  provider: Provider,
  caller: Caller,
  viewer?: LinkingMember,
) {
  const keys = await findKeys(db, provider);
  if (!keys) throw new Failure('not-found', `站长没有开放 ${providerNames[provider]} 登录`);

  const state = newSecret();
  const browser = newSecret();
  const verifier = newSecret();
  const ticket: Ticket = { verifier, ...(viewer && { userId: viewer.id, sessionId: viewer.sessionId }) };
  await issueTicket(db, kindOf(provider), ticket, { secret: opening(state, browser), userId: viewer?.id });
  caller.setCookie?.(writeCookie(provider, browser, seconds, siteUrl));

  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return adapters[provider].authorize({ keys, redirectUri: redirectUri(siteUrl, provider), state, challenge });
}

/** Consumes the ticket. Returns nothing for a wrong, used or expired state, or another browser. */
function takeLogin(db: Db, provider: Provider, state: string, browser: string) {
  return takeTicket<Ticket>(db, kindOf(provider), opening(state, browser));
}

/** Must be identical at both steps and in the provider's console. */
export function redirectUri(siteUrl: string, provider: Provider) {
  return `${siteUrl}${callbackPath}/${provider}`;
}

const kindOf = (provider: Provider) => ({ name: `social-${provider}`, seconds });
const opening = (state: string, browser: string) => `${state}.${browser}`;

type CallbackDeps = { db: Db; storage: Storage; siteUrl: string; limits: Limits };

/** Passed to the front page: a handover to exchange for a session and its nonce, or the provider linked. */
type Arrival = { token: string; nonce: string } | { linked: Provider };

/**
 * Handles the redirect back from a provider.
 * @param browser the cookie's value, '' for none.
 * @throws LoginFailed or NoAnswer; nothing has changed then.
 */
export async function finishLogin(
  deps: CallbackDeps,
  provider: Provider,
  params: URLSearchParams,
  browser: string,
): Promise<Arrival> {
  const { db, siteUrl } = deps;
  const state = params.get('state') ?? '';
  const ticket = await takeLogin(db, provider, state, browser);
  if (!ticket) throw new LoginFailed('expired');
  const keys = await findKeys(db, provider);
  if (!keys) throw new LoginFailed('off');
  requireConsent(params);

  const { verifier, userId, sessionId } = ticket;
  const ask = limitedFetch(deps.limits);
  const authorization = { keys, redirectUri: redirectUri(siteUrl, provider), state, verifier, params, ask };
  const profile = cleanProfile(await adapters[provider].identify(authorization));
  if (userId !== undefined) {
    if (sessionId === undefined) throw new LoginFailed('expired');
    await linkMember(db, { id: userId, sessionId }, provider, profile);
    return { linked: provider };
  }
  const member = await memberOfProfile(deps, provider, profile, keys);
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

function cleanProfile({ name, ...profile }: Profile): Profile {
  const plain = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return { ...profile, name: Array.from(plain).slice(0, 50).join('') };
}

function limitedFetch(limits: Limits): Fetch {
  return (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', 'mojian');
    return fetchWithin(url, { ...init, headers }, limits);
  };
}

type MemberDeps = { db: Db; storage: Storage; limits: Limits };

/**
 * Finds the member of a profile or creates one. E-mails of providers are not used: they prove nothing here, and accounts are
 * never joined automatically.
 */
async function memberOfProfile(deps: MemberDeps, provider: Provider, profile: Profile, keys: Keys): Promise<number> {
  const { db } = deps;
  const known = await db.transaction().execute((trx) => findSocialLink(trx, provider, profile));
  if (known) return known.userId;

  const { registration } = (await readSettings(db)).features;
  if (registration === 'closed' || registration === 'invite') throw new LoginFailed(registration);
  const asks = registration === 'review';
  // before the picture, which nothing would use
  const state = asks ? await findApplicationByLogin(db, provider, profile.subject) : undefined;
  if (state) throw new LoginFailed(state === 'waiting' ? 'waiting' : 'rejected');
  const avatar = await keepAvatar(deps, provider, profile.picture, keys);
  const made = await retryOnDuplicate<number | 'waiting' | 'refused'>(() =>
    db.transaction().execute(async (trx) => (asks ? applyWith : enter)(trx, provider, profile, avatar)),
  );
  if (made === 'waiting') throw new LoginFailed('waiting');
  if (made === 'refused') throw new LoginFailed('rejected');
  return made;
}

async function applyWith(trx: Trx, provider: Provider, { name, subject }: Profile, avatar: string) {
  const wanted = await freeNickname(trx, name);
  return applyByLogin(trx, { ...wanted, provider, subject, providerName: name, avatar });
}

async function enter(trx: Trx, provider: Provider, profile: Profile, avatar: string) {
  const known = await findSocialLink(trx, provider, profile);
  if (known) return known.userId;

  const userId = await createMember(trx, { ...(await freeNickname(trx, profile.name)), avatar });
  await insertSocialLink(trx, { userId, provider, subject: profile.subject, name: profile.name });
  return userId;
}

const timeoutMs = 3000;

type AvatarDeps = { db: Db; storage: Storage; limits: Limits };

/**
 * Copies the provider's picture so that browsers ask no other site for it, and returns its address, '' without one.
 */
async function keepAvatar({ db, storage, limits }: AvatarDeps, provider: Provider, address: string, keys: Keys) {
  const url = allowed(address, adapters[provider].pictures, keys);
  if (!url) return '';
  try {
    const answer = await fetchWithin(url, {}, { ...limits, time: Math.min(limits.time, timeoutMs) });
    if (!answer.ok) return '';
    const picture = await takePicture(await answer.bytes());
    await keepPicture(storage, picture);
    await insertFile(db, rowOfPicture(picture));
    return `/files/${picture.key}`;
  } catch {
    return ''; // without a picture one is drawn; the login must not fail for it
  }
}

/** Accepts the provider's own domains or its base only, so that no address leads into our network. */
function allowed(address: string, domains: string[], { base }: Keys) {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (base && url.origin === new URL(base).origin) return url.href;
  const isTheirs = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
  if (!isTheirs || url.port || url.username || url.password) return undefined;
  url.protocol = 'https:';
  return url.href;
}

/** Binds the redirect to the browser that left, against login CSRF. */
function writeCookie(provider: Provider, secret: string, seconds: number, siteUrl: string) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `oauth-${provider}=${secret}; Path=${callbackPath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Readable by the page's script, which sends it with the token: the token alone logs in nobody else. */
export function writeNonce(nonce: string, seconds: number, siteUrl: string) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${arrivalCookie}=${nonce}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

export function readCookie(provider: Provider, header = '') {
  return new RegExp(`(?:^|;) ?oauth-${provider}=([\\w-]{1,100})(?:;|$)`).exec(header)?.[1] ?? '';
}

export const adapters: Record<Provider, Adapter> = { qq, weibo, gitee, wechat, github };
