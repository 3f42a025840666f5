import { isSlug } from '../../content/slugs/slug-shape.ts';
import { findMoved } from '../../content/slugs/moved.ts';
import type { Db } from '../../platform/db/schema.ts';

export type Match = { articleId: number; how: 'chosen' | 'address' | 'slug' | 'title' };

const mostRemembered = 5000;

/**
 * Matches addresses of comments to articles: as chosen by the owner, by a former or present address, by the last part
 * as slug, by title where just one article has it. Answers are remembered for the run.
 */
export function createMatcher(db: Db, chosen: Record<string, number>) {
  const known = new Map<string, Match | undefined>();
  return async (address: string, title: string) => {
    const place = `${address}\n${title}`;
    if (known.has(place)) return known.get(place);
    if (known.size >= mostRemembered) known.clear();
    const found = await match(db, chosen, address, title);
    known.set(place, found);
    return found;
  };
}

async function match(
  db: Db,
  chosen: Record<string, number>,
  address: string,
  title: string,
): Promise<Match | undefined> {
  const choice = [address, title].map((place) => (Object.hasOwn(chosen, place) ? chosen[place] : undefined)).find(Boolean);
  if (choice !== undefined && (await isArticle(db, choice))) return { articleId: choice, how: 'chosen' };
  const url = URL.parse(address, 'http://site');
  if (url && address !== '') {
    const moved = await findMoved(db, `${url.pathname}${url.search}`);
    const path = /^\/(?:article|page)\/([^/?#]+)/.exec(moved ?? url.pathname)?.[1];
    const byAddress = path && (/^\d{1,9}$/.test(path) ? await isArticle(db, Number(path)) : await bySlug(db, path));
    if (byAddress) return { articleId: byAddress, how: 'address' };
    const last = lastPart(url.pathname);
    const found = isSlug(last) ? await bySlug(db, last) : undefined;
    if (found) return { articleId: found, how: 'slug' };
  }
  const titled = await byTitle(db, title);
  return titled === undefined ? undefined : { articleId: titled, how: 'title' };
}

function lastPart(path: string) {
  const parts = path
    .replace(/\/(?:index\.html?|amp)?\/?$/i, '')
    .replace(/\.\w{2,5}$/, '')
    .split('/');
  return decodeURIComponentSafely(parts.at(-1) ?? '').toLowerCase();
}

function decodeURIComponentSafely(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function isArticle(db: Db, id: number) {
  const row = await db.selectFrom('articles').select('id').where('id', '=', id).executeTakeFirst();
  return row?.id;
}

async function bySlug(db: Db, slug: string) {
  const row = await db.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirst();
  return row?.id;
}

/** Undefined also when several articles have the title. */
async function byTitle(db: Db, title: string) {
  const plain = title.replace(/\s+/g, ' ').trim();
  if (plain === '') return undefined;
  const rows = await db.selectFrom('articles').select('id').where('title', '=', plain).limit(2).execute();
  return rows.length === 1 ? rows[0]?.id : undefined;
}
