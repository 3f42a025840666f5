import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Categories with listed articles only: the name of a draft's category is nobody else's business. */
export function listCategories(db: Db) {
  return db
    .selectFrom('categories')
    .innerJoin('articles', 'articles.categoryId', 'categories.id')
    .select(['categories.id', 'categories.name', 'categories.intro'])
    .select(({ fn }) => fn.countAll<number>().as('articles'))
    .where(listed)
    .groupBy(['categories.id', 'categories.name', 'categories.intro', 'categories.position'])
    .orderBy('categories.position')
    .orderBy('categories.id')
    .execute();
}

export function findCategory(db: Db | Trx, id: number) {
  return db.selectFrom('categories').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

export function findCategoryNamed(db: Db, name: string) {
  return db.selectFrom('categories').select('id').where('name', '=', name).executeTakeFirst();
}

/** Two who make the same category at once both get the one row. */
export function insertOrFindCategory(trx: Trx, name: string) {
  return trx
    .insertInto('categories')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: sql`excluded.name` }))
    .returning('id')
    .executeTakeFirstOrThrow();
}
