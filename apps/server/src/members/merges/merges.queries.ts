import { sql, type Updateable } from 'kysely';
import { pairOf } from '../../chat/rooms/rooms.ts';
import type { Schema, Trx } from '../../platform/db/schema.ts';
import type { Pair } from './moves.queries.ts';

export function findAccount(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select(['id', 'nickname', 'email', 'passwordHash', 'avatar', 'cover', 'intro', 'website', 'place', 'createdAt', 'seenAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function updateAccount(trx: Trx, id: number, change: Updateable<Schema['users']>) {
  await trx.updateTable('users').set(change).where('id', '=', id).execute();
}

export async function deleteAccount(trx: Trx, id: number) {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Board messages carry the name they were written under. */
export async function renameOnBoard(trx: Trx, authorId: number, nickname: string) {
  await trx.updateTable('boardMessages').set({ nickname }).where('authorId', '=', authorId).execute();
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

/** How much of what moves; `doubles`: likes and collects both had; `lost`: what the two said to each other. */
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

/** Social logins of the one that goes: those that move, and those the other has already. */
export async function listWays(trx: Trx, { from, into }: Pair) {
  const rows = await trx
    .selectFrom('socialLinks')
    .select(['provider', 'userId'])
    .where('userId', 'in', [from, into])
    .orderBy('provider')
    .execute();
  const of = (id: number) => rows.filter(({ userId }) => userId === id).map(({ provider }) => provider);
  const [mine, kept] = [of(from), new Set(of(into))];
  return { ways: mine.filter((way) => !kept.has(way)), lostWays: mine.filter((way) => kept.has(way)) };
}
