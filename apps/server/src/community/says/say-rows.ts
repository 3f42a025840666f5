import type { Trx } from '../../platform/db/schema.ts';

/** Increments in the database, so that concurrent changes add up. Undefined when the say is gone. */
export async function addToSay(trx: Trx, id: number, counter: 'likes' | 'comments', change: number) {
  const row = await trx
    .updateTable('says')
    .set((say) => ({ [counter]: say(counter, '+', change) }))
    .where('id', '=', id)
    .returning(counter)
    .executeTakeFirst();
  return (row as Record<typeof counter, number> | undefined)?.[counter];
}
