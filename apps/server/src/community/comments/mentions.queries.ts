import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

const most = 9;
/** Who is there: the authors of so many of the newest comments. */
const newest = 100;

/** Members by what their names look like. */
export function listByKeys(db: Db, keys: string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where('nicknameKey', 'in', keys)
    .where('closesAt', 'is', null)
    .execute();
}

/** Who wrote something, or lately commented on it, and has a name that begins like this. */
export function listPresent(db: Db, target: { kind: 'article' | 'say'; id: number; authorId: number }, key: string) {
  const authors = db
    .selectFrom('comments')
    .select('authorId')
    .where(`${target.kind}Id`, '=', target.id)
    .where('parentId', 'is', null)
    .where('state', '=', 'shown')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
    .as('newest');
  return people(db, key)
    .where(({ eb, or, selectFrom }) =>
      or([eb('users.id', '=', target.authorId), eb('users.id', 'in', selectFrom(authors).select('newest.authorId'))]),
    )
    .execute();
}

export function listByPrefix(db: Db, key: string) {
  return people(db, key).execute();
}

function people(db: Db, key: string) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname', 'avatar'])
    .where('closesAt', 'is', null)
    .where(sql<SqlBool>`substr("nicknameKey", 1, ${sql.lit(Array.from(key).length)}) = ${key}`)
    .orderBy('nickname')
    .limit(most);
}
