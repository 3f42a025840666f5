import type { Insertable, Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type NewSay = Insertable<Schema['says']>;

export function findSay(db: Db | Trx, id: number) {
  return db.selectFrom('says').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findSent(db: Db | Trx, authorId: number, sendKey: string) {
  const sent = db.selectFrom('says').select(['id', 'state']).where('authorId', '=', authorId);
  return sent.where('sendKey', '=', sendKey).executeTakeFirst();
}

/** Nothing when the same author sent the same key before: of two at once, one is told so. */
export async function insertSay(trx: Trx, say: NewSay) {
  const row = await trx
    .insertInto('says')
    .values(say)
    .onConflict((sent) => sent.columns(['authorId', 'sendKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A say as it is until the transaction ends. */
export function holdRow(trx: Trx, id: number) {
  return trx
    .updateTable('says')
    .set((say) => ({ text: say.ref('text') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function updateSay(trx: Trx, id: number, say: Updateable<Schema['says']>) {
  await trx.updateTable('says').set(say).where('id', '=', id).execute();
}

/** In place of those it had. */
export async function setTopics(trx: Trx, sayId: number, topics: string[]) {
  await trx.deleteFrom('sayTopics').where('sayId', '=', sayId).execute();
  if (topics.length === 0) return;
  await trx
    .insertInto('sayTopics')
    .values(topics.map((topic, position) => ({ sayId, topic, position })))
    .execute();
}

/** Adds in the database, so that of many at once none is lost. The new count, or nothing when the say is gone. */
export async function addLikes(trx: Trx, id: number, change: number) {
  const row = await trx
    .updateTable('says')
    .set((say) => ({ likes: say('likes', '+', change) }))
    .where('id', '=', id)
    .returning('likes')
    .executeTakeFirst();
  return row?.likes;
}

/** With the reports of them. Before their say, since whoever comments counts the comment first and the say last. */
export async function deleteCommentsOf(trx: Trx, sayIds: number[]) {
  // asked for first: what goes because its parent does is not returned
  const rows = await trx.selectFrom('comments').select('id').where('sayId', 'in', sayIds).execute();
  await trx.deleteFrom('comments').where('sayId', 'in', sayIds).execute();
  return rows.map(({ id }) => id);
}

/** With their topics. Returns which of them were there. */
export async function deleteSays(trx: Trx, ids: number[]) {
  const rows = await trx.deleteFrom('says').where('id', 'in', ids).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Some of a member's says, or of those nobody else ever saw. */
export async function listOwnIds(trx: Trx, authorId: number, which: 'all' | 'unseen', most: number) {
  const rows = await trx
    .selectFrom('says')
    .select('id')
    .where('authorId', '=', authorId)
    .$if(which === 'unseen', (all) => all.where(({ or, eb }) => or([eb('isPublic', '=', 0), eb('state', '=', 'held')])))
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Nothing when it does not wait to be approved. */
export function markShown(trx: Trx, id: number) {
  return trx
    .updateTable('says')
    .set({ state: 'shown', reasons: '[]' })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .where('isPublic', '=', 1)
    .returning(['id', 'authorId'])
    .executeTakeFirst();
}

/** Nothing for one that is not there for all to see. */
export function markHeld(trx: Trx, id: number, reason: string) {
  return trx
    .updateTable('says')
    .set({ state: 'held', reasons: JSON.stringify([reason]) })
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .where('isPublic', '=', 1)
    .returning(['id', 'authorId'])
    .executeTakeFirst();
}
