import type { SignedIn } from '@mojian/contract/core/sessions';
import { Failure } from '@mojian/contract/platform/failures';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import { signIn } from '../../core/sessions/sessions.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { countUse, findPasskey } from './passkeys.queries.ts';
import {
  challengeSeconds,
  isCredentialId,
  issueChallenge,
  matchesHandle,
  relyingParty,
  takeChallenge,
  type WebAuthn,
} from './passkeys.ts';

const purpose = 'passkey-login';

type Deps = { db: Db; siteUrl: string };

/** Options for a login without a user name: the browser offers its passkeys for this site. */
export async function loginOptions({ db, siteUrl }: Deps) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: relyingParty(siteUrl).id,
    challenge: await issueChallenge(db, purpose),
    timeout: challengeSeconds * 1000,
    userVerification: 'preferred',
  });
}

export async function logInByPasskey(deps: Deps, response: WebAuthn, caller: Caller): Promise<SignedIn> {
  const { db } = deps;
  const challenge = await takeChallenge(db, purpose, response);
  const passkey = isCredentialId(response.id) ? await findPasskey(db, response.id) : undefined;
  if (!passkey) throw new Failure('wrong-login', '本站没有登记这把通行密钥，或已被删除');

  const counter = await verify(deps, challenge, response, passkey);
  const userHandle = passkey.userHandle || handleIn(response);
  const use = { from: passkey.counter, to: counter, usedAt: Date.now(), userHandle };
  if ((await countUse(db, passkey.id, use)) === 0) throw refused();
  return signIn(db, { userId: passkey.userId, way: 'passkey', caller });
}

/** Reads the handle of a passkey stored before handles were. */
function handleIn({ response }: WebAuthn) {
  return (response as { userHandle?: string | null }).userHandle ?? '';
}

/** Returns the authenticator's counter, which a copy of it would lag behind. */
async function verify(
  { siteUrl }: Deps,
  expectedChallenge: string,
  response: WebAuthn,
  passkey: Selectable<Schema['passkeys']>,
) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = relyingParty(siteUrl);
  const answer = response as unknown as AuthenticationResponseJSON;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    if (verified && matchesHandle(answer.response.userHandle, passkey.userHandle)) return authenticationInfo.newCounter;
  } catch {
    // a malformed response is a failed login
  }
  throw refused();
}

function refused() {
  return new Failure('wrong-login', '通行密钥没有通过验证，请重试');
}
