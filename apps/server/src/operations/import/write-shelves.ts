import { findMoved, type Remembered, rememberMoved } from '../../content/slugs/moved.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Context, Outcome } from './context.ts';
import type { SourceCategory, SourceTag } from './form.ts';

type Shelf = SourceCategory | SourceTag;

/**
 * Leads the former addresses of a category or tag to its list. `skipped`: no article is in it. One without addresses is
 * new where articles are.
 */
export function importAddresses({ db }: Context, item: Shelf, hasNewArticles: boolean): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const target = await findShelf(trx, item);
    if (target === undefined) return 'skipped';
    if (item.kind === 'category' && item.intro) await giveIntro(trx, nameOf(item), item.intro);
    const results: Remembered[] = [];
    for (const address of item.addresses) results.push(await rememberMoved(trx, address, target, 'import'));
    if (results.some((result) => result === 'added' || result === 'changed')) return 'added';
    return results.length === 0 && hasNewArticles ? 'added' : 'unchanged';
  });
}

/** Foresees what `importAddresses` would do. */
export async function foreseeAddresses({ db }: Context, item: Shelf): Promise<Outcome> {
  if ((await findShelf(db, item)) === undefined) return 'added';
  for (const address of item.addresses) if ((await findMoved(db, address)) === undefined) return 'added';
  return 'unchanged';
}

function nameOf({ name }: Shelf) {
  return name.replace(/\s+/g, ' ').trim();
}

/** Address of the category of this name or else of the tag: second categories are tags. */
async function findShelf(db: Db | Trx, item: Shelf) {
  const idIn = (table: 'categories' | 'tags') =>
    db.selectFrom(table).select('id').where('name', '=', nameOf(item)).executeTakeFirst();
  const category = await idIn('categories');
  if (category) return `/category?id=${category.id}`;
  const tag = await idIn('tags');
  return tag && `/tags?id=${tag.id}`;
}

async function giveIntro(trx: Trx, name: string, intro: string) {
  await trx
    .updateTable('categories')
    .set({ intro: intro.slice(0, 200) })
    .where('name', '=', name)
    .where('intro', '=', '')
    .execute();
}
