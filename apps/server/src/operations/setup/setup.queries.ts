import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { readValue } from '../../platform/db/stored-values.ts';

/** Names of the stored values: the hash of the one-time token, and how far the set-up is. */
export const tokenValue = 'setupToken';
export const markValue = 'setup';

/** Checks several rows, so that the loss of one does not reopen the set-up. */
export async function isClaimed(db: Db) {
  const [mark, owner, act] = await Promise.all([
    readValue(db, markValue),
    db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'owner')
      .where((eb) => eb.or([eb('passwordHash', 'is not', null), eb('email', 'is not', null)]))
      .executeTakeFirst(),
    db.selectFrom('auditLog').select('id').limit(1).executeTakeFirst(),
  ]);
  return mark !== undefined || owner !== undefined || act !== undefined;
}

export async function isTaken(db: Db, email: string) {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** When the oldest listed article was published, the samples aside. */
export async function findOldestPublished(db: Db) {
  const samples = db.selectFrom('sampleRows').select('rowId').where('kind', '=', 'articles');
  const row = await db
    .selectFrom('articles')
    .select('publishedAt')
    .where(listed)
    .where('id', 'not in', samples)
    .orderBy('publishedAt')
    .limit(1)
    .executeTakeFirst();
  return row?.publishedAt ?? undefined;
}
