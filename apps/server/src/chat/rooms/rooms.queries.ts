import { type SqlBool, sql } from 'kysely';
import { compiledOnce } from '../../platform/db/compiled.ts';
import { countRows } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isNewTo, isVisible } from '../messages/access.ts';

type RoomKey = { id?: number | undefined; pair?: string | undefined };

/** The group, or a private room of this member. */
export async function selectRoom(db: Db, memberId: number, { id, pair = '' }: RoomKey) {
  return (id === undefined ? await roomByPair(db, { memberId, pair }) : await roomById(db, { memberId, id })).at(0);
}

const roomById = compiledOnce((db, { memberId, id }: { memberId: number; id: number }) =>
  roomsOf(db, memberId).where('rooms.id', '=', id),
);
const roomByPair = compiledOnce((db, { memberId, pair }: { memberId: number; pair: string }) =>
  roomsOf(db, memberId).where('rooms.pair', '=', pair),
);

function roomsOf(db: Db, memberId: number) {
  return db
    .selectFrom('rooms')
    .leftJoin('roomMembers as mine', (join) =>
      join.onRef('mine.roomId', '=', 'rooms.id').on('mine.userId', '=', memberId),
    )
    .select(({ fn, val }) => [
      'rooms.id',
      'rooms.kind',
      'rooms.pair',
      'rooms.askedBy',
      'rooms.lastId',
      fn.coalesce('mine.readId', val(0)).as('readId'),
      fn.coalesce('mine.clearedId', val(0)).as('clearedId'),
    ])
    .where(sql<SqlBool>`(rooms.kind = 'group' or mine."userId" is not null)`);
}

export function findGroup(db: Db | Trx) {
  return db.selectFrom('rooms').select(['id', 'lastId']).where('kind', '=', 'group').executeTakeFirstOrThrow();
}

/** Newest messages examined when counting unread ones. */
const unreadWindow = 500;
/** Counts stop here. */
const mostUnread = 100;

/** Unread messages of `rooms` for its member `mine`. */
function unread(memberId: number, readId = sql`mine."readId"`) {
  return sql<number>`(select count(*) from (select 1 from (
      select id, state, "senderId", "roomId" from "chatMessages" as newest
      where newest."roomId" = rooms.id and newest.id > ${readId} order by newest.id desc limit ${sql.lit(unreadWindow)}
    ) as "chatMessages" where ${isNewTo(memberId)} limit ${sql.lit(mostUnread)}) as new)`;
}

/** Newest message of a room that a member sees. */
function lastSeen(viewer: Viewer, clearedId = sql`mine."clearedId"`) {
  return sql<number | null>`(select id from "chatMessages" where "chatMessages"."roomId" = rooms.id
    and "chatMessages".id > ${clearedId} and ${isVisible(viewer)} order by id desc limit 1)`;
}

function isBlockedByPeer(memberId: number) {
  return sql<SqlBool>`exists (select 1 from blocks where blocks."userId" = peer.id and blocks."blockedId" = ${memberId})`;
}

/** The member's listed private rooms, or one room, with peer and unread count. */
export function selectPrivate(db: Db | Trx, viewer: Viewer, id?: number) {
  return db
    .selectFrom('roomMembers as mine')
    .innerJoin('rooms', 'rooms.id', 'mine.roomId')
    .innerJoin('roomMembers as theirs', (join) =>
      join.onRef('theirs.roomId', '=', 'rooms.id').on('theirs.userId', '<>', viewer.id),
    )
    .innerJoin('users as peer', 'peer.id', 'theirs.userId')
    .select([
      'rooms.id',
      'rooms.askedBy',
      'rooms.createdAt',
      'mine.readId',
      'mine.muted',
      'theirs.readId as peerReadId',
      'peer.id as peerId',
      'peer.nickname',
      'peer.avatar',
      'peer.role',
      'peer.showsRead',
      'peer.showsPresence',
      unread(viewer.id).as('unread'),
      lastSeen(viewer).as('lastSeen'),
      isBlockedByPeer(viewer.id).as('isShut'),
    ])
    .where('mine.userId', '=', viewer.id)
    .where('rooms.kind', '=', 'private')
    .$if(id === undefined, (all) => all.where('mine.listed', '=', 1))
    .$if(id !== undefined, (all) => all.where('rooms.id', '=', id ?? 0));
}

/** Last message of the group `rooms` from before a member of `users` registered. */
export const readBefore = sql<number | null>`(select id from "chatMessages" where "roomId" = rooms.id
  and "createdAt" < users."createdAt" order by "createdAt" desc limit 1)`;

/** The group as a member sees it. Messages from before they registered count as read. */
export function findGroupOf(db: Db, viewer: Viewer) {
  const readId = sql<number>`coalesce(mine."readId", ${readBefore}, 0)`;
  return db
    .selectFrom('rooms')
    .innerJoin('users', (join) => join.on('users.id', '=', viewer.id))
    .leftJoin('roomMembers as mine', (join) =>
      join.onRef('mine.roomId', '=', 'rooms.id').on('mine.userId', '=', viewer.id),
    )
    .select([
      'rooms.id',
      'mine.muted',
      readId.as('readId'),
      unread(viewer.id, readId).as('unread'),
      lastSeen(viewer, sql`0`).as('lastSeen'),
    ])
    .where('rooms.kind', '=', 'group')
    .executeTakeFirstOrThrow();
}

/** Counts everybody in an index, and subtracts the few closed accounts, which no index of everybody tells. */
export async function countMembers(db: Db) {
  const everybody = () => db.selectFrom('users').where('isGuest', '=', 0);
  const [all, closed] = await Promise.all([
    countRows(everybody()),
    countRows(everybody().where('closesAt', 'is not', null)),
  ]);
  return all - closed;
}

/** Unread messages of the group that mention the member. */
export function countCalls(db: Db, memberId: number, { id, readId }: { id: number; readId: number }) {
  const some = db
    .selectFrom('chatCalls')
    .crossJoin('chatMessages') // fixes the join order, also before the tables were analysed
    .select('chatCalls.messageId')
    .whereRef('chatMessages.id', '=', 'chatCalls.messageId')
    .where('chatCalls.userId', '=', memberId)
    .where('chatCalls.messageId', '>', readId)
    .where('chatMessages.roomId', '=', id)
    .where(isNewTo(memberId))
    .limit(mostUnread);
  return countRows(db.selectFrom(some.as('calls')));
}

/** Unread messages in private rooms that are not muted. */
export async function countPrivateUnread(db: Db, memberId: number) {
  const rows = await db
    .selectFrom('roomMembers as mine')
    .innerJoin('rooms', 'rooms.id', 'mine.roomId')
    .select(unread(memberId).as('unread'))
    .where('mine.userId', '=', memberId)
    .where('mine.listed', '=', 1)
    .where('mine.muted', '=', 0)
    .where('rooms.kind', '=', 'private')
    .whereRef('rooms.lastId', '>', 'mine.readId')
    .execute();
  return rows.reduce((sum, row) => sum + row.unread, 0);
}

export function listLines(db: Db, ids: number[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('chatMessages')
    .innerJoin('users', 'users.id', 'chatMessages.senderId')
    .select(['chatMessages.id', 'senderId', 'users.nickname', 'text', 'picture', 'state', 'chatMessages.createdAt'])
    .where('chatMessages.id', 'in', ids)
    .execute();
}

export function findPreferences(db: Db | Trx, id: number) {
  return db
    .selectFrom('users')
    .select(['showsRead', 'showsTyping', 'showsPresence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The group and how far a member has read it. */
export function findGroupRead(db: Db, memberId: number) {
  return db
    .selectFrom('rooms')
    .innerJoin('users', (join) => join.on('users.id', '=', memberId))
    .leftJoin('roomMembers as mine', (join) =>
      join.onRef('mine.roomId', '=', 'rooms.id').on('mine.userId', '=', memberId),
    )
    .select(['rooms.id', sql<number>`coalesce(mine."readId", ${readBefore}, 0)`.as('readId')])
    .where('rooms.kind', '=', 'group')
    .executeTakeFirstOrThrow();
}

/** Filters members by whether they show that they are online. */
export function selectShowing(db: Db, ids: number[]) {
  return db.selectFrom('users').select('id').where('id', 'in', ids).where('showsPresence', '=', 1).execute();
}
