import { slowHash } from '../src/core/identity/passwords.ts';
import type { testSite } from './site.ts';

/** Gives one of the cast an e-mail and, unless it is null, a password. */
export async function giveAccount(
  { db }: Pick<Awaited<ReturnType<typeof testSite>>, 'db'>,
  { id }: { id: number },
  { email, password }: { email: string; password: string | null },
) {
  const passwordHash = password === null ? null : await slowHash(password);
  await db.updateTable('users').set({ email, passwordHash }).where('id', '=', id).execute();
}
