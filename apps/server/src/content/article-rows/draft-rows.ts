import { type Insertable, sql, type Updateable } from 'kysely';
import { likePattern } from '../../platform/db/dialect.ts';
import type { Schema, Trx } from '../../platform/db/schema.ts';

export async function putDraft(trx: Trx, draft: Insertable<Schema['drafts']>) {
  const { articleId: _, ...change } = draft;
  await trx
    .insertInto('drafts')
    .values(draft)
    .onConflict((known) => known.column('articleId').doUpdateSet(change))
    .execute();
}

/** Stores a draft unless the article has one. */
export async function insertDraft(trx: Trx, draft: Insertable<Schema['drafts']>) {
  await trx
    .insertInto('drafts')
    .values(draft)
    .onConflict((known) => known.column('articleId').doNothing())
    .execute();
}

export async function deleteDraft(trx: Trx, articleId: number) {
  await trx.deleteFrom('drafts').where('articleId', '=', articleId).execute();
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
