import type { LoginFailure } from '@mojian/contract/members/social-texts';
import { z } from 'zod';
import { NoAnswer } from '../../platform/outgoing/outgoing.ts';

/** The owner's credentials. `base` replaces the provider's hosts, '' for its own. */
export type Keys = { id: string; secret: string; base: string };

/** `challenge`: S256 of the verifier. */
type AuthorizationRequest = { keys: Keys; redirectUri: string; state: string; challenge: string };

type AuthorizationCode = {
  keys: Keys;
  redirectUri: string;
  state: string;
  verifier: string;
  params: URLSearchParams;
  ask: Fetch;
};

/** Fetches within limits. @throws NoAnswer */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * A person at a provider. `subject` is permanent; `earlier` is the id known before the provider returned it. `picture` is an
 * address there, '' for none.
 */
export type Profile = { subject: string; earlier?: string; name: string; picture: string };

export type Adapter = {
  /** The address people are sent to. */
  authorize(departure: AuthorizationRequest): string;
  /** @throws NoAnswer for an answer that cannot be used, LoginFailed for a refusal. */
  identify(authorization: AuthorizationCode): Promise<Profile>;
  /** Domains its pictures lie on. */
  pictures: string[];
};

export function addressOf({ base }: Keys, usual: string, path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams(query).toString();
  return `${base.replace(/(?<!\/)\/+$/, '') || usual}${path}${search && `?${search}`}`;
}

/** `issuer`: as the provider names itself in the redirect (RFC 9207). */
type Provider = { issuer: string; tokenAddress: string; pkce: boolean };

/** The access token for the code in the address, from a provider that keeps to OAuth 2. @throws as an adapter. */
export async function exchangeCode(authorization: AuthorizationCode, { issuer, tokenAddress, pkce }: Provider) {
  const { keys, redirectUri, state, verifier, params, ask } = authorization;
  const oauth = await import('oauth4webapi');
  const server = { issuer, token_endpoint: tokenAddress };
  const client = { client_id: keys.id };
  const accepted = await orElse(new LoginFailed('refused', 'response'), () =>
    oauth.validateAuthResponse(server, client, params, state),
  );
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(keys.secret),
    accepted,
    redirectUri,
    pkce ? verifier : oauth.nopkce,
    { [oauth.customFetch]: ask, [oauth.allowInsecureRequests]: tokenAddress.startsWith('http:') },
  );
  await readAnswer(response.clone(), z.looseObject({})); // GitHub refuses with status 200
  const { access_token } = await orElse(new NoAnswer('对方的响应无法识别'), () =>
    oauth.processAuthorizationCodeResponse(server, client, response),
  );
  return access_token;
}

/** Replaces the library's errors, which carry the response and with it secrets. */
async function orElse<Result>(error: Error, step: () => Result | Promise<Result>) {
  try {
    return await step();
  } catch {
    throw error;
  }
}

/** Temporary refusals. */
const busy = new Set(['temporarily_unavailable', 'server_error', '-1']);

/**
 * Parses a provider's response. Several refuse with status 200, each in fields of its own.
 * @throws NoAnswer for a response that cannot be used, LoginFailed for a refusal.
 */
export async function readAnswer<Shape extends z.ZodType>(response: Response, shape: Shape): Promise<z.output<Shape>> {
  const { status } = response;
  if (status >= 500 || status === 429) throw new NoAnswer('对方的服务器出错了');
  if (status >= 300 && status < 400) throw new NoAnswer('对方跳转到了别的地址');

  const answer = parse(await response.text());
  const refusal = refusalIn(answer) ?? (response.ok ? undefined : String(status));
  if (refusal !== undefined) throw busy.has(refusal) ? new NoAnswer('对方正忙') : new LoginFailed('refused', refusal);
  const { success, data } = shape.safeParse(answer);
  if (!success) throw new NoAnswer('对方的响应无法识别');
  return data;
}

/** JSON, also in the `callback( … );` that QQ wraps around it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/^callback\s*\((.*)\)\s*;?$/s, '$1'));
  } catch (cause) {
    throw new NoAnswer('对方的响应无法识别', { cause });
  }
}

/** `error` of OAuth 2 and Weibo, `errcode` of WeChat, `ret` of QQ: 0 where all is well. */
function refusalIn(answer: unknown) {
  const { error, errcode, ret } = (answer ?? {}) as Record<string, unknown>;
  const refusal = [error, errcode, ret].find(
    (code) => code !== undefined && code !== null && code !== 0 && code !== '',
  );
  return refusal === undefined ? undefined : String(refusal);
}

/** `code`: the provider's own error code for the owner's log, if it is short. */
export class LoginFailed extends Error {
  override name = 'LoginFailed';
  readonly reason: LoginFailure;
  readonly code: string | undefined;

  constructor(reason: LoginFailure, code = '') {
    super(reason);
    this.reason = reason;
    this.code = /^[\w.-]{1,40}$/.test(code) ? code : undefined;
  }
}

/** Path providers send the browser back to, followed by their name. */
export const callbackPath = '/oauth/callback';
