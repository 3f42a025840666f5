import type { Passkey } from '@mojian/contract/members/passkeys';
import { Failure } from '@mojian/contract/platform/failures';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { alertMember, lockMember } from '../../core/identity/accounts.ts';
import { requireConfirmed } from '../../core/identity/passwords.ts';
import { readMe } from '../../core/sessions/sessions.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { challengeSeconds, issueChallenge, takeChallenge } from './challenges.ts';
import { insertPasskey, listPasskeys } from './passkeys.queries.ts';
import { toPasskey } from './passkeys.ts';
import { handleText, isCredentialId, relyingParty, userHandle, type WebAuthn } from './web-authn.ts';

const mostPerMember = 20;
/** EdDSA, ES256, RS256: what every authenticator has one of. Source: IANA, COSE Algorithms. */
const algorithms = [-8, -7, -257];
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

type Parts = { db: Db; siteUrl: string };
type Created = { name: string; response: WebAuthn };

/**
 * What the viewer's browser needs to make a passkey that logs in without a user name. Without its challenge none is kept,
 * so the password is asked for here, before the device asks its own question.
 * @throws Failure as requireConfirmed.
 */
export async function creationOptions({ db, siteUrl }: Parts, viewer: Viewer) {
  await requireConfirmed(db, viewer);
  const known = await listPasskeys(db, viewer.id);
  requireRoom(known.length);
  const [{ nickname, email }, { identity }, { generateRegistrationOptions }] = await Promise.all([
    readMe(db, viewer.id),
    readSettings(db),
    import('@simplewebauthn/server'),
  ]);
  return generateRegistrationOptions({
    rpName: identity.name,
    rpID: relyingParty(siteUrl).id,
    userID: userHandle(viewer.id),
    userName: email ?? nickname,
    userDisplayName: nickname,
    challenge: await issueChallenge(db, creationOf(viewer), viewer.id),
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
}

/** Keeps the passkey that the viewer's browser has just made. */
export async function createPasskey(parts: Parts, viewer: Viewer, { name, response }: Created): Promise<Passkey> {
  const { db } = parts;
  const challenge = await takeChallenge(db, creationOf(viewer), response);
  const { id, publicKey, counter, transports: given } = await verify(parts, challenge, response);
  const passkey = {
    userId: viewer.id,
    name,
    credentialId: id,
    userHandle: handleText(viewer.id),
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(knownTransports(given)),
    createdAt: Date.now(),
  };
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, viewer.id); // of many at once, each counts those before it
    requireRoom((await listPasskeys(trx, viewer.id)).length);
    const created = await insertPasskey(trx, passkey);
    if (!created) throw new Failure('already-done', '这把通行密钥已经添加过了');
    const text = `你的账号刚刚添加了通行密钥「${name}」，以后用它就能登录。`;
    await alertMember(trx, viewer.id, { title: '添加了一把通行密钥', text, link: '/user' });
    return toPasskey(created);
  });
}

async function verify({ siteUrl }: Parts, expectedChallenge: string, response: WebAuthn) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = relyingParty(siteUrl);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo && isCredentialId(registrationInfo.credential.id)) return registrationInfo.credential;
  } catch {
    // whatever does not fit is no passkey for this site
  }
  throw new Failure('invalid-input', '没有认出这把通行密钥，请重新添加', 'response');
}

/** How the authenticator may be reached; browsers pass it back to find it faster. */
function knownTransports(given: unknown) {
  return Array.isArray(given) ? transports.filter((one) => given.includes(one)) : [];
}

function requireRoom(count: number) {
  if (count >= mostPerMember) throw new Failure('not-allowed', `通行密钥最多 ${mostPerMember} 把，请先删除不用的`);
}

/** A challenge is good for its own member only. */
function creationOf({ id }: Viewer) {
  return `passkey-creation:${id}`;
}
