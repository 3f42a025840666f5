import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isNewTo, isVisible } from '../messages/visible.ts';

type Sought = { id?: number | undefined; pair?: string | undefined };

/** The group, or a private room that this member belongs to. */
export function findRoom(db: Db | Trx, memberId: number, { id, pair }: Sought) {
  return db
    .selectFrom('rooms')
    .leftJoin('roomMembers as mine', (join) =>
      join.onRef('mine.roomId', '=', 'rooms.id').on('mine.userId', '=', memberId),
    )
    .select(['rooms.id', 'rooms.kind', 'rooms.pair', 'rooms.askedBy', 'rooms.lastId'])
    .select(({ fn, val }) => [
      fn.coalesce('mine.readId', val(0)).as('readId'),
      fn.coalesce('mine.clearedId', val(0)).as('clearedId'),
    ])
    .where((eb) => (id === undefined ? eb('rooms.pair', '=', pair ?? '') : eb('rooms.id', '=', id)))
    .where(sql<SqlBool>`(rooms.kind = 'group' or mine."userId" is not null)`)
    .executeTakeFirst();
}

export function findGroup(db: Db | Trx) {
  return db.selectFrom('rooms').select(['id', 'lastId']).where('kind', '=', 'group').executeTakeFirstOrThrow();
}

/** Of what is newest in a room no more are looked at to count what is unread. */
const looked = 500;
/** Stands for more. */
const mostUnread = 100;

/** How much of a room a member has not read. The room is `rooms`, what it is to them `mine`. */
function unread(memberId: number, readId = sql`mine."readId"`) {
  return sql<number>`(select count(*) from (select 1 from (
      select id, state, "senderId", "roomId" from "chatMessages" as newest
      where newest."roomId" = rooms.id and newest.id > ${readId} order by newest.id desc limit ${sql.lit(looked)}
    ) as "chatMessages" where ${isNewTo(memberId)} limit ${sql.lit(mostUnread)}) as new)`;
}

/** The newest message of a room that a member sees. */
function lastSeen(viewer: Viewer, clearedId = sql`mine."clearedId"`) {
  return sql<number | null>`(select id from "chatMessages" where "chatMessages"."roomId" = rooms.id
    and "chatMessages".id > ${clearedId} and ${isVisible(viewer)} order by id desc limit 1)`;
}

/** Whether the other one blocked the member. */
function isShut(memberId: number) {
  return sql<SqlBool>`exists (select 1 from blocks where blocks."userId" = peer.id and blocks."blockedId" = ${memberId})`;
}

/** The private rooms in a member's list, or one of them, with the other one and what is unread. */
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
    ])
    .select(['peer.id as peerId', 'peer.nickname', 'peer.avatar', 'peer.role', 'peer.showsRead', 'peer.showsPresence'])
    .select([unread(viewer.id).as('unread'), lastSeen(viewer).as('lastSeen'), isShut(viewer.id).as('isShut')])
    .where('mine.userId', '=', viewer.id)
    .where('rooms.kind', '=', 'private')
    .$if(id === undefined, (all) => all.where('mine.listed', '=', 1))
    .$if(id !== undefined, (all) => all.where('rooms.id', '=', id ?? 0));
}

/** The last message of the group, `rooms`, before a member, of `users`, registered. */
export const readBefore = sql<number | null>`(select id from "chatMessages" where "roomId" = rooms.id
  and "createdAt" < users."createdAt" order by "createdAt" desc limit 1)`;

/** What the group is to a member. Who never read in it has read what was said before they registered. */
export async function findGroupOf(db: Db, viewer: Viewer) {
  const readId = sql<number>`coalesce(mine."readId", ${readBefore}, 0)`;
  return db
    .selectFrom('rooms')
    .innerJoin('users', (join) => join.on('users.id', '=', viewer.id))
    .leftJoin('roomMembers as mine', (join) =>
      join.onRef('mine.roomId', '=', 'rooms.id').on('mine.userId', '=', viewer.id),
    )
    .select(['rooms.id', 'mine.muted', readId.as('readId'), unread(viewer.id, readId).as('unread')])
    .select([lastSeen(viewer, sql`0`).as('lastSeen')])
    .select(({ selectFrom, fn }) =>
      selectFrom('users as everybody')
        .select(fn.countAll<number>().as('all'))
        .where('everybody.closesAt', 'is', null)
        .as('members'),
    )
    .where('rooms.kind', '=', 'group')
    .executeTakeFirstOrThrow();
}

/** How many messages of the group that a member has not read call them by name. */
export async function countCalls(db: Db, memberId: number, { id, readId }: { id: number; readId: number }) {
  const some = db
    .selectFrom('chatCalls')
    .crossJoin('chatMessages') // in this order, also where the planner knows nothing of the tables yet
    .select('chatCalls.messageId')
    .whereRef('chatMessages.id', '=', 'chatCalls.messageId')
    .where('chatCalls.userId', '=', memberId)
    .where('chatCalls.messageId', '>', readId)
    .where('chatMessages.roomId', '=', id)
    .where(isNewTo(memberId))
    .limit(mostUnread);
  const { count } = await db
    .selectFrom(some.as('calls'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What the member has not read in private rooms that are not muted. */
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

export async function updatePreferences(
  db: Db,
  id: number,
  change: Partial<Awaited<ReturnType<typeof findPreferences>>>,
) {
  if (Object.keys(change).length > 0) await db.updateTable('users').set(change).where('id', '=', id).execute();
}

/** The group, and up to where a member has read in it. */
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

/** Of these members, those who let others see that they are there. */
export function findShowing(db: Db, ids: number[]) {
  return db.selectFrom('users').select('id').where('id', 'in', ids).where('showsPresence', '=', 1).execute();
}
