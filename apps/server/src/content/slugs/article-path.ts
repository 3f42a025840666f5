import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { listSlugsOf } from './slugs.queries.ts';

type Addressed = { id: number; slug: string | null };

/** How to get the one address of a listed article: under its name where the owner wants names, else under its number. */
export async function articlePaths(db: Db) {
  const { slugs } = (await readSettings(db)).writing;
  return ({ id, slug }: Addressed) => `/article/${slugs && slug ? slug : id}`;
}

/** The same for articles of which no more is known than their numbers, in that order. */
export async function pathsOf(db: Db, ids: number[]) {
  const pathOf = await articlePaths(db);
  const slugs = new Map((await listSlugsOf(db, ids)).map(({ id, slug }) => [id, slug]));
  return ids.map((id) => pathOf({ id, slug: slugs.get(id) ?? null }));
}
