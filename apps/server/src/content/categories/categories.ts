import type { Category } from '@mojian/contract/content/categories';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './categories.queries.ts';

export function listCategories(db: Db): Promise<Category[]> {
  return queries.selectCategories(db);
}

/** Categories to choose from, those without listed articles too. */
export async function listCategoryNames(db: Db) {
  return (await queries.selectNames(db)).map(({ name }) => name);
}

export function findCategory(db: Db | Trx, id: number) {
  return queries.selectCategory(db, id);
}

export async function hasCategory(db: Db, id: number) {
  return (await queries.selectCategory(db, id)) !== undefined;
}

export async function hasCategoryNamed(db: Db, name: string) {
  return (await queries.findCategoryNamed(db, name)) !== undefined;
}

/** Finds or creates a category by name. */
export async function categoryNamed(trx: Trx, name: string) {
  return (await queries.insertOrFindCategory(trx, name)).id;
}
