import { type Selectable, type SqlBool, sql } from 'kysely';
import { countRows } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type ChatKind, isVisible } from './access.ts';

export type Row = Selectable<Schema['chatMessages']>;
export type QuotedRow = Row & Pick<Selectable<Schema['rooms']>, 'kind'>;

type Place = { viewer: Viewer | null; roomId: number; clearedId: number };
type Slice = Place & { from: number | undefined; limit: number; offset?: number | undefined };

/** Visible messages before one, or the newest; newest first. */
export function selectBefore(db: Db, { from, limit, offset = 0, ...place }: Slice) {
  return inRoom(db, place)
    .$if(from !== undefined, (all) => all.where('chatMessages.id', '<', from ?? 0))
    .orderBy('chatMessages.id', 'desc')
    .limit(limit)
    .offset(offset);
}

export function countVisible(db: Db, place: Place) {
  return countRows(db.selectFrom(inRoom(db, place).as('seen')));
}

/** Visible messages after one, oldest first. */
export function selectAfter(db: Db, { from = 0, limit, ...place }: Slice) {
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

/** Finds a message of this room that the viewer may see. */
export function findVisible(db: Db | Trx, { viewer, roomId, clearedId }: Place, id: number) {
  return inRoom(db as Db, { viewer, roomId, clearedId })
    .where('chatMessages.id', '=', id)
    .executeTakeFirst();
}

export function findMessage(db: Db | Trx, id: number): Promise<Row | undefined> {
  return db.selectFrom('chatMessages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Quoted messages and the kind of their room. */
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

export function listSenders(db: Db, ids: number[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('users').select(['id', 'nickname', 'avatar', 'role']).where('id', 'in', ids).execute();
}

/** Members mentioned in these messages. */
export function listCalls(db: Db, messageIds: number[]) {
  if (messageIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('chatCalls')
    .innerJoin('users', 'users.id', 'chatCalls.userId')
    .select(['chatCalls.messageId', 'users.id', 'users.nickname'])
    .where('chatCalls.messageId', 'in', messageIds)
    .execute();
}

/** New and changed messages above a sequence number, in order. A cross join keeps SQLite from beginning with the rooms. */
export function listChanged(db: Db, seq: number, limit: number) {
  return db
    .selectFrom('chatMessages')
    .crossJoin('rooms')
    .whereRef('rooms.id', '=', 'chatMessages.roomId')
    .selectAll('chatMessages')
    .select(['rooms.kind', 'rooms.pair'])
    .where('chatMessages.seq', '>', seq)
    .orderBy('chatMessages.seq')
    .limit(limit)
    .execute();
}

/** The member's rooms and the group, where something changed above a sequence number. */
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

/** The first new or changed messages of some rooms, in order, reading at most `limit` of each. */
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

export type Found = Row;

/** Ids of the member's private rooms and of the group, by kind. */
export async function listRoomIds(db: Db, memberId: number, kinds: ChatKind[]) {
  const own = db
    .selectFrom('roomMembers')
    .innerJoin('rooms', 'rooms.id', 'roomMembers.roomId')
    .select('rooms.id')
    .where('roomMembers.userId', '=', memberId)
    .where('rooms.kind', '=', 'private');
  const group = db.selectFrom('rooms').select('id').where('kind', '=', 'group');
  const queries = kinds.map((kind) => (kind === 'group' ? group : own).execute());
  return (await Promise.all(queries)).flat().map(({ id }) => id);
}

/** Filters messages by what the member sees, newest first. */
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

/** Shown messages with text, by id. */
export function listShownAfter(db: Db, after: number, limit: number) {
  return db
    .selectFrom('chatMessages')
    .select(['id', 'roomId', 'text'])
    .where('id', '>', after)
    .where('state', '=', 'shown')
    .where('text', '<>', '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Senders of this many newest messages count as speakers of the group. */
const newestMessages = 200;

export function listSpeakers(db: Db, memberId: number, key: string, limit: number) {
  const speakers = db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .select('chatMessages.senderId')
    .where('rooms.kind', '=', 'group')
    .where('chatMessages.state', '=', 'shown')
    .orderBy('chatMessages.id', 'desc')
    .limit(newestMessages);
  return byNickname(db, memberId, key, limit)
    .where('users.id', 'in', (eb) => eb.selectFrom(speakers.as('lately')).select('lately.senderId'))
    .execute();
}

export function listNamed(db: Db, memberId: number, key: string, limit: number) {
  return byNickname(db, memberId, key, limit).execute();
}

/** Members by nickname prefix, without oneself, those one blocked and the demo account. */
function byNickname(db: Db, memberId: number, key: string, limit: number) {
  return db
    .selectFrom('users')
    .select(['users.id', 'nickname', 'avatar', 'role'])
    .where('closesAt', 'is', null)
    .where('role', '<>', 'demo')
    .where('users.id', '<>', memberId)
    .where(
      sql<SqlBool>`not exists (select 1 from blocks where blocks."userId" = ${memberId} and blocks."blockedId" = users.id)`,
    )
    .where(sql<SqlBool>`substr("nicknameKey", 1, ${sql.lit(Array.from(key).length)}) = ${key}`)
    .orderBy('nickname')
    .limit(limit);
}
