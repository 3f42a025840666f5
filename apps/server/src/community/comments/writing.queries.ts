import type { Insertable, Updateable } from 'kysely';
import { lockMember } from '../../core/identity/user-rows.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type NewComment = Insertable<Schema['comments']>;

export async function findSentComment(db: Db | Trx, authorId: number, sendKey: string) {
  const sent = db.selectFrom('comments').select('id').where('authorId', '=', authorId).where('sendKey', '=', sendKey);
  return (await sent.executeTakeFirst())?.id;
}

/** Finds the same words sent to the same place since then. Locks the author's row, so that one of two concurrent posts sees the other. */
export async function findTwin(trx: Trx, { authorId, text, pictures = '[]', ...place }: NewComment, since: number) {
  await lockMember(trx, authorId);
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

/** Returns nothing when this author already sent this key. */
export async function insertComment(trx: Trx, comment: NewComment) {
  const row = await trx
    .insertInto('comments')
    .values(comment)
    .onConflict((sent) => sent.columns(['authorId', 'sendKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Counts a reply. False when the comment can no longer be replied to. */
export async function countReply(trx: Trx, id: number) {
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

export async function hasReplies(trx: Trx, id: number) {
  const reply = trx
    .selectFrom('comments')
    .select('id')
    .where(({ or, eb }) => or([eb('parentId', '=', id), eb('replyToId', '=', id)]));
  return (await reply.limit(1).executeTakeFirst()) !== undefined;
}

export async function removeRow(trx: Trx, id: number) {
  await trx.deleteFrom('comments').where('id', '=', id).execute();
}

/** Locks and returns a comment that is not removed. */
export function lockComment(trx: Trx, id: number) {
  return trx
    .updateTable('comments')
    .set((row) => ({ likes: row.ref('likes') }))
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

type TextChange = Pick<Updateable<Schema['comments']>, 'text' | 'html' | 'state' | 'reasons' | 'editedAt'>;

export async function updateText(trx: Trx, id: number, words: TextChange) {
  await trx.updateTable('comments').set(words).where('id', '=', id).execute();
}

export async function updatePinned(trx: Trx, id: number, isPinned: boolean) {
  await trx
    .updateTable('comments')
    .set({ pinned: isPinned ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/** Returns nothing when it was already removed. */
export function markCommentRemoved(trx: Trx, id: number, by: 'staff' | 'author') {
  return trx
    .updateTable('comments')
    .set({ removedAt: Date.now(), removedByStaff: by === 'staff' ? 1 : 0 })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Returns nothing unless staff removed it and its text is still stored. */
export function markCommentRestored(trx: Trx, id: number) {
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

/** Comments of a member that still have text. */
export async function listCommentsWithText(trx: Trx, authorId: number, limit: number) {
  const rows = await trx
    .selectFrom('comments')
    .select('id')
    .where('authorId', '=', authorId)
    .where('text', '<>', '')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes comments without replies and empties the others. */
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

/** Returns the new count; undefined when the comment is gone. */
export async function addCommentLikes(trx: Trx, id: number, change: number) {
  const row = await trx
    .updateTable('comments')
    .set((comment) => ({ likes: comment('likes', '+', change) }))
    .where('id', '=', id)
    .returning('likes')
    .executeTakeFirst();
  return row?.likes;
}
