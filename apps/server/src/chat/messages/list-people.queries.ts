import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

/** Who talks in the group lately: the senders of so many of its newest messages. */
const newest = 200;

export function listSpeakers(db: Db, memberId: number, key: string, limit: number) {
  const lately = db
    .selectFrom('chatMessages')
    .innerJoin('rooms', 'rooms.id', 'chatMessages.roomId')
    .select('chatMessages.senderId')
    .where('rooms.kind', '=', 'group')
    .where('chatMessages.state', '=', 'shown')
    .orderBy('chatMessages.id', 'desc')
    .limit(newest);
  return people(db, memberId, key, limit)
    .where('users.id', 'in', (eb) => eb.selectFrom(lately.as('lately')).select('lately.senderId'))
    .execute();
}

export function listNamed(db: Db, memberId: number, key: string, limit: number) {
  return people(db, memberId, key, limit).execute();
}

/** Members whose names begin like this, but for oneself, for those one blocked, and for the account that is everybody's. */
function people(db: Db, memberId: number, key: string, limit: number) {
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
