import { notPrivate } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

type Named = { name: string; intro: string };

/** In the owner's order, with how many articles each has that are neither in the trash nor their author's alone. */
export function listCategories(db: Db) {
  return db
    .selectFrom('categories')
    .leftJoin('articles', (join) =>
      join.onRef('articles.categoryId', '=', 'categories.id').on('articles.removedAt', 'is', null).on(notPrivate),
    )
    .select(['categories.id', 'categories.name', 'categories.intro'])
    .select(({ fn }) => fn.count<number>('articles.id').as('articles'))
    .groupBy(['categories.id', 'categories.name', 'categories.intro', 'categories.position'])
    .orderBy('categories.position')
    .orderBy('categories.id')
    .execute();
}

export function findCategory(trx: Trx, id: number) {
  return trx.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same, held until the transaction ends: who puts an article into it meanwhile waits. */
export function holdCategory(trx: Trx, id: number) {
  return trx
    .updateTable('categories')
    .set((category) => ({ position: category.ref('position') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Nothing when there is one of this name. */
export function insertCategory(trx: Trx, category: Named & { position: number }) {
  return trx
    .insertInto('categories')
    .values(category)
    .onConflict((known) => known.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
}

export async function findLastPosition(trx: Trx) {
  const { last } = await trx
    .selectFrom('categories')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** Only while it is still as it was seen. */
export async function changeCategory(trx: Trx, id: number, before: Named, after: Named) {
  const { numUpdatedRows } = await trx
    .updateTable('categories')
    .set(after)
    .where('id', '=', id)
    .where('name', '=', before.name)
    .where('intro', '=', before.intro)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

export function listInOrder(trx: Trx) {
  return trx.selectFrom('categories').select(['id', 'name']).orderBy('position').orderBy('id').execute();
}

export async function setPosition(trx: Trx, id: number, position: number) {
  await trx.updateTable('categories').set({ position }).where('id', '=', id).execute();
}

/** Returns how many articles were moved. */
export async function moveArticles(trx: Trx, from: number, to: number | null) {
  const { numUpdatedRows } = await trx
    .updateTable('articles')
    .set({ categoryId: to })
    .where('categoryId', '=', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function deleteCategory(trx: Trx, id: number) {
  await trx.deleteFrom('categories').where('id', '=', id).execute();
}
