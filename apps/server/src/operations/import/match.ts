import { isSlug } from '@mojian/contract/content/slug-shape';
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
  const choice = chosenFor(chosen, address) ?? chosenFor(chosen, title);
  if (choice !== undefined && (await isArticle(db, choice))) return { articleId: choice, how: 'chosen' };
  const found = address === '' ? undefined : await byPath(db, URL.parse(address, 'http://site'));
  if (found) return found;
  const titled = await byTitle(db, title);
  return titled === undefined ? undefined : { articleId: titled, how: 'title' };
}

function chosenFor(chosen: Record<string, number>, place: string) {
  return place !== '' && Object.hasOwn(chosen, place) ? chosen[place] : undefined;
}

async function byPath(db: Db, url: URL | null): Promise<Match | undefined> {
  if (!url) return undefined;
  const moved = await findMoved(db, `${url.pathname}${url.search}`);
  const named = /^\/(?:article|page)\/([^/?#]+)/.exec(moved ?? url.pathname)?.[1];
  const articleId = named === undefined ? undefined : await findByNumberOrSlug(db, named);
  if (articleId !== undefined) return { articleId, how: 'address' };
  const last = lastPart(url.pathname);
  const found = isSlug(last) ? await bySlug(db, last) : undefined;
  return found === undefined ? undefined : { articleId: found, how: 'slug' };
}

function findByNumberOrSlug(db: Db, name: string) {
  return /^\d{1,9}$/.test(name) ? isArticle(db, Number(name)) : bySlug(db, name);
}

function lastPart(path: string) {
  const segments = path
    .replace(/\/(?:index\.html?|amp)?\/?$/i, '')
    .replace(/\.\w{2,5}$/, '')
    .split('/');
  return decodeURIComponentSafely(segments.at(-1) ?? '').toLowerCase();
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
