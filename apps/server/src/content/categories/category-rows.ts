import type { Trx } from '../../platform/db/schema.ts';

/** Null for a category that is here. */
export async function insertCategoryUnlessThere(trx: Trx, category: { name: string; intro: string; position: number }) {
  const row = await trx
    .insertInto('categories')
    .values(category)
    .onConflict((known) => known.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Introduces a category that has no introduction. */
export async function fillCategoryIntro(trx: Trx, name: string, intro: string) {
  await trx.updateTable('categories').set({ intro }).where('name', '=', name).where('intro', '=', '').execute();
}
