import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export function listNotes(db: Db, userId: number) {
  return db
    .selectFrom('memberNotes')
    .select(['id', 'authorId', 'author', 'text', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findNote(trx: Trx, id: number) {
  return trx
    .selectFrom('memberNotes')
    .select(['id', 'userId', 'authorId', 'text'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function insertNote(trx: Trx, note: Insertable<Schema['memberNotes']>) {
  return trx.insertInto('memberNotes').values(note).returning('id').executeTakeFirstOrThrow();
}

export async function deleteNote(trx: Trx, id: number) {
  await trx.deleteFrom('memberNotes').where('id', '=', id).execute();
}

export function findName(trx: Trx, id: number) {
  return trx.selectFrom('users').select('nickname').where('id', '=', id).executeTakeFirst();
}
