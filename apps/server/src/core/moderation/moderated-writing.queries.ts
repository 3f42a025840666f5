import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

type Moderated = { table: string; isThere: RawBuilder<SqlBool> };
type Change = { id: number; state: 'shown' | 'held'; reasons: string[] };

/** Returns the changed row; nothing when the text was not in the other state, so only one of two concurrent acts succeeds. */
export async function setState<Row>(trx: Trx, { table, isThere }: Moderated, { id, state, reasons }: Change) {
  const { rows } = await sql<Row>`update ${sql.table(table)} set state = ${state}, reasons = ${JSON.stringify(reasons)}
    where id = ${id} and state = ${state === 'shown' ? 'held' : 'shown'} and ${isThere} returning *`.execute(trx);
  return rows[0];
}

/** The new count; nothing when the row is gone. */
export async function addLikes(trx: Trx, kind: 'comment' | 'say', id: number, change: number) {
  const row =
    kind === 'comment'
      ? await trx
          .updateTable('comments')
          .set((comment) => ({ likes: comment('likes', '+', change) }))
          .where('id', '=', id)
          .returning('likes')
          .executeTakeFirst()
      : await trx
          .updateTable('says')
          .set((say) => ({ likes: say('likes', '+', change) }))
          .where('id', '=', id)
          .returning('likes')
          .executeTakeFirst();
  return row?.likes;
}
