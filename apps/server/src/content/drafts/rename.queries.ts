import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

/** Drafts whose JSON has this piece anywhere: few, and the caller looks again. */
export function listDraftsWith(trx: Trx, piece: string) {
  const pattern = `%${piece.replace(/[!%_]/g, '!$&')}%`;
  return trx
    .selectFrom('drafts')
    .select(['articleId', 'content'])
    .where(sql<boolean>`content like ${pattern} escape '!'`)
    .orderBy('articleId')
    .execute();
}

export function findDraft(trx: Trx, articleId: number) {
  return trx.selectFrom('drafts').select('content').where('articleId', '=', articleId).executeTakeFirst();
}
