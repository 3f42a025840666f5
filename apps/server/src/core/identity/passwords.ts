import { Failure } from '@mojian/contract/platform/failures';
import { minuteLength } from '@mojian/contract/platform/time';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { fewAtOnce } from '../../platform/limits/concurrency.ts';
import { countTry, forgetTries } from '../../platform/limits/limits.ts';
import { issueTicket, isTicketGood } from '../../platform/tickets/tickets.ts';
import { findAccount } from './accounts.ts';
import { lockMember } from './user-rows.ts';

const guesses = { most: 10, seconds: 600 };
const confirmedKind = { name: 'confirmed-session', seconds: 600 };
/** Time after login in which a member without a password may do what otherwise requires one. */
const freshFor = 10 * minuteLength;

/**
 * Asks for the password again, so that neither a stolen token nor a screen left open is enough. A member without one needs
 * a session just begun. Returns their account.
 * @param field the input the password came in, for the refusal.
 * @throws Failure wrong-login, too-many-requests after ten wrong ones, or not-allowed for an old session.
 */
export async function confirmPassword(db: Db, viewer: Viewer, password: string, field = 'password') {
  const user = await findAccount(db, viewer.id);
  if (!user) throw new Failure('signed-out');
  if (user.passwordHash === null) requireFreshSession(viewer);
  else await comparePassword(db, { id: user.id, hash: user.passwordHash }, password, field);
  return user;
}

/**
 * Refuses a session that ended since the password was compared, as when somebody else changed it; see `hasOpenSession`.
 * @throws Failure signed-out
 */
export async function requireOpenSession(trx: Trx, viewer: Viewer) {
  if (!(await hasOpenSession(trx, viewer))) throw new Failure('signed-out');
}

/** Tells whether a session goes on, and locks the member's row: concurrent changes see each other. */
export async function hasOpenSession(trx: Trx, { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>) {
  await lockMember(trx, id);
  const open = trx.selectFrom('sessions').select('id').where('id', '=', sessionId).where('userId', '=', id);
  return (await open.executeTakeFirst()) !== undefined;
}

/**
 * Checks the password and remembers for ten minutes that this session gave it: see `requireConfirmed`.
 * @throws Failure as `confirmPassword`
 */
export async function confirmSession(db: Db, viewer: Viewer, password: string) {
  await confirmPassword(db, viewer, password);
  await rememberConfirmed(db, viewer);
}

/** Counts a session as confirmed whose member has just chosen the password. */
export async function rememberConfirmed(db: Db, viewer: Viewer) {
  await issueTicket(db, confirmedKind, {}, { secret: secretOf(viewer), userId: viewer.id });
}

/**
 * Refuses what adds a way in or takes data out, unless this session gave the password within the last ten minutes: a
 * stolen token alone does neither.
 * @throws Failure password-needed, or not-allowed for an old session of a member without a password.
 */
export async function requireConfirmed(db: Db, viewer: Viewer) {
  const user = await findAccount(db, viewer.id);
  if (!user) throw new Failure('signed-out');
  if (user.passwordHash === null) requireFreshSession(viewer);
  else if (!(await isTicketGood(db, confirmedKind, secretOf(viewer))))
    throw new Failure('password-needed', undefined, 'password');
}

/** Refuses a session older than ten minutes: a fresh login replaces the password of a member without one. */
export function requireFreshSession(viewer: Viewer) {
  if (!isFreshSession(viewer)) throw new Failure('not-allowed', '为了账号安全，请退出后重新登录，再来做这件事');
}

/** Whether the login was within ten minutes. One from the future means that the clock was set back: its age is unknown. */
export function isFreshSession({ signedInAt }: Pick<Viewer, 'signedInAt'>) {
  const age = Date.now() - signedInAt;
  return age <= freshFor && age >= -minuteLength;
}

/** Ids of sessions recur after a restore, start times do not. */
function secretOf({ id, sessionId, signedInAt }: Viewer) {
  return `${id}.${sessionId}.${signedInAt}`;
}

async function comparePassword(db: Db, { id, hash }: { id: number; hash: string }, password: string, field: string) {
  if (password === '') throw new Failure('invalid-input', '请输入现在的密码', field);
  const name = `password:${id}`;
  await countTry(db, name, guesses);
  if (!(await matchesHash(hash, password))) throw new Failure('wrong-login', '现在的密码不对', field);
  await forgetTries(db, name);
}

/** argon2id with 19 MiB, two passes, one lane: OWASP's minimum. Weaker hashes are renewed at login. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const argon2id = 2;

/** Each takes a core and its memory: a flood of logins must leave some for readers. */
const inTurn = fewAtOnce(2, 50);

/** Hashes a password or typed code. @throws Failure too-many-requests when the queue is full */
export async function slowHash(secret: string) {
  const { hash } = await import('@node-rs/argon2');
  return inTurn(() => hash(secret, strength));
}

/**
 * Compares a secret with its hash. Without a hash it is false after the same time, so that timing does not reveal who
 * has a password. @throws as `slowHash`
 */
export async function matchesHash(hash: string | null, secret: string) {
  const { verify } = await import('@node-rs/argon2');
  const decoy = await nobodysHash();
  const isSame = await inTurn(() => verify(hash ?? decoy, secret));
  return hash !== null && isSame;
}

/** Whether a hash is weaker than new ones. */
export async function isOutdated(hash: string) {
  const { parseOptions } = await import('@node-rs/argon2');
  const { algorithm, memoryCost, timeCost } = parseOptions(hash);
  return algorithm !== argon2id || memoryCost < strength.memoryCost || timeCost < strength.timeCost;
}

let made: Promise<string> | undefined;

/** Created by the first comparison of any kind, so that its cost reveals nothing. */
function nobodysHash() {
  made ??= slowHash('nobody has this password').catch((error) => {
    made = undefined;
    throw error;
  });
  return made;
}
