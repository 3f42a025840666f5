import { type AliasedSelectQueryBuilder, type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

type Messages = AliasedSelectQueryBuilder<Selectable<Schema['boardMessages']>, 'page'>;

/** Board messages for all to see, newest first. The page is found in the index and dressed after; a member goes by their present name. */
export function selectNewest(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const page = db
    .selectFrom('boardMessages')
    .selectAll()
    .where('state', '=', 'shown')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .as('page');

  return dressed(db, page).orderBy('page.createdAt', 'desc').orderBy('page.id', 'desc');
}

/** Nothing while it is held. */
export function selectShown(db: Db, id: number) {
  return dressed(
    db,
    db.selectFrom('boardMessages').selectAll().where('id', '=', id).where('state', '=', 'shown').as('page'),
  );
}

function dressed(db: Db, page: Messages) {
  return db
    .selectFrom(page)
    .leftJoin('users', 'users.id', 'page.authorId')
    .select(['page.id', 'page.place', 'page.text', 'page.createdAt'])
    .select(sql<string>`coalesce(users.nickname, page.nickname)`.as('nickname'))
    .select(sql<string>`coalesce(users.avatar, '')`.as('avatar'));
}

export async function countBoardMessages(db: Db) {
  const { total } = await db
    .selectFrom('boardMessages')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', 'shown')
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertMessage(trx: Trx, message: Insertable<Schema['boardMessages']>) {
  const { id } = await trx.insertInto('boardMessages').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findNickname(db: Db, userId: number) {
  const { nickname } = await db
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return nickname;
}
