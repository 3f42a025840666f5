import { type SqlBool, sql } from 'kysely';
import { isVisible } from '../../chat/messages/access.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export type ChatRoom = Awaited<ReturnType<typeof listRoomsOfMember>>[number];
type Said = { viewer: Viewer; room: { id: number; clearedId: number } };

/** The group first, then private rooms with the other member. */
export function listRoomsOfMember(db: Db, userId: number) {
  return db
    .selectFrom('roomMembers as own')
    .innerJoin('rooms', 'rooms.id', 'own.roomId')
    .leftJoin('roomMembers as theirs', (join) =>
      join.onRef('theirs.roomId', '=', 'rooms.id').on('theirs.userId', '<>', userId).on('rooms.kind', '=', 'private'),
    )
    .leftJoin('users', 'users.id', 'theirs.userId')
    .select(['rooms.id', 'rooms.kind', 'own.clearedId', 'users.id as peerId', 'users.nickname as peer'])
    .where('own.userId', '=', userId)
    .orderBy('rooms.id')
    .execute();
}

function selectSaid(db: Db, { viewer, room }: Said) {
  return db
    .selectFrom('chatMessages')
    .where('chatMessages.roomId', '=', room.id)
    .where('chatMessages.id', '>', room.clearedId)
    .where(sql<SqlBool>`"chatMessages".state in ('shown', 'held')`)
    .where(isVisible(viewer));
}

export async function countSaid(db: Db, said: Said, most: number) {
  const some = selectSaid(db, said).select('chatMessages.id').limit(most);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Id before the newest `most` messages. */
export async function findStart(db: Db, said: Said, most: number) {
  const rows = selectSaid(db, said).select('chatMessages.id').orderBy('chatMessages.id', 'desc');
  return (await rows.offset(most).limit(1).executeTakeFirst())?.id ?? 0;
}

/** Messages after an id as the member sees them, without removed ones. */
export function listSaid(db: Db, { after, limit, ...said }: Said & { after: number; limit: number }) {
  return selectSaid(db, said)
    .innerJoin('users', 'users.id', 'chatMessages.senderId')
    .select([
      'chatMessages.id',
      'senderId',
      'users.nickname as sender',
      'text',
      'picture',
      'quoteId',
      'state',
      'chatMessages.place',
      'chatMessages.createdAt',
    ])
    .where('chatMessages.id', '>', after)
    .orderBy('chatMessages.id')
    .limit(limit)
    .execute();
}
