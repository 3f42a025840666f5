import { type AliasedSelectQueryBuilder, type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type Messages = AliasedSelectQueryBuilder<Selectable<Schema['boardMessages']>, 'page'>;

type Slice = { limit: number; offset: number; before?: number[] | undefined };

/**
 * Board messages for all to see, newest first, from just below `before` or from a page's number. The page is found in the
 * index alone and dressed after; a member goes by their present name.
 */
export function selectNewest(db: Db, { limit, offset, before }: Slice) {
  const ids = db
    .selectFrom('boardMessages')
    .select('id')
    .where('state', '=', 'shown')
    .$if(before !== undefined, (all) => all.where(sql<SqlBool>`("createdAt", id) < (${sql.join(before ?? [])})`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$if(before === undefined, (all) => all.offset(offset))
    .as('found');
  const page = db
    .selectFrom(ids)
    .innerJoin('boardMessages', 'boardMessages.id', 'found.id')
    .selectAll('boardMessages')
    .as('page');

  return dressed(db, page).orderBy('page.createdAt', 'desc').orderBy('page.id', 'desc');
}

export function selectMessage(db: Db | Trx, id: number) {
  return dressed(db, db.selectFrom('boardMessages').selectAll().where('id', '=', id).as('page'));
}

/** What a member wrote and nobody else sees yet, newest first. */
export function selectHeld(db: Db, authorId: number, limit: number) {
  const held = db
    .selectFrom('boardMessages')
    .selectAll()
    .where('state', '=', 'held')
    .where('authorId', '=', authorId)
    .orderBy('id', 'desc')
    .limit(limit)
    .as('page');
  return dressed(db, held).orderBy('page.id', 'desc');
}

function dressed(db: Db | Trx, page: Messages) {
  return db
    .selectFrom(page)
    .leftJoin('users', 'users.id', 'page.authorId')
    .select(['page.id', 'page.authorId', 'page.place', 'page.text', 'page.state', 'page.createdAt'])
    .select(sql<string>`coalesce(users.nickname, page.nickname)`.as('nickname'))
    .select(sql<string>`coalesce(users.avatar, '')`.as('avatar'));
}

export async function countBoardMessages(db: Db) {
  const counted = db.selectFrom('counts').select('count').where('name', '=', 'boardMessages');
  return (await counted.executeTakeFirst())?.count ?? 0;
}

export async function insertMessage(trx: Trx, message: Insertable<Schema['boardMessages']>) {
  const { id } = await trx.insertInto('boardMessages').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** False for one that was not held. */
export async function markShown(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('boardMessages')
    .set({ state: 'shown' })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** False for one that is not shown. */
export async function markHeld(trx: Trx, id: number, reason: string) {
  const { numUpdatedRows } = await trx
    .updateTable('boardMessages')
    .set({ state: 'held', reasons: JSON.stringify([reason]) })
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

export function deleteMessage(trx: Trx, id: number) {
  return trx.deleteFrom('boardMessages').where('id', '=', id).returning('state').executeTakeFirst();
}

export async function findNickname(db: Db, userId: number) {
  const { nickname } = await db
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return nickname;
}
