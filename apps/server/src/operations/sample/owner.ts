import { nicknameKey } from '../../core/identity/nickname-key.ts';
import type { Db } from '../../platform/db/schema.ts';

type Person = { nickname: string; intro: string };

/** Placeholder name of the owner. */
export const nobody: Person = { nickname: '站长', intro: '' };

/** Finds or creates the owner's account. */
export async function ensureOwner(db: Db, person = nobody) {
  const owner = await db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where('role', '=', 'owner')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (owner) return owner;
  return db
    .insertInto('users')
    .values({
      ...named(person),
      role: 'owner',
      email: null,
      passwordHash: null,
      createdAt: Date.now(),
    })
    .returning(['id', 'nickname'])
    .executeTakeFirstOrThrow();
}

export function named(person: Person) {
  return { ...person, nicknameKey: nicknameKey(person.nickname) };
}
