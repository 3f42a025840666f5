import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

export function findStoredText(db: Db, id: number) {
  return db
    .selectFrom('articles')
    .select(['markdown', 'version', 'readType', 'state', 'summary', 'summaryMade'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findMarks(trx: Trx, id: number) {
  return trx
    .selectFrom('articles')
    .select(['pinned', 'recommended', 'featured'])
    .where('id', '=', id)
    .where(listed)
    .executeTakeFirst();
}

/** Comments that the database deletes with their article. */
export async function listCommentIds(trx: Trx, articleId: number) {
  const rows = await trx.selectFrom('comments').select('id').where('articleId', '=', articleId).execute();
  return rows.map(({ id }) => id);
}
