import { Failure } from '@mojian/contract/failures';
import type { Db } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { countTry, forgetTries } from '../limits/limits.ts';
import { requireFreshSession } from '../sessions/sessions.ts';
import { findById } from './accounts.queries.ts';
import { matchesHash } from './slow-hash.ts';

const guesses = { most: 10, seconds: 600 };

/**
 * Makes sure that the member themselves is there, and not somebody at a screen they left: by their password, or, without
 * one, by a session just begun. Returns their account.
 * @param field the input the password came in, for the refusal.
 * @throws Failure wrong-login, too-many-requests after ten wrong ones, or not-allowed for an old session.
 */
export async function requirePresence(db: Db, viewer: Viewer, password: string, field: string) {
  const user = await findById(db, viewer.id);
  if (!user) throw new Failure('signed-out');
  if (user.passwordHash === null) requireFreshSession(viewer);
  else await requirePassword(db, { id: user.id, hash: user.passwordHash }, password, field);
  return user;
}

async function requirePassword(db: Db, { id, hash }: { id: number; hash: string }, password: string, field: string) {
  if (password === '') throw new Failure('invalid-input', '请输入现在的密码', field);
  const name = `presence:${id}`;
  await countTry(db, name, guesses);
  if (!(await matchesHash(hash, password))) throw new Failure('wrong-login', '现在的密码不对', field);
  await forgetTries(db, name);
}
