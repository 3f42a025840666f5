import { Failure } from '@mojian/contract/failures';
import type { Db } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import { countTry, forgetTries } from '../limits/limits.ts';
import { requireFreshSession } from '../sessions/sessions.ts';
import { findById } from './accounts.queries.ts';
import { matchesHash } from './slow-hash.ts';

const guesses = { most: 10, seconds: 600 };

/**
 * Asks for the password again, so that neither a stolen token nor a screen left open is enough. A member without one needs
 * a session just begun. Returns their account.
 * @param field the input the password came in, for the refusal.
 * @throws Failure wrong-login, too-many-requests after ten wrong ones, or not-allowed for an old session.
 */
export async function confirmPassword(db: Db, viewer: Viewer, password: string, field = 'password') {
  const user = await findById(db, viewer.id);
  if (!user) throw new Failure('signed-out');
  if (user.passwordHash === null) requireFreshSession(viewer);
  else await comparePassword(db, { id: user.id, hash: user.passwordHash }, password, field);
  return user;
}

async function comparePassword(db: Db, { id, hash }: { id: number; hash: string }, password: string, field: string) {
  if (password === '') throw new Failure('invalid-input', '请输入现在的密码', field);
  const name = `password:${id}`;
  await countTry(db, name, guesses);
  if (!(await matchesHash(hash, password))) throw new Failure('wrong-login', '现在的密码不对', field);
  await forgetTries(db, name);
}
