import { kindWords } from '@mojian/contract/operations/import-words';
import { longestName } from '@mojian/contract/platform/rules';
import type { SourceCategory, SourceTag } from '@mojian/importers/form';
import { fillCategoryIntro } from '../../content/categories/category-rows.ts';
import { findMoved, type Remembered, rememberMoved } from '../../content/slugs/moved.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Context, Outcome } from './context.ts';
import { findImportedRow, putImportedRow } from './ledger.ts';
import { markOf } from './undo-own.ts';

type CategoryOrTag = SourceCategory | SourceTag;

/**
 * Redirects the former addresses of a category or tag to its list. `skipped` when no article here has it; one without
 * addresses counts as added when the run added articles.
 */
export async function importListAddresses(context: Context, item: CategoryOrTag, hasNewArticles: boolean) {
  const outcome = await context.db.transaction().execute(async (trx): Promise<Outcome> => {
    const target = await findListPath(trx, item);
    if (target === undefined) return 'skipped';
    if (item.kind === 'category' && item.intro) await fillEmptyIntro(trx, context, cleanName(item), item.intro);
    const results = await rememberAll(trx, context, item, target);
    if (results.some((result) => result === 'added' || result === 'changed')) return 'added';
    return results.length === 0 && hasNewArticles ? 'added' : 'unchanged';
  });
  if (outcome === 'skipped') reportUnused(context, item);
  return outcome;
}

async function rememberAll(trx: Trx, context: Context, { addresses, name }: CategoryOrTag, target: string) {
  const results: Remembered[] = [];
  for (const address of addresses) {
    const result = await rememberMoved(trx, address, target, 'import');
    if (result === 'added') await noteAddress(trx, context, address, name);
    results.push(result);
  }
  return results;
}

/** Names of the categories and tags that coming articles will have, and whether any is new here. */
export type ComingLists = { names: ReadonlySet<string>; hasNewArticles: boolean };

/** Tells what `importListAddresses` would do, without writing. */
export async function previewListAddresses(context: Context, item: CategoryOrTag, coming: ComingLists) {
  const outcome = await expectedOutcome(context, item, coming);
  if (outcome === 'skipped') reportUnused(context, item);
  return outcome;
}

async function expectedOutcome(
  { db }: Context,
  item: CategoryOrTag,
  { names, hasNewArticles }: ComingLists,
): Promise<Outcome> {
  if (!names.has(cleanName(item)) && (await findListPath(db, item)) === undefined) return 'skipped';
  for (const address of item.addresses) if ((await findMoved(db, address)) === undefined) return 'added';
  return item.addresses.length === 0 && hasNewArticles ? 'added' : 'unchanged';
}

function reportUnused({ reportLoss }: Context, item: CategoryOrTag) {
  reportLoss({ thing: kindWords[item.kind], place: item.name, reason: '没有文章用到它，没有建' });
}

/** Name as it is stored with an article. */
function cleanName({ name }: Pick<CategoryOrTag, 'name'>) {
  return Array.from(name.replace(/\s+/g, ' ').trim()).slice(0, longestName).join('').trim();
}

/** Marks rows of the ledger that no item of a file has, but that an undo removes. */
const [ofAddress, ofCategory] = ['list ', 'made '];

/** Address or name that the ledger's key of a list's address or category holds. */
export function listKey(key: string) {
  return key.startsWith(ofAddress) || key.startsWith(ofCategory) ? key.slice(ofAddress.length) : key;
}

async function noteAddress(trx: Trx, { origin, runId }: Context, address: string, title: string) {
  const row = { origin, kind: 'redirect' as const, key: `${ofAddress}${address}`, rowId: 0, mark: '', runId };
  await putImportedRow(trx, { ...row, hash: '', title, source: '' });
}

/** Writes an article, and enters its category in the ledger if that was not here before. */
export async function notingCategory<Result>(
  trx: Trx,
  context: Context,
  name: string | null | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  const isMissing = Boolean(name) && (await findCategory(trx, name ?? '')) === undefined;
  const written = await write();
  if (isMissing && name) await noteNewCategory(trx, context, name);
  return written;
}

function findCategory(trx: Trx, name: string) {
  return trx.selectFrom('categories').select('id').where('name', '=', name).executeTakeFirst();
}

/** Enters a category that an article of this run made, so that an undo takes it away. */
async function noteNewCategory(trx: Trx, { origin, runId }: Context, name: string) {
  const category = await findCategory(trx, name);
  if (!category) return;
  const key = `${ofCategory}${name}`;
  const mark = (await markOf(trx, { kind: 'category', rowId: category.id, key })) ?? '';
  const row = { origin, kind: 'category' as const, key, rowId: category.id, mark, runId };
  await putImportedRow(trx, { ...row, hash: '', title: name, source: '' });
}

/** Finds the list of the category of this name, else of the tag: second categories of an article become tags. */
async function findListPath(db: Db | Trx, item: CategoryOrTag) {
  const idIn = (table: 'categories' | 'tags') =>
    db.selectFrom(table).select('id').where('name', '=', cleanName(item)).executeTakeFirst();
  const category = await idIn('categories');
  if (category) return `/category?id=${category.id}`;
  const tag = await idIn('tags');
  return tag && `/tags?id=${tag.id}`;
}

async function fillEmptyIntro(trx: Trx, context: Context, name: string, intro: string) {
  if (intro.length > 200)
    context.reportLoss({ thing: kindWords.category, place: name, reason: '介绍太长，只留下前 200 个字' });
  await fillCategoryIntro(trx, name, intro.slice(0, 200));
  const { origin } = context;
  const made = await findImportedRow(trx, { origin, kind: 'category', key: `${ofCategory}${name}` });
  if (made?.runId === context.runId) await noteNewCategory(trx, context, name);
}
