import { type Selectable, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { ChatKind } from './group-mode.ts';
import { isVisible } from './visible.ts';

export type Row = Selectable<Schema['chatMessages']>;
export type QuotedRow = Row & Pick<Selectable<Schema['rooms']>, 'kind'>;

type Place = { viewer: Viewer | null; roomId: number; clearedId: number };
type Stretch = Place & { from: number | undefined; limit: number; offset?: number | undefined };

/** What was said before a message, or last of all; the newest first. */
export function selectBefore(db: Db, { from, limit, offset = 0, ...place }: Stretch) {
  return inRoom(db, place)
    .$if(from !== undefined, (all) => all.where('chatMessages.id', '<', from ?? 0))
    .orderBy('chatMessages.id', 'desc')
    .limit(limit)
    .offset(offset);
}

/** How much of what was said in the room the viewer sees. */
export async function countVisible(db: Db, place: Place) {
  const { total } = await db
    .selectFrom(inRoom(db, place).as('seen'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** What was said after a message; the oldest first. */
export function selectAfter(db: Db, { from = 0, limit, ...place }: Stretch) {
  return inRoom(db, place).where('chatMessages.id', '>', from).orderBy('chatMessages.id').limit(limit);
}

function inRoom(db: Db, { viewer, roomId, clearedId }: Place) {
  return db
    .selectFrom('chatMessages')
    .selectAll()
    .where('chatMessages.roomId', '=', roomId)
    .$if(clearedId > 0, (all) => all.where('chatMessages.id', '>', clearedId))
    .where(isVisible(viewer));
}

/** One that the viewer may see in this room. */
export function findVisible(db: Db | Trx, { viewer, roomId, clearedId }: Place, id: number) {
  return inRoom(db as Db, { viewer, roomId, clearedId })
    .where('chatMessages.id', '=', id)
    .executeTakeFirst();
}

export function findMessage(db: Db | Trx, id: number): Promise<Row | undefined> {
  return db.selectFrom('chatMessages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What others answer, and in what kind of room it was said. */
export function listQuoted(db: Db, ids: number[]): Promise<QuotedRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .selectAll('chatMessages')
    .select('rooms.kind')
    .where('chatMessages.id', 'in', ids)
    .execute();
}

export function listPeople(db: Db, ids: number[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('users').select(['id', 'nickname', 'avatar', 'role']).where('id', 'in', ids).execute();
}

/** Whom some messages call by name. */
export function listCalled(db: Db, messageIds: number[]) {
  if (messageIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('chatCalls')
    .innerJoin('users', 'users.id', 'chatCalls.userId')
    .select(['chatCalls.messageId', 'users.id', 'users.nickname'])
    .where('chatCalls.messageId', 'in', messageIds)
    .execute();
}

/** Everything new or changed after a number, in order. */
export function listChanged(db: Db, seq: number, limit: number) {
  return db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .selectAll('chatMessages')
    .select(['rooms.kind', 'rooms.pair'])
    .where('chatMessages.seq', '>', seq)
    .orderBy('chatMessages.seq')
    .limit(limit)
    .execute();
}

/** Rooms of a member, and the group, in which something is new or changed after a number. */
export function listChangedRooms(db: Db, memberId: number, seq: number, kinds: ChatKind[]) {
  return db
    .selectFrom('rooms')
    .leftJoin('roomMembers as mine', (join) =>
      join.onRef('mine.roomId', '=', 'rooms.id').on('mine.userId', '=', memberId),
    )
    .select(['rooms.id', ({ fn, val }) => fn.coalesce('mine.clearedId', val(0)).as('clearedId')])
    .where('rooms.kind', 'in', kinds)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('rooms.kind', '=', 'group'),
        eb('rooms.id', 'in', selectFrom('roomMembers').select('roomId').where('userId', '=', memberId)),
      ]),
    )
    .where(
      sql<boolean>`exists (select 1 from "chatMessages" where "chatMessages"."roomId" = rooms.id
        and "chatMessages".seq > ${seq})`,
    )
    .execute();
}

type Since = { viewer: Viewer; seq: number; limit: number };

/** The first that are new or changed in some rooms, in order. Of each room no more are looked at than can be among them. */
export function listChangedIn(db: Db, rooms: { id: number; clearedId: number }[], { viewer, seq, limit }: Since) {
  const [first, ...others] = rooms.map(({ id, clearedId }) =>
    db
      .selectFrom(
        inRoom(db, { viewer, roomId: id, clearedId })
          .where('chatMessages.seq', '>', seq)
          .orderBy('chatMessages.seq')
          .limit(limit)
          .as('chatMessages'),
      )
      .selectAll(),
  );
  if (!first) return Promise.resolve([]);
  const all = others.reduce((some, one) => some.unionAll(one), first).as('all');
  return db.selectFrom(all).selectAll().orderBy('seq').limit(limit).execute();
}
