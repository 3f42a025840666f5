import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Slugs with this prefix in any state, but the asking article's. */
export async function listSlugsLike(db: Db, start: string, except: number | undefined) {
  const rows = await db
    .selectFrom('articles')
    .select('slug')
    .where('slug', 'like', `${start}%`)
    .$if(except !== undefined, (articles) => articles.where('id', '<>', except ?? 0))
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Redirects with this prefix to other articles. */
export async function listMovedLike(db: Db | Trx, start: string, except: number | undefined) {
  const rows = await db
    .selectFrom('movedPaths')
    .select('path')
    .where('path', 'like', `/article/${start}%`)
    .where('target', '<>', `/article/${except ?? 0}`)
    .execute();
  return rows.map(({ path }) => path.slice('/article/'.length));
}

export function findSlugOwner(db: Db | Trx, slug: string) {
  return db.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirst();
}

export function findSlugOf(trx: Trx, id: number) {
  return trx.selectFrom('articles').select('slug').where('id', '=', id).executeTakeFirst();
}

export function findListed(db: Db, where: { slug: string } | { id: number }) {
  const articles = db.selectFrom('articles').select('id').where(listed);
  return (
    'slug' in where ? articles.where('slug', '=', where.slug) : articles.where('id', '=', where.id)
  ).executeTakeFirst();
}

export async function forgetMoved(trx: Trx, path: string) {
  await trx.deleteFrom('movedPaths').where('path', '=', path).execute();
}

export async function listSlugsOf(db: Db, ids: number[]) {
  return ids.length > 0 ? db.selectFrom('articles').select(['id', 'slug']).where('id', 'in', ids).execute() : [];
}
