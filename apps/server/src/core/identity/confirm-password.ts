import { Failure } from '@mojian/contract/platform/failures';
import { requireFreshSession } from '../../core/sessions/sessions.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { countTry, forgetTries } from '../../platform/limits/limits.ts';
import { issueTicket, isTicketGood } from '../../platform/tickets/tickets.ts';
import { findAccount } from './accounts.ts';
import { matchesHash } from './slow-hash.ts';

const guesses = { most: 10, seconds: 600 };
const confirmedKind = { name: 'confirmed-session', seconds: 600 };

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
 * Asks for the password and remembers for ten minutes that this session gave it: see requireConfirmed.
 * @throws Failure as confirmPassword.
 */
export async function confirmSession(db: Db, viewer: Viewer, password: string) {
  await confirmPassword(db, viewer, password);
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

/** Numbers of sessions are given again, their beginnings are not. */
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
