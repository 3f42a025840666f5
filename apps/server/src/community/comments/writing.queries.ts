import type { Insertable, Updateable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type NewComment = Insertable<Schema['comments']>;

export async function findSent(db: Db | Trx, authorId: number, sendKey: string) {
  const sent = db.selectFrom('comments').select('id').where('authorId', '=', authorId).where('sendKey', '=', sendKey);
  return (await sent.executeTakeFirst())?.id;
}

/** The same said at the same place since then. The author's row is locked first, so of two at once one finds the other. */
export async function findTwin(trx: Trx, { authorId, text, pictures = '[]', ...place }: NewComment, since: number) {
  await trx
    .updateTable('users')
    .set((row) => ({ closesAt: row.ref('closesAt') }))
    .where('id', '=', authorId)
    .execute();
  const { articleId = null, sayId = null, replyToId = null } = place;
  const twin = trx
    .selectFrom('comments')
    .select('id')
    .where('authorId', '=', authorId)
    .where('createdAt', '>=', since)
    .where('removedAt', 'is', null)
    .where('text', '=', text)
    .where('pictures', '=', pictures)
    .where('articleId', articleId === null ? 'is' : '=', articleId)
    .where('sayId', sayId === null ? 'is' : '=', sayId)
    .where('replyToId', replyToId === null ? 'is' : '=', replyToId);
  return (await twin.executeTakeFirst())?.id;
}

/** Nothing when the same sender sent the same key before: of two at once, one is told so. */
export async function insertComment(trx: Trx, comment: NewComment) {
  const row = await trx
    .insertInto('comments')
    .values(comment)
    .onConflict((sent) => sent.columns(['authorId', 'sendKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Counts an answer to a comment that can be answered. False when it is not there any more. */
export async function countAnswer(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set((row) => ({ replies: row('replies', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function addReplies(trx: Trx, id: number, change: 1 | -1) {
  await trx
    .updateTable('comments')
    .set((row) => ({ replies: row('replies', '+', change) }))
    .where('id', '=', id)
    .execute();
}

/** The new count, or nothing when it is not there any more. */
export async function addLikes(trx: Trx, id: number, change: number) {
  const row = await trx
    .updateTable('comments')
    .set((comment) => ({ likes: comment('likes', '+', change) }))
    .where('id', '=', id)
    .returning('likes')
    .executeTakeFirst();
  return row?.likes;
}

/** The comment as it stands, its row locked. Nothing once it is removed. */
export function lockComment(trx: Trx, id: number) {
  return trx
    .updateTable('comments')
    .set((row) => ({ likes: row.ref('likes') }))
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

type Words = Pick<Updateable<Schema['comments']>, 'text' | 'html' | 'state' | 'reasons' | 'editedAt'>;

export async function updateWords(trx: Trx, id: number, words: Words) {
  await trx.updateTable('comments').set(words).where('id', '=', id).execute();
}

/** Nothing when it was removed before: of two at once, one is told so. */
export function markRemoved(trx: Trx, id: number, by: 'staff' | 'author') {
  return trx
    .updateTable('comments')
    .set({ removedAt: Date.now(), removedByStaff: by === 'staff' ? 1 : 0 })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Nothing when it does not wait to be approved. */
export function markShown(trx: Trx, id: number) {
  return trx
    .updateTable('comments')
    .set({ state: 'shown', reasons: '[]' })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .where('removedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Nothing when it is not there for all to see. */
export function markHeld(trx: Trx, id: number, reason: string) {
  return trx
    .updateTable('comments')
    .set({ state: 'held', reasons: JSON.stringify([reason]) })
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .where('removedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Nothing when the staff did not remove it, or nothing is left of it. */
export function markRestored(trx: Trx, id: number) {
  return trx
    .updateTable('comments')
    .set({ removedAt: null, removedByStaff: 0 })
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .where('removedByStaff', '=', 1)
    .where(({ eb, or }) => or([eb('text', '<>', ''), eb('pictures', '<>', '[]')]))
    .returningAll()
    .executeTakeFirst();
}

/** Comments of a member in which something of theirs is left. */
export async function listWritten(trx: Trx, authorId: number, limit: number) {
  const rows = await trx
    .selectFrom('comments')
    .select('id')
    .where('authorId', '=', authorId)
    .where('text', '<>', '')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Nothing is left of them, but an empty place of those under which something stands. */
export async function blankOrDelete(trx: Trx, ids: number[]) {
  await trx
    .deleteFrom('comments')
    .where('id', 'in', ids)
    .where('replies', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('comments as under').select('under.id').whereRef('under.parentId', '=', 'comments.id'))),
    )
    .execute();
  const nothing = { text: '', html: '', pictures: '[]', place: '', device: '', reasons: '[]', sendKey: null };
  await trx.updateTable('comments').set(nothing).where('id', 'in', ids).execute();
}
