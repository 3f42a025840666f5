import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Row } from './chat.queries.ts';
import type { ChatKind } from './group-mode.ts';
import { isVisible } from './visible.ts';

export type Found = Row;

/** A member's private rooms, and the group where they may read along. */
export async function listRoomIds(db: Db, memberId: number, kinds: ChatKind[]) {
  const own = db
    .selectFrom('roomMembers')
    .innerJoin('rooms', 'rooms.id', 'roomMembers.roomId')
    .select('rooms.id')
    .where('roomMembers.userId', '=', memberId)
    .where('rooms.kind', '=', 'private');
  const group = db.selectFrom('rooms').select('id').where('kind', '=', 'group');
  const asked = kinds.map((kind) => (kind === 'group' ? group : own).execute());
  return (await Promise.all(asked)).flat().map(({ id }) => id);
}

/** Of some messages in a member's rooms those they see, the newest first. */
export function listVisible(db: Db, viewer: Viewer, ids: number[]): Promise<Found[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('chatMessages')
    .leftJoin('roomMembers as mine', (join) =>
      join.onRef('mine.roomId', '=', 'chatMessages.roomId').on('mine.userId', '=', viewer.id),
    )
    .selectAll('chatMessages')
    .where('chatMessages.id', 'in', ids)
    .where('chatMessages.state', '=', 'shown')
    .where(isVisible(viewer))
    .where(sql<SqlBool>`"chatMessages".id > coalesce(mine."clearedId", 0)`)
    .orderBy('chatMessages.id', 'desc')
    .execute();
}
