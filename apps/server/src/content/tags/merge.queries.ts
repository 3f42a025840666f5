import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

export function listTags(trx: Trx, ids: number[]) {
  return trx.selectFrom('tags').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** How many articles have one of the tags and not yet the other. */
export async function countNew(trx: Trx, ids: number[], into: number) {
  const { count } = await trx
    .selectFrom('articleTags')
    .select(({ fn }) => fn.count<number>('articleId').distinct().as('count'))
    .where('tagId', 'in', ids)
    .where('articleId', 'not in', (has) => has.selectFrom('articleTags').select('articleId').where('tagId', '=', into))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** With the tags that nobody has then. */
export async function moveArticles(trx: Trx, ids: number[], into: number) {
  await trx
    .insertInto('articleTags')
    .columns(['articleId', 'tagId'])
    .expression((of) =>
      of
        .selectFrom('articleTags')
        .select(['articleId', sql<number>`cast(${into} as integer)`.as('tagId')])
        .distinct()
        .where('tagId', 'in', ids),
    )
    .onConflict((has) => has.columns(['articleId', 'tagId']).doNothing())
    .execute();
  await trx.deleteFrom('articleTags').where('tagId', 'in', ids).execute();
  await trx.deleteFrom('tags').where('id', 'in', ids).execute();
}
