import type { SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** What nobody but its author ever saw: it goes with them in any case. */
const unseen = sql<SqlBool>`(state <> 'published' or "removedAt" is not null)`;
const all = sql<SqlBool>`1 = 1`;

export async function listArticleIds(db: Db, authorId: number, which: 'all' | 'unseen') {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('authorId', '=', authorId)
    .where(which === 'all' ? all : unseen)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Of articles that stay: what was never published of them, and the links it was read by. */
export async function deleteUnpublished(trx: Trx, authorId: number) {
  const own = trx.selectFrom('articles').select('id').where('authorId', '=', authorId);
  for (const table of ['drafts', 'revisions', 'shares'] as const)
    await trx
      .deleteFrom(table as 'drafts')
      .where('articleId', 'in', own)
      .execute();
}

export async function deleteBoardMessages(trx: Trx, authorId: number, most: number) {
  const some = trx.selectFrom('boardMessages').select('id').where('authorId', '=', authorId).limit(most);
  const rows = await trx.deleteFrom('boardMessages').where('id', 'in', some).returning('id').execute();
  return rows.length;
}
