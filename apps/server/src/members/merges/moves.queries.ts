import { sql, type Updateable } from 'kysely';
import { pairOf } from '../../chat/rooms/rooms.ts';
import type { Schema, Trx } from '../../platform/db/schema.ts';

/** Everything of `from` becomes `into`'s. */
export type Pair = { from: number; into: number };

/** Columns that name a member and are in no unique index. */
const plain = [
  ['articles', 'authorId'],
  ['articles', 'removedBy'],
  ['says', 'authorId'],
  ['comments', 'authorId'],
  ['boardMessages', 'authorId'],
  ['series', 'authorId'],
  ['revisions', 'userId'],
  ['feedback', 'userId'],
  ['passkeys', 'userId'],
  ['wechatCodes', 'userId'],
  ['notices', 'userId'],
  ['chatMessages', 'senderId'],
  ['rooms', 'askedBy'],
  ['memberNotes', 'userId'],
  ['memberNotes', 'authorId'],
  ['auditLog', 'actorId'],
  ['broadcasts', 'actorId'],
  ['broadcasts', 'userId'],
  ['invitations', 'creatorId'],
  ['importRuns', 'userId'],
] as const;

/** Columns in a unique index with these others. */
const once = [
  ['likes', 'userId', ['kind', 'targetId']],
  ['collects', 'userId', ['articleId']],
  ['follows', 'followerId', ['followedId']],
  ['follows', 'followedId', ['followerId']],
  ['blocks', 'userId', ['blockedId']],
  ['blocks', 'blockedId', ['userId']],
  ['signIns', 'userId', ['day']],
  ['fileOwners', 'userId', ['key']],
  ['socialLinks', 'userId', ['provider']],
  ['noticeActors', 'actorId', ['noticeId']],
  ['roomMembers', 'userId', ['roomId']],
  ['chatHidden', 'userId', ['messageId']],
  ['chatCalls', 'userId', ['messageId']],
  ['reports', 'reporterId', ['commentId']],
  ['reports', 'reporterId', ['sayId']],
  ['reports', 'reporterId', ['messageId']],
  ['reports', 'reporterId', ['chatMessageId']],
] as const;

/** Tables of logins and pending work, which are not moved. */
const dropped = ['sessions', 'tickets', 'dataArchives', 'mailNotices', 'mailThreads'] as const;

/** All columns this module knows, for the test that none is forgotten. */
export const movedColumns = [
  ...plain.map(([table, column]) => `${table}.${column}`),
  ...once.map(([table, column]) => `${table}.${column}`),
  ...dropped.map((table) => `${table}.userId`),
];

export async function movePlain(trx: Trx, { from, into }: Pair) {
  for (const [table, column] of plain)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}`.execute(
      trx,
    );
}

/** Deletes duplicates first. */
export async function moveOnce(trx: Trx, { from, into }: Pair) {
  for (const [table, column, keys] of once) {
    const same = sql.join(
      keys.map((key) => sql`kept.${sql.ref(key)} = ${sql.table(table)}.${sql.ref(key)}`),
      sql` and `,
    );
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${from}
      and exists (select 1 from ${sql.table(table)} as kept where kept.${sql.ref(column)} = ${into} and ${same})`.execute(
      trx,
    );
  }
  for (const [table, column] of once)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}`.execute(
      trx,
    );
}

export async function dropRest(trx: Trx, { from }: Pair) {
  for (const table of dropped) await sql`delete from ${sql.table(table)} where "userId" = ${from}`.execute(trx);
}

export async function dropBetween(trx: Trx, { from, into }: Pair) {
  const pair = [from, into];
  await trx.deleteFrom('follows').where('followerId', 'in', pair).where('followedId', 'in', pair).execute();
  await trx.deleteFrom('blocks').where('userId', 'in', pair).where('blockedId', 'in', pair).execute();
}

/** Corrects like counts where both accounts liked the same thing. */
export async function uncountLikes(trx: Trx, { from, into }: Pair) {
  for (const [kind, table] of [
    ['article', 'articles'],
    ['say', 'says'],
    ['comment', 'comments'],
  ] as const)
    await sql`update ${sql.table(table)} set likes = likes - 1 where id in (
      select mine."targetId" from likes as mine join likes as kept
        on kept.kind = mine.kind and kept."targetId" = mine."targetId"
      where mine.kind = ${kind} and mine."userId" = ${from} and kept."userId" = ${into})`.execute(trx);
}

export async function uncountCollects(trx: Trx, { from, into }: Pair) {
  await sql`update articles set collects = collects - 1 where id in (
    select mine."articleId" from collects as mine join collects as kept on kept."articleId" = mine."articleId"
    where mine."userId" = ${from} and kept."userId" = ${into})`.execute(trx);
}

/** Resolves conflicts between keys and series names that both accounts used. */
export async function parseKeys(trx: Trx, { from, into }: Pair) {
  for (const table of ['comments', 'says'] as const)
    await sql`update ${sql.table(table)} set "sendKey" = null where "authorId" = ${from}
      and "sendKey" in (select "sendKey" from ${sql.table(table)} where "authorId" = ${into})`.execute(trx);
  await sql`update articles set "draftKey" = null where "authorId" = ${from}
    and "draftKey" in (select "draftKey" from articles where "authorId" = ${into})`.execute(trx);
  await sql`update "chatMessages" set "sendKey" = "sendKey" || ':' || id where "senderId" = ${from}
    and "sendKey" in (select "sendKey" from "chatMessages" where "senderId" = ${into})`.execute(trx);
  await sql`update series set name = name || '\uFF08' || id || '\uFF09' where "authorId" = ${from}
    and name in (select name from series where "authorId" = ${into})`.execute(trx);
}

/** Moves unlocked articles. */
export async function moveUnlocks(trx: Trx, { from, into }: Pair) {
  const [mine, target] = [`user:${from}`, `user:${into}`];
  await sql`delete from unlocks where reader = ${mine}
    and "articleId" in (select "articleId" from unlocks where reader = ${target})`.execute(trx);
  await trx.updateTable('unlocks').set({ reader: target }).where('reader', '=', mine).execute();
}

/** Keeps one unread notice per subject. */
export async function dropDoubleNotices(trx: Trx, { from, into }: Pair) {
  await sql`delete from notices where "userId" = ${from} and "readAt" is null and kind <> 0
    and exists (select 1 from notices as kept where kept."userId" = ${into} and kept."readAt" is null
      and kept.kind = notices.kind and kept.subject = notices.subject)`.execute(trx);
}

/** Lists notices whose actors the merge changes. */
export async function listNoticesBy(trx: Trx, { from, into }: Pair) {
  const { rows } = await sql<{ id: number }>`select distinct notices.id from notices
    join "noticeActors" on "noticeActors"."noticeId" = notices.id
    where "noticeActors"."actorId" = ${from} or ("noticeActors"."actorId" = ${into} and notices."userId" = ${from})`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Deletes notices of one's own acts and recounts the actors of the others. */
export async function recountNotices(trx: Trx, into: number, ids: number[]) {
  for (let at = 0; at < ids.length; at += 500) {
    const some = sql.join(ids.slice(at, at + 500));
    await sql`delete from notices where id in (${some}) and "userId" = ${into} and not exists (select 1
      from "noticeActors" where "noticeId" = notices.id and "actorId" <> ${into})`.execute(trx);
    await sql`delete from "noticeActors" where "noticeId" in (${some}) and "actorId" = ${into}
      and "noticeId" in (select id from notices where "userId" = ${into})`.execute(trx);
    await sql`update notices set count = (select count(*) from "noticeActors" where "noticeId" = notices.id)
      where id in (${some})`.execute(trx);
  }
}

/** Lists private rooms with their peers. */
export async function listPrivate(trx: Trx, userId: number) {
  const rows = await trx
    .selectFrom('rooms')
    .innerJoin('roomMembers', 'roomMembers.roomId', 'rooms.id')
    .select(['rooms.id', 'rooms.pair'])
    .where('rooms.kind', '=', 'private')
    .where('roomMembers.userId', '=', userId)
    .orderBy('rooms.id')
    .execute();
  return rows.map(({ id, pair }) => ({ id, other: otherOf(pair ?? '', userId) }));
}

export function findRoomOfPair(trx: Trx, pair: string) {
  return trx.selectFrom('rooms').select(['id', 'lastId']).where('pair', '=', pair).executeTakeFirst();
}

export async function renamePair(trx: Trx, id: number, pair: string) {
  await trx.updateTable('rooms').set({ pair }).where('id', '=', id).execute();
}

export function listRoomLines(trx: Trx, roomId: number) {
  return trx.selectFrom('chatMessages').select(['id', 'text', 'state']).where('roomId', '=', roomId).execute();
}

/** Moves a room's messages into another room and deletes it. */
export async function moveMessagesInto(trx: Trx, roomId: number, into: number) {
  await trx.updateTable('chatMessages').set({ roomId: into }).where('roomId', '=', roomId).execute();
  await sql`update rooms set "lastId" = (select coalesce(max(id), 0) from "chatMessages" where "roomId" = ${into}),
    "askedBy" = null where id = ${into}`.execute(trx);
  await sql`update "roomMembers" set listed = 1 where "roomId" = ${into}`.execute(trx);
  await deleteMergedRoom(trx, roomId);
}

export async function deleteMergedRoom(trx: Trx, roomId: number) {
  await trx.deleteFrom('chatMessages').where('roomId', '=', roomId).execute();
  await trx.deleteFrom('rooms').where('id', '=', roomId).execute();
}

function otherOf(pair: string, userId: number) {
  const [one, two] = pair.split('-').map(Number);
  return (one === userId ? two : one) ?? 0;
}

export function findMergedProfile(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select([
      'id',
      'nickname',
      'email',
      'passwordHash',
      'avatar',
      'cover',
      'intro',
      'website',
      'place',
      'createdAt',
      'seenAt',
      'isGuest',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function updateAccount(trx: Trx, id: number, change: Updateable<Schema['users']>) {
  await trx.updateTable('users').set(change).where('id', '=', id).execute();
}

export async function deleteAccount(trx: Trx, id: number) {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

const counted = [
  ['articles', 'authorId'],
  ['says', 'authorId'],
  ['comments', 'authorId'],
  ['boardMessages', 'authorId'],
  ['likes', 'userId'],
  ['collects', 'userId'],
  ['notices', 'userId'],
  ['fileOwners', 'userId'],
  ['feedback', 'userId'],
  ['series', 'authorId'],
  ['passkeys', 'userId'],
] as const;

type Moves = Record<
  (typeof counted)[number][0] | 'follows' | 'fans' | 'rooms' | 'doubles' | 'lost' | 'renamed',
  number
>;

/** Counts rows to move; `doubles`: likes and collects both have; `lost`: messages between the two. */
export async function countMoves(trx: Trx, { from, into }: Pair): Promise<Moves> {
  const all = counted.map(
    ([table, column]) =>
      sql`(select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${from}) as ${sql.ref(table)}`,
  );
  const pair = pairOf(from, into);
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(all)},
    (select count(*) from follows where "followerId" = ${from} and "followedId" <> ${into}) as follows,
    (select count(*) from follows where "followedId" = ${from} and "followerId" <> ${into}) as fans,
    (select count(*) from "roomMembers" join rooms on rooms.id = "roomMembers"."roomId"
      where "userId" = ${from} and rooms.kind = 'private' and rooms.pair <> ${pair}) as rooms,
    (select count(*) from likes as mine join likes as kept on kept.kind = mine.kind
      and kept."targetId" = mine."targetId" where mine."userId" = ${from} and kept."userId" = ${into})
    + (select count(*) from collects as mine join collects as kept on kept."articleId" = mine."articleId"
      where mine."userId" = ${from} and kept."userId" = ${into}) as doubles,
    (select count(*) from "chatMessages" join rooms on rooms.id = "chatMessages"."roomId"
      where rooms.pair = ${pair}) as lost,
    (select count(*) from series where "authorId" = ${from}
      and name in (select name from series where "authorId" = ${into})) as renamed`.execute(trx);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, n]) => [name, Number(n)])) as Moves;
}

/** Social logins that move, and those `into` already has. */
export async function listWays(trx: Trx, { from, into }: Pair) {
  const rows = await trx
    .selectFrom('socialLinks')
    .select(['provider', 'userId'])
    .where('userId', 'in', [from, into])
    .orderBy('provider')
    .execute();
  const of = (id: number) => rows.filter(({ userId }) => userId === id).map(({ provider }) => provider);
  const [mine, present] = [of(from), new Set(of(into))];
  return { ways: mine.filter((way) => !present.has(way)), lostWays: mine.filter((way) => present.has(way)) };
}
