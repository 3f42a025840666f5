import type { CategoryRow } from '@mojian/contract/content/categories';
import { type CoverStyle, coverStyleWords, type Pigment, pigmentWords } from '@mojian/contract/core/pigments';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isSameIds } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { moveToCategory } from '../article-rows/article-rows.ts';
import { renameCategoryInDrafts } from '../article-rows/rename-in-drafts.ts';
import * as queries from './categories.queries.ts';
import { nextPigment } from './category-rows.ts';

type Named = {
  name: string;
  intro: string;
  pigment?: Pigment | undefined;
  coverStyle?: CoverStyle | undefined;
};

export async function listAdminCategories(db: Db): Promise<CategoryRow[]> {
  const rows = await queries.listAllCategories(db);
  return rows.map((row) => ({ ...row, articles: Number(row.articles) }));
}

/** @throws Failure taken */
export function createCategory(db: Db, viewer: Viewer, input: Named) {
  return db.transaction().execute(async (trx) => {
    const position = (await queries.findLastPosition(trx)) + 1;
    const pigment = input.pigment ?? (await nextPigment(trx));
    const made = await queries.insertCategory(trx, { ...input, pigment, position });
    if (!made) throw taken();
    await recordAct(trx, viewer, { act: 'categories.create', subject: `category:${made.id}`, after: spelled(input) });
    return made;
  });
}

type Change = Named & { id: number; before: Named };

/**
 * Renames; drafts that name the category follow.
 * @throws Failure not-found; stale when it differs from `before`; taken
 */
export async function updateCategory(db: Db, viewer: Viewer, change: Change) {
  await db
    .transaction()
    .execute((trx) => update(trx, viewer, change))
    .catch((error: unknown) => {
      throw isDuplicate(error) ? taken() : error;
    });
  return null;
}

async function update(trx: Trx, viewer: Viewer, { id, before, ...after }: Change) {
  const { name } = after;
  if (!(await queries.changeCategory(trx, id, before, after)))
    throw (await queries.findWholeCategory(trx, id))
      ? new Failure('stale', '别人刚改过这个分类，请刷新后再改')
      : noCategory();
  if (name !== before.name) await renameCategoryInDrafts(trx, before.name, name);
  const act = { act: 'categories.update', subject: `category:${id}` } as const;
  await recordAct(trx, viewer, { ...act, before: spelled(before), after: spelled(after) });
  await dropPages(trx);
}

/** @throws Failure stale when `ids` are not exactly the categories there are */
export async function orderCategories(db: Db, viewer: Viewer, ids: number[]) {
  await db.transaction().execute(async (trx) => {
    const before = await queries.listInOrder(trx);
    const known = before.map(({ id }) => id);
    if (!isSameIds(known, ids)) throw new Failure('stale', '分类有变化，请刷新后再排');
    for (const [at, id] of ids.entries()) await queries.setPosition(trx, id, at + 1);
    const after = await queries.listInOrder(trx);
    await recordAct(trx, viewer, { act: 'categories.order', before: namesOf(before), after: namesOf(after) });
    await dropPages(trx);
  });
  return null;
}

/**
 * Deletes a category; its articles and drafts move to another, or to none.
 * @throws Failure not-found; invalid-input at `to`
 */
export function removeCategory(db: Db, viewer: Viewer, { id, to }: { id: number; to?: number | undefined }) {
  return db.transaction().execute(async (trx) => {
    const category = await queries.lockCategory(trx, id);
    if (!category) throw noCategory();
    const target = to === undefined ? undefined : await queries.findWholeCategory(trx, to);
    if (to === id || (to !== undefined && !target)) throw new Failure('invalid-input', '请选另一个分类', 'to');
    const moved = await moveToCategory(trx, id, to ?? null);
    await renameCategoryInDrafts(trx, category.name, target?.name ?? '');
    await queries.deleteCategory(trx, id);
    const { name, intro } = category;
    const after = { moved, to: target?.name ?? '' };
    await recordAct(trx, viewer, {
      act: 'categories.remove',
      subject: `category:${id}`,
      before: { name, intro },
      after,
    });
    await dropPages(trx);
    return { moved };
  });
}

/** A change as the audit log shows it. */
function spelled({ pigment, coverStyle, ...named }: Named) {
  return {
    ...named,
    ...(pigment && { pigment: pigmentWords[pigment] }),
    ...(coverStyle && { coverStyle: coverStyleWords[coverStyle] }),
  };
}

/** Every article's page shows the name of its category. */
function dropPages(trx: Trx) {
  return enqueue(trx, 'drop-pages', { tags: ['articles', 'site'] });
}

function taken() {
  return new Failure('taken', '已经有这个分类', 'name');
}

function namesOf(categories: { name: string }[]) {
  return categories.map(({ name }) => name);
}

function noCategory() {
  return new Failure('not-found', '分类不存在', 'id');
}
