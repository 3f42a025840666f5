import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

/** How many of an author's articles nobody reads yet, those in the trash as well, and the bytes of drafts and histories. */
export async function sumDrafts(trx: Trx, authorId: number) {
  const bytes = sql<number | null>`sum(octet_length(content))`.as('bytes');
  const ofAuthor = trx.selectFrom('articles').select('id').where('authorId', '=', authorId);
  const { unread, drafts, history } = await trx
    .selectNoFrom([
      trx
        .selectFrom('articles')
        .where('authorId', '=', authorId)
        .where('state', '<>', 'published')
        .select(({ fn }) => fn.countAll<number>().as('unread'))
        .as('unread'),
      trx.selectFrom('drafts').where('articleId', 'in', ofAuthor).select(bytes).as('drafts'),
      trx.selectFrom('revisions').where('articleId', 'in', ofAuthor).select(bytes).as('history'),
    ])
    .executeTakeFirstOrThrow();
  return { unread: Number(unread), bytes: Number(drafts ?? 0) + Number(history ?? 0) };
}
