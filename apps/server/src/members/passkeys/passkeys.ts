import type { Passkey } from '@mojian/contract/members/passkeys';
import { Failure } from '@mojian/contract/platform/failures';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import { requireOpenSession } from '../../core/identity/passwords.ts';
import { alertMember } from '../../core/notices/alert-member.ts';
import { readMe } from '../../core/sessions/sessions.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import { requirePasskeyLeft } from '../accounts/passkey-only.ts';
import { requireWayIn } from '../accounts/ways-in.ts';
import * as queries from './passkeys.queries.ts';
import { insertPasskey, listPasskeys } from './passkeys.queries.ts';

const mostPerMember = 20;
/** EdDSA, ES256, RS256: what every authenticator has one of. Source: IANA, COSE Algorithms. */
const algorithms = [-8, -7, -257];
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

type Deps = { db: Db; siteUrl: string };
type Created = { name: string; response: WebAuthn };

/**
 * Options for making a discoverable passkey. Asks for the password here, before the device asks its own question, because no
 * passkey is stored without this challenge.
 */
export async function creationOptions({ db, siteUrl }: Deps, viewer: Viewer) {
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

/** Verifies and stores a passkey the viewer's browser made. */
export async function createPasskey(deps: Deps, viewer: Viewer, { name, response }: Created): Promise<Passkey> {
  const { db } = deps;
  const challenge = await takeChallenge(db, creationOf(viewer), response);
  const { id, publicKey, counter, transports } = await verify(deps, challenge, response);
  const passkey = {
    userId: viewer.id,
    name,
    credentialId: id,
    userHandle: handleText(viewer.id),
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(knownTransports(transports)),
    createdAt: Date.now(),
  };
  return db.transaction().execute(async (trx) => {
    await requireOpenSession(trx, viewer); // its lock makes concurrent inserts count each other
    requireRoom((await listPasskeys(trx, viewer.id)).length);
    const created = await insertPasskey(trx, passkey);
    if (!created) throw new Failure('already-done', '这把通行密钥已经添加过了');
    const text = `你的账号刚刚添加了通行密钥「${name}」，以后用它就能登录。`;
    await alertMember(trx, viewer.id, { title: '添加了一把通行密钥', text, link: '/user' });
    return toPasskey(created);
  });
}

async function verify({ siteUrl }: Deps, expectedChallenge: string, response: WebAuthn) {
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
    // a malformed response is no passkey for this site
  }
  throw new Failure('invalid-input', '没有认出这把通行密钥，请重新添加', 'response');
}

/** Transports are passed back so that browsers find the authenticator faster. */
function knownTransports(reported: unknown) {
  return Array.isArray(reported) ? transports.filter((one) => reported.includes(one)) : [];
}

function requireRoom(count: number) {
  if (count >= mostPerMember) throw new Failure('not-allowed', `通行密钥最多 ${mostPerMember} 把，请先删除不用的`);
}

function creationOf({ id }: Viewer) {
  return `passkey-creation:${id}`;
}

export async function listOwnPasskeys(db: Db, viewer: Viewer): Promise<Passkey[]> {
  return (await listPasskeys(db, viewer.id)).map(toPasskey);
}

export async function renamePasskey(db: Db, viewer: Viewer, { id, name }: { id: number; name: string }) {
  if ((await queries.updateName(db, viewer.id, id, name)) === 0) throw notThere();
}

/** @throws Failure not-found for one that is not the viewer's, not-allowed for their last way to log in that they may use. */
export async function removePasskey(db: Db, viewer: Viewer, id: number) {
  await db.transaction().execute(async (trx) => {
    if ((await queries.deletePasskey(trx, viewer.id, id)) === 0) throw notThere();
    await requireWayIn(trx, viewer.id);
    await requirePasskeyLeft(trx, viewer);
  });
}

function toPasskey({ id, name, createdAt, usedAt }: Selectable<Schema['passkeys']>): Passkey {
  return { id, name, createdAt: isoTime(createdAt), usedAt: usedAt === null ? null : isoTime(usedAt) };
}

function notThere() {
  return new Failure('not-found', '没有这把通行密钥', 'id');
}

export const challengeSeconds = 300;

/** Issues random bytes to be signed once within five minutes. `purpose` binds them to a use and a member. */
export async function issueChallenge(db: Db, purpose: string, userId?: number) {
  const secret = await issueTicket(db, kindOf(purpose), {}, { userId });
  return new Uint8Array(Buffer.from(secret, 'base64url'));
}

/**
 * Consumes the challenge a response answers and returns it, in base64url.
 * @throws Failure invalid-input for one that was not issued for this purpose, is used or has expired.
 */
export async function takeChallenge(db: Db, purpose: string, response: WebAuthn) {
  const challenge = challengeIn(response);
  if (challenge === undefined || !(await takeTicket(db, kindOf(purpose), challenge)))
    throw new Failure('invalid-input', '这次验证已过期，请重试', 'response');
  return challenge;
}

function kindOf(purpose: string) {
  return { name: purpose, seconds: challengeSeconds };
}

function challengeIn({ response }: WebAuthn): string | undefined {
  try {
    const { clientDataJSON } = response as { clientDataJSON: string };
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON form of a WebAuthn result, unverified. */
export type WebAuthn = Record<string, unknown>;

/** Host and origin passkeys are bound to. */
export function relyingParty(siteUrl: string) {
  const { hostname, origin } = new URL(siteUrl);
  return { id: hostname, origin };
}

/** Stable bytes without personal data. */
function userHandle(userId: number) {
  return new Uint8Array(Buffer.from(`member-${userId}`));
}

function handleText(userId: number) {
  return Buffer.from(userHandle(userId)).toString('base64url');
}

/**
 * True unless the authenticator names another user handle than the stored one. A passkey older than stored handles accepts
 * any member's, since a merge may have changed its id: the signature is proof enough.
 */
export function matchesHandle(handle: unknown, stored: string) {
  if (handle === undefined || handle === null || handle === stored) return true;
  return (
    stored === '' && typeof handle === 'string' && /^member-\d+$/.test(Buffer.from(handle, 'base64url').toString())
  );
}

/** Base64url of up to 1023 bytes. Source: WebAuthn, section 4. */
export function isCredentialId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,1364}$/.test(id);
}
