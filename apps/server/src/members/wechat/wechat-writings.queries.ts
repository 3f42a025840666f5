import type { Insertable, Selectable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type Writing = Selectable<Schema['wechatWritings']>;

export async function insertWriting(trx: Trx, writing: Insertable<Schema['wechatWritings']>) {
  await trx.insertInto('wechatWritings').values(writing).execute();
}

export function findWriting(db: Db | Trx, messageId: string) {
  return db.selectFrom('wechatWritings').selectAll().where('messageId', '=', messageId).executeTakeFirst();
}

/** Remembers what a message became; of a draft also the version it was based on, before it is saved. */
export async function noteTarget(db: Db, id: number, target: { targetId: number | null; draftVersion?: number }) {
  await db.updateTable('wechatWritings').set(target).where('id', '=', id).execute();
}

/** Stores the answer, unless there is one: the first counts. */
export async function storeAnswer(db: Db, id: number, answer: string) {
  await db.updateTable('wechatWritings').set({ answer }).where('id', '=', id).where('answer', '=', '').execute();
}

/** Latest writing of a member before another one that is still there. */
export function findLast(db: Db, { userId, before, since }: { userId: number; before: number; since: number }) {
  return db
    .selectFrom('wechatWritings')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '<', before)
    .where('kind', '<>', 'undo')
    .where('targetId', 'is not', null)
    .where('createdAt', '>', since)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export async function deleteWritingsBefore(db: Db, time: number) {
  await db.deleteFrom('wechatWritings').where('createdAt', '<', time).execute();
}

/** Role of the member of an open account, and why a say of theirs is held. */
export function findWriter(db: Db, id: number) {
  return db.selectFrom('users').select(['id', 'role', 'closesAt']).where('id', '=', id).executeTakeFirst();
}

export async function readReasons(db: Db, sayId: number) {
  const say = await db.selectFrom('says').select('reasons').where('id', '=', sayId).executeTakeFirst();
  return JSON.parse(say?.reasons ?? '[]') as string[];
}
