import { findMoved, type Remembered, rememberMoved } from '../../content/slugs/moved.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Context, Outcome } from './context.ts';
import type { SourceCategory, SourceTag } from './form.ts';

type CategoryOrTag = SourceCategory | SourceTag;

/**
 * Redirects the former addresses of a category or tag to its list. `skipped` when no article here has it; one without
 * addresses counts as added when the run added articles.
 */
export function importListAddresses({ db }: Context, item: CategoryOrTag, hasNewArticles: boolean): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const target = await findListPath(trx, item);
    if (target === undefined) return 'skipped';
    if (item.kind === 'category' && item.intro) await fillEmptyIntro(trx, cleanName(item), item.intro);
    const results: Remembered[] = [];
    for (const address of item.addresses) results.push(await rememberMoved(trx, address, target, 'import'));
    if (results.some((result) => result === 'added' || result === 'changed')) return 'added';
    return results.length === 0 && hasNewArticles ? 'added' : 'unchanged';
  });
}

/** Tells what `importListAddresses` would do, without writing. */
export async function previewListAddresses({ db }: Context, item: CategoryOrTag): Promise<Outcome> {
  if ((await findListPath(db, item)) === undefined) return 'added';
  for (const address of item.addresses) if ((await findMoved(db, address)) === undefined) return 'added';
  return 'unchanged';
}

function cleanName({ name }: CategoryOrTag) {
  return name.replace(/\s+/g, ' ').trim();
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

async function fillEmptyIntro(trx: Trx, name: string, intro: string) {
  await trx
    .updateTable('categories')
    .set({ intro: intro.slice(0, 200) })
    .where('name', '=', name)
    .where('intro', '=', '')
    .execute();
}
