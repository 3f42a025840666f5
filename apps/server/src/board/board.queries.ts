import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** Board messages, newest first. The page is found in the index and dressed after; a member goes by their present name. */
export function selectNewest(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const page = db
    .selectFrom('boardMessages')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .as('page');

  return db
    .selectFrom(page)
    .leftJoin('users', 'users.id', 'page.authorId')
    .select(['page.id', 'page.place', 'page.text', 'page.createdAt'])
    .select(sql<string>`coalesce(users.nickname, page.nickname)`.as('nickname'))
    .select(sql<string>`coalesce(users.avatar, '')`.as('avatar'))
    .orderBy('page.createdAt', 'desc')
    .orderBy('page.id', 'desc');
}

export async function countBoardMessages(db: Db) {
  const { total } = await db
    .selectFrom('boardMessages')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
