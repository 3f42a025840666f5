import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { secretHash } from '../../apps/server/src/platform/tickets/tickets.ts';

export const tokenPrefix = 'bench-token-';

/** The first ones may publish. */
export const writers = 20;

/** Token of the owner once `signInOwner` has run. */
export const ownerToken = `${tokenPrefix}owner`;

/** Logs the owner of a filled site in. */
export async function signInOwner(file: string) {
  const db = openDatabase(file);
  const now = Date.now();
  const { id } = await db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow();
  await db
    .insertInto('sessions')
    .values({
      userId: id,
      tokenHash: secretHash(ownerToken),
      way: 'password',
      device: '',
      place: '',
      createdAt: now,
      usedAt: now,
      expiresAt: now + 24 * 3_600_000,
    })
    .execute();
  await db.destroy();
}

/** Inserts members who are logged in, by `tokenPrefix` and their number; the first is the owner unless there is one, some may publish. */
export async function fillMembers(file: string, count: number, first: 'owner' | 'editor' = 'owner') {
  const db = openDatabase(file);
  const now = Date.now();
  const times = { createdAt: now, usedAt: now, expiresAt: now + 24 * 3_600_000 };
  const person = { email: null, passwordHash: null, createdAt: 0 } as const;
  for (let from = 0; from < count; from += 500) {
    const numbers = Array.from({ length: Math.min(500, count - from) }, (_, n) => from + n);
    const people = numbers.map((n) => ({
      ...person,
      role: n === 0 ? first : n < writers ? ('editor' as const) : ('member' as const),
      nickname: `听众${n}`,
      nicknameKey: `bench${n}`,
    }));
    const ids = await db.insertInto('users').values(people).returning('id').execute();
    const session = { way: 'password', device: '', place: '', ...times };
    const sessions = ids.map(({ id }, n) => ({
      ...session,
      userId: id,
      tokenHash: secretHash(`${tokenPrefix}${from + n}`),
    }));
    await db.insertInto('sessions').values(sessions).execute();
  }
  await db.destroy();
}
