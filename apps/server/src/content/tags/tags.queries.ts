import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Tags of listed articles only: the tags of a draft are nobody else's business. */
export function listTags(db: Db) {
  return db
    .selectFrom('tags')
    .innerJoin('articleTags', 'articleTags.tagId', 'tags.id')
    .innerJoin('articles', 'articles.id', 'articleTags.articleId')
    .select(['tags.id', 'tags.name'])
    .select(({ fn }) => fn.countAll<number>().as('articles'))
    .where(listed)
    .groupBy(['tags.id', 'tags.name'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('tags.id')
    .execute();
}

export function findTag(db: Db, id: number) {
  return db.selectFrom('tags').select('id').where('id', '=', id).executeTakeFirst();
}

/** Makes the tags that are new and locks all of them until the transaction ends. */
export function insertOrLockTags(trx: Trx, names: string[]) {
  return trx
    .insertInto('tags')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: sql`excluded.name` }))
    .returning(['id', 'name'])
    .execute();
}

export async function lockTags(trx: Trx, ids: number[]) {
  await trx
    .updateTable('tags')
    .set((tag) => ({ name: tag.ref('name') }))
    .where('id', 'in', ids)
    .execute();
}

export function deleteUnusedTags(trx: Trx, ids: number[]) {
  return trx
    .deleteFrom('tags')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('articleTags').select('tagId').whereRef('articleTags.tagId', '=', 'tags.id'))),
    )
    .returning('id')
    .execute();
}
