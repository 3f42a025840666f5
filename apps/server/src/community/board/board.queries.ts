import { type AliasedSelectQueryBuilder, type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { openReports, waitsForReview } from '../../core/moderation/moderated-writing.ts';
import { contains, countRows } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

type Messages = AliasedSelectQueryBuilder<Selectable<Schema['boardMessages']>, 'page'>;

type Slice = { limit: number; offset: number; before?: number[] | undefined };

/** Public messages, newest first, after a cursor or by page number: ids from the index, columns joined after. */
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

  return withAuthors(db, page).orderBy('page.createdAt', 'desc').orderBy('page.id', 'desc');
}

export function selectMessage(db: Db | Trx, id: number) {
  return withAuthors(db, db.selectFrom('boardMessages').selectAll().where('id', '=', id).as('page'));
}

export function selectHeld(db: Db, authorId: number, limit: number) {
  const held = db
    .selectFrom('boardMessages')
    .selectAll()
    .where('state', '=', 'held')
    .where('authorId', '=', authorId)
    .orderBy('id', 'desc')
    .limit(limit)
    .as('page');
  return withAuthors(db, held).orderBy('page.id', 'desc');
}

/** A member goes by their present name. */
function withAuthors(db: Db | Trx, page: Messages) {
  return db
    .selectFrom(page)
    .leftJoin('users', 'users.id', 'page.authorId')
    .select([
      'page.id',
      'page.authorId',
      'page.place',
      'page.text',
      'page.state',
      'page.createdAt',
      sql<string>`coalesce(users.nickname, page.nickname)`.as('nickname'),
      sql<string>`coalesce(users.avatar, '')`.as('avatar'),
      'users.isGuest',
      'users.website',
    ]);
}

export async function countBoardMessages(db: Db) {
  const counted = db.selectFrom('counts').select('count').where('name', '=', 'boardMessages');
  return (await counted.executeTakeFirst())?.count ?? 0;
}

export async function insertBoardMessage(trx: Trx, message: Insertable<Schema['boardMessages']>) {
  const { id } = await trx.insertInto('boardMessages').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function deleteMessage(trx: Trx, id: number) {
  return trx.deleteFrom('boardMessages').where('id', '=', id).returning('state').executeTakeFirst();
}

type BoardFilter = { state: 'all' | 'shown' | 'held'; text: string; author: string };

const filterMessages = (db: Db, { state, text, author }: BoardFilter) =>
  db
    .selectFrom('boardMessages')
    .leftJoin('users', 'users.id', 'boardMessages.authorId')
    .$if(author !== '', (rows) =>
      rows.where(({ or }) => or([contains('users.nickname', author), contains('boardMessages.nickname', author)])),
    )
    .$call((rows) => (state === 'all' ? rows : rows.where('boardMessages.state', '=', state)))
    .$if(state === 'held', (rows) => rows.where(waitsForReview('boardMessages')))
    .$if(text !== '', (rows) => rows.where(contains('boardMessages.text', text)));

export function listBoardForStaff(db: Db, filter: BoardFilter, { limit, offset }: { limit: number; offset: number }) {
  return filterMessages(db, filter)
    .select([
      'boardMessages.id',
      'boardMessages.text',
      'boardMessages.state',
      'boardMessages.reasons',
      'boardMessages.place',
      'boardMessages.createdAt',
      'boardMessages.authorId',
      sql<string>`coalesce(users.nickname, "boardMessages".nickname)`.as('nickname'),
      sql<string>`coalesce(users.avatar, '')`.as('avatar'),
      'users.isGuest',
      openReports('messageId', 'boardMessages.id'),
    ])
    .orderBy('boardMessages.createdAt', 'desc')
    .orderBy('boardMessages.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countBoardForStaff(db: Db, filter: BoardFilter) {
  return countRows(filterMessages(db, filter));
}
