import type { Trx } from '../../platform/db/schema.ts';

/** Counter of each seal. */
export const counterOf = { like: 'likes', laugh: 'laughs', recall: 'recalls', hug: 'hugs' } as const;

type Counter = 'comments' | (typeof counterOf)[keyof typeof counterOf];

/** Increments in the database, so that concurrent changes add up. Undefined when the say is gone. */
export async function addToSay(trx: Trx, id: number, counter: Counter, change: number) {
  const row = await trx
    .updateTable('says')
    .set((say) => ({ [counter]: say(counter, '+', change) }))
    .where('id', '=', id)
    .returning(counter)
    .executeTakeFirst();
  return (row as Record<Counter, number> | undefined)?.[counter];
}
