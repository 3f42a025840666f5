import type { Trx } from '../../platform/db/schema.ts';

/** One that is not gone yet. Behind the chat's number, so of two at once the second finds nothing. */
export function findStanding(trx: Trx, id: number) {
  return trx
    .selectFrom('chatMessages')
    .select(['senderId', 'picture'])
    .where('id', '=', id)
    .where('state', 'in', ['shown', 'held'])
    .executeTakeFirst();
}

export async function empty(trx: Trx, id: number, change: { state: 'withdrawn' | 'removed'; seq: number }) {
  await trx
    .updateTable('chatMessages')
    .set({ text: '', picture: '', quoteId: null, place: '', reasons: '[]', ...change })
    .where('id', '=', id)
    .execute();
}

export async function deleteCalls(trx: Trx, messageId: number) {
  await trx.deleteFrom('chatCalls').where('messageId', '=', messageId).execute();
}
