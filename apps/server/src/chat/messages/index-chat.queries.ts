import type { Db } from '../../platform/db/schema.ts';

/** What is shown and has words, in the order of its numbers. */
export function listShownAfter(db: Db, after: number, limit: number) {
  return db
    .selectFrom('chatMessages')
    .select(['id', 'roomId', 'text'])
    .where('id', '>', after)
    .where('state', '=', 'shown')
    .where('text', '<>', '')
    .orderBy('id')
    .limit(limit)
    .execute();
}
