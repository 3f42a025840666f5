import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './blocks.queries.ts';

/** Whom this member blocked, by number. */
export function blockedBy(db: Db | Trx, userId: number) {
  return queries.listBlockedIds(db, userId);
}

/** Of some members those who want to hear this one: nobody is called by whom they blocked. */
export async function withoutBlocking(db: Db | Trx, userIds: number[], speakerId: number) {
  const deaf = new Set(await queries.listBlocking(db, userIds, speakerId));
  return userIds.filter((id) => !deaf.has(id));
}

/** Whether one of two blocked the other: neither is shown that the other types or is there. */
export async function areApart(db: Db | Trx, one: number, other: number) {
  const [here, there] = [await queries.listBlocking(db, [one], other), await queries.listBlocking(db, [other], one)];
  return here.length + there.length > 0;
}

/** For a query over chat messages: true for those of somebody whom this member did not block. */
export function isFromHeard(userId: number) {
  return sql<SqlBool>`not exists (select 1 from blocks where blocks."userId" = ${userId} and blocks."blockedId" = "chatMessages"."senderId")`;
}
