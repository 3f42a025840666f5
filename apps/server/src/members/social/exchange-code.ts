import { z } from 'zod';
import { NoAnswer } from '../../platform/outgoing/outgoing.ts';
import type { Homecoming } from './adapter.ts';
import { LoginFailed } from './login-failed.ts';
import { readAnswer } from './read-answer.ts';

/** `issuer` is what the provider calls itself in the address, where it does (RFC 9207). */
type Provider = { issuer: string; tokenAddress: string; pkce: boolean };

/** The access token for the code in the address, from a provider that keeps to OAuth 2. @throws as an adapter. */
export async function exchangeCode(homecoming: Homecoming, { issuer, tokenAddress, pkce }: Provider) {
  const { keys, redirectUri, state, verifier, params, ask } = homecoming;
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
  await readAnswer(response.clone(), z.looseObject({})); // GitHub says no with status 200
  const { access_token } = await orElse(new NoAnswer('对方的响应无法识别'), () =>
    oauth.processAuthorizationCodeResponse(server, client, response),
  );
  return access_token;
}

/** The library's errors carry the answer, and with it what must not be told. */
async function orElse<Result>(error: Error, step: () => Result | Promise<Result>) {
  try {
    return await step();
  } catch {
    throw error;
  }
}
