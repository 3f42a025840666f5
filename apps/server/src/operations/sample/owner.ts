import { nicknameKey } from '../../core/identity/nickname-key.ts';
import type { Db } from '../../platform/db/schema.ts';

type Person = { nickname: string; intro: string };

/** What the owner is called until they say so. */
export const nobody: Person = { nickname: '站长', intro: '' };

/** The person whose site this is. Until someone logs in and changes it, only a name. */
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

/** A person as their row keeps them. */
export function named(person: Person) {
  return { ...person, nicknameKey: nicknameKey(person.nickname) };
}
