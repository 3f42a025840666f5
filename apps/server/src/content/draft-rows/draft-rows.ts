import { sql, type Updateable } from 'kysely';
import { likePattern } from '../../platform/db/dialect.ts';
import type { Schema, Trx } from '../../platform/db/schema.ts';

/** Raises the version from any value, for changes outside the text. */
export function passVersion(trx: Trx, id: number) {
  return trx
    .updateTable('articles')
    .set((article) => ({ version: article('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirst();
}

export async function changeDraft(trx: Trx, articleId: number, change: Updateable<Schema['drafts']>) {
  await trx.updateTable('drafts').set(change).where('articleId', '=', articleId).execute();
}

/** Finds drafts whose JSON contains a piece anywhere; the caller checks the field. */
export function listDraftsWith(trx: Trx, piece: string) {
  return trx
    .selectFrom('drafts')
    .select(['articleId', 'content'])
    .where(sql<boolean>`content like ${likePattern(piece)} escape '!'`)
    .orderBy('articleId')
    .execute();
}

export function findDraft(trx: Trx, articleId: number) {
  return trx.selectFrom('drafts').select('content').where('articleId', '=', articleId).executeTakeFirst();
}
