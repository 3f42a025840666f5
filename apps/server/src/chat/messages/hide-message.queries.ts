import type { Trx } from '../../platform/db/schema.ts';

export async function insertHidden(trx: Trx, userId: number, messageId: number) {
  await trx
    .insertInto('chatHidden')
    .values({ userId, messageId })
    .onConflict((known) => known.columns(['userId', 'messageId']).doNothing())
    .execute();
}
