import type { Db } from '../../platform/db/schema.ts';

type Merged = { name: string; into: string };

/** Accounts that became part of another, by subject: what they were called, and which one lives on. */
export async function listMerged(db: Db): Promise<Map<string, Merged>> {
  const rows = await db
    .selectFrom('auditLog')
    .select(['subject', 'before'])
    .where('act', '=', 'users.merge')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const merged = new Map<string, Merged>();
  for (const { subject, before } of rows) {
    const { nickname, number } = JSON.parse(before) as { nickname: string; number: number };
    // the later ones are known: who was merged into one that was merged itself lives on there
    merged.set(`user:${number}`, { name: nickname, into: merged.get(subject)?.into ?? subject });
  }
  return merged;
}
