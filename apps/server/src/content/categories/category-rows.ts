import { type CoverStyle, type Pigment, pigments } from '@mojian/contract/core/pigments';
import type { Trx } from '../../platform/db/schema.ts';

/** The pigment that fewest categories have, so that a new one differs from the others while that is possible. */
export async function nextPigment(trx: Trx): Promise<Pigment> {
  const rows = await trx
    .selectFrom('categories')
    .select(({ fn }) => ['pigment', fn.countAll<number>().as('used')])
    .groupBy('pigment')
    .execute();
  const used = new Map(rows.map((row) => [row.pigment, Number(row.used)]));
  const [next] = pigments.toSorted((one, other) => (used.get(one) ?? 0) - (used.get(other) ?? 0));
  return next ?? pigments[0];
}

/** Inserts a category and returns its id; null when one of this name exists. */
export async function insertCategoryUnlessThere(
  trx: Trx,
  category: {
    name: string;
    intro: string;
    position: number;
    pigment?: Pigment | undefined;
    coverStyle?: CoverStyle | undefined;
  },
) {
  const row = await trx
    .insertInto('categories')
    .values({ ...category, pigment: category.pigment ?? (await nextPigment(trx)) })
    .onConflict((known) => known.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Introduces a category that has no introduction. */
export async function fillCategoryIntro(trx: Trx, name: string, intro: string) {
  await trx.updateTable('categories').set({ intro }).where('name', '=', name).where('intro', '=', '').execute();
}
