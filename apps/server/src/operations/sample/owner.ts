import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { insertUser } from '../../core/identity/user-rows.ts';
import type { Db } from '../../platform/db/schema.ts';

type Person = { nickname: string; intro: string };

/** Placeholder name of the owner. */
export const nobody: Person = { nickname: '站长', intro: '' };

/** Finds or creates the owner's account. */
export async function ensureOwner(db: Db, person = nobody) {
  const known = await db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where('role', '=', 'owner')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (known) return known;
  const owner = { ...named(person), role: 'owner' as const, email: null, passwordHash: null, createdAt: Date.now() };
  return { id: await insertUser(db, owner), nickname: owner.nickname };
}

export function named(person: Person) {
  return { ...person, nicknameKey: nicknameKey(person.nickname) };
}
