import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

/** One account goes into another: what is `from`'s becomes `into`'s. */
export type Pair = { from: number; into: number };

/** Columns that name a member, and nothing stands in the way of another one. */
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
] as const;

/** Columns where a member stands once: with which other column, or which of some. */
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

/** What is for one account only, and not for the other: logins and what was under way. */
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

/** Doubles go first: where both accounts did it, one did. */
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

/** Nobody follows or blocks themselves. */
export async function dropBetween(trx: Trx, { from, into }: Pair) {
  const pair = [from, into];
  await trx.deleteFrom('follows').where('followerId', 'in', pair).where('followedId', 'in', pair).execute();
  await trx.deleteFrom('blocks').where('userId', 'in', pair).where('blockedId', 'in', pair).execute();
}
