import type { Db } from '../db/schema.ts';
import { readSettings } from '../site/settings.ts';

type Addressed = { id: number; slug: string | null };

/** How to get the one address of a listed article: under its name where the owner wants names, else under its number. */
export async function articlePaths(db: Db) {
  const { slugs } = (await readSettings(db)).writing;
  return ({ id, slug }: Addressed) => `/article/${slugs && slug ? slug : id}`;
}
