import { type SqlBool, sql } from 'kysely';
import { isFromHeard } from '../blocks/blocked.ts';
import type { Db, Trx } from '../db/schema.ts';

/** What was said, with who said it, where this member is in the room and it is there for them to read. */
function selectReadable(db: Db | Trx, userId: number) {
  return db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .innerJoin('users', 'users.id', 'chatMessages.senderId')
    .leftJoin('roomMembers as own', (join) => join.onRef('own.roomId', '=', 'rooms.id').on('own.userId', '=', userId))
    .leftJoin('chatHidden', (join) =>
      join.onRef('chatHidden.messageId', '=', 'chatMessages.id').on('chatHidden.userId', '=', userId),
    )
    .where(({ or, eb }) => or([eb('rooms.kind', '=', 'group'), eb('own.userId', 'is not', null)]))
    .where(sql<SqlBool>`"chatMessages".id > coalesce(own."clearedId", 0)`)
    .where('chatHidden.userId', 'is', null)
    .where('chatMessages.state', '=', 'shown');
}

/** The one to report. */
export function findReadable(db: Db | Trx, userId: number, id: number) {
  return selectReadable(db, userId)
    .select(['chatMessages.id', 'chatMessages.roomId', 'senderId', 'kind', 'text', 'picture'])
    .where('chatMessages.id', '=', id)
    .executeTakeFirst();
}

/** What stands around it in its room, as this member sees it, in order. The one itself is among them. */
export async function listAround(
  trx: Trx,
  userId: number,
  { id, roomId }: { id: number; roomId: number },
  each: number,
) {
  const rows = selectReadable(trx, userId)
    .where('chatMessages.roomId', '=', roomId)
    .where(({ or, eb }) => or([eb('rooms.kind', '=', 'private'), isFromHeard(userId)]))
    .select(['chatMessages.id', 'senderId', 'users.nickname', 'text', 'picture', 'chatMessages.createdAt'])
    .limit(each);
  const before = await rows.where('chatMessages.id', '<', id).orderBy('chatMessages.id', 'desc').execute();
  const from = await rows
    .where('chatMessages.id', '>=', id)
    .orderBy('chatMessages.id')
    .limit(each + 1)
    .execute();
  return [...before.reverse(), ...from];
}
