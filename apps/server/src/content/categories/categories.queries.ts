import type { CoverStyle, Pigment } from '@mojian/contract/core/pigments';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { nextPigment } from './category-rows.ts';

/** Only categories with listed articles: those named in drafts stay private. */
export function selectCategories(db: Db) {
  return db
    .selectFrom('articleLists')
    .innerJoin('categories', 'categories.id', 'articleLists.targetId')
    .select(['categories.id', 'categories.name', 'categories.intro', 'categories.pigment', 'articleLists.articles'])
    .where('articleLists.kind', '=', 'category')
    .orderBy('categories.position')
    .orderBy('categories.id')
    .execute();
}

/** Left out are names that only articles brought and no listed one has. */
export function selectNames(db: Db) {
  return db
    .selectFrom('categories')
    .leftJoin('articleLists', (list) =>
      list.onRef('articleLists.targetId', '=', 'categories.id').on('articleLists.kind', '=', 'category'),
    )
    .select('categories.name')
    .where(({ or, eb }) => or([eb('categories.position', '>', 0), eb('articleLists.targetId', 'is not', null)]))
    .orderBy('categories.position')
    .orderBy('categories.id')
    .execute();
}

export function selectCategory(db: Db | Trx, id: number) {
  return db.selectFrom('categories').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

export function findCategoryNamed(db: Db, name: string) {
  return db.selectFrom('categories').select('id').where('name', '=', name).executeTakeFirst();
}

/** Upserts, so that two concurrent calls get the same row. */
export async function insertOrFindCategory(trx: Trx, name: string) {
  return trx
    .insertInto('categories')
    .values({ name, pigment: await nextPigment(trx) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: sql`excluded.name` }))
    .returning('id')
    .executeTakeFirstOrThrow();
}

type Named = {
  name: string;
  intro: string;
  pigment?: Pigment | undefined;
  coverStyle?: CoverStyle | undefined;
};

/** Whether the staff may know of a category: of one that only private articles brought just their authors do. */
const isSeen = sql<boolean>`(categories.position > 0
  or exists (select 1 from "articleStates" as used where used."categoryId" = categories.id and used.state <> 'private')
  or not exists (select 1 from "articleStates" as used where used."categoryId" = categories.id))`;

/** Counts articles that are neither trashed nor private. */
export function listAllCategories(db: Db) {
  return db
    .selectFrom('categories')
    .select(({ selectFrom }) => [
      'categories.id',
      'categories.name',
      'categories.intro',
      'categories.pigment',
      'categories.coverStyle',
      selectFrom('articleStates')
        .whereRef('articleStates.categoryId', '=', 'categories.id')
        .where('removed', '=', 0)
        .where('state', '<>', 'private')
        .select(sql<number>`coalesce(sum(articles), 0)`.as('n'))
        .as('articles'),
    ])
    .where(isSeen)
    .orderBy('categories.position')
    .orderBy('categories.id')
    .execute();
}

export function findWholeCategory(trx: Trx, id: number) {
  return trx.selectFrom('categories').selectAll().where('id', '=', id).where(isSeen).executeTakeFirst();
}

/** Locks the category, so that no article can join it before the transaction ends. */
export function lockCategory(trx: Trx, id: number) {
  return trx
    .updateTable('categories')
    .set((category) => ({ position: category.ref('position') }))
    .where('id', '=', id)
    .where(isSeen)
    .returningAll()
    .executeTakeFirst();
}

/** Undefined when the name is taken. One that only private articles brought becomes the site's. */
export function insertCategory(trx: Trx, category: Named & { position: number }) {
  return trx
    .insertInto('categories')
    .values(category)
    .onConflict((known) => known.column('name').doUpdateSet(category).where(sql<boolean>`not ${isSeen}`))
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

/** Updates only while it equals `before`. */
export async function changeCategory(trx: Trx, id: number, before: Named, after: Named) {
  const { numUpdatedRows } = await trx
    .updateTable('categories')
    .set(after)
    .where('id', '=', id)
    .where('name', '=', before.name)
    .where('intro', '=', before.intro)
    .$if(before.pigment !== undefined, (known) => known.where('pigment', '=', before.pigment ?? 'plain'))
    .$if(before.coverStyle !== undefined, (known) => known.where('coverStyle', '=', before.coverStyle ?? 'painting'))
    .where(isSeen)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

export function listInOrder(trx: Trx) {
  return trx.selectFrom('categories').select(['id', 'name']).where(isSeen).orderBy('position').orderBy('id').execute();
}

export async function setPosition(trx: Trx, id: number, position: number) {
  await trx.updateTable('categories').set({ position }).where('id', '=', id).execute();
}

export async function deleteCategory(trx: Trx, id: number) {
  await trx.deleteFrom('categories').where('id', '=', id).execute();
}
