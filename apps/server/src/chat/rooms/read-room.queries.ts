import type { Db } from '../../platform/db/schema.ts';

export async function hasMessage(db: Db, roomId: number, id: number) {
  const found = db.selectFrom('chatMessages').select('id').where('id', '=', id).where('roomId', '=', roomId);
  return (await found.executeTakeFirst()) !== undefined;
}

/** False when as much was read before. In the group a member's row begins with their first reading. */
export async function raiseRead(db: Db, roomId: number, userId: number, readId: number) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('roomMembers')
    .values({ roomId, userId, readId, listed: 1 })
    .onConflict((known) =>
      known.columns(['roomId', 'userId']).doUpdateSet({ readId }).where('roomMembers.readId', '<', readId),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}
