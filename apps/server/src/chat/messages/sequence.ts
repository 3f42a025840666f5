import type { Db, Trx } from '../../platform/db/schema.ts';

/**
 * The next number of the chat, which goes to a new message or to one that changes. It is the first thing a transaction
 * does: the row stays locked until the commit, so numbers become visible in their order, and whoever has heard up to one
 * finds whatever they lack above it. Numbers of messages (`id`) are handed out behind the same lock.
 */
export async function nextSeq(trx: Trx) {
  const { seq } = await trx
    .updateTable('chatSequence')
    .set(({ eb }) => ({ seq: eb('seq', '+', 1) }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

/** The newest number of the chat. What carries it, and all below, can be read by now. */
export async function currentSeq(db: Db) {
  return (await db.selectFrom('chatSequence').select('seq').executeTakeFirst())?.seq ?? 0;
}
