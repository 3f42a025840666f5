import { longestSlug } from '@mojian/contract/platform/rules';
import type { Db } from '../../platform/db/schema.ts';
import { isSlug, slugTaken, whyNoSlug } from './slug-shape.ts';
import * as queries from './slugs.queries.ts';
import { spellTitle } from './spell-title.ts';

type Asked = { title: string; slug?: string | undefined; id?: number | undefined };

/** Judges a name an author chose, or proposes one from the title that no other article has. */
export async function proposeSlug(db: Db, { title, slug, id }: Asked) {
  if (slug !== undefined) return judge(db, slug.trim(), id);
  const base = await spellTitle(title);
  if (base === '') return { slug: '', available: false, problem: '' };
  const taken = await takenLike(db, base, id);
  return { slug: firstFree(base, taken), available: true, problem: '' };
}

async function judge(db: Db, slug: string, id: number | undefined) {
  const problem = whyNoSlug(slug) || ((await takenLike(db, slug, id)).has(slug) ? slugTaken().message : '');
  return { slug, available: problem === '', problem };
}

async function takenLike(db: Db, base: string, id: number | undefined) {
  // what is appended may cost the last characters
  const start = base.slice(0, longestSlug - 6);
  const [slugs, moved] = await Promise.all([
    queries.listSlugsLike(db, start, id),
    queries.listMovedLike(db, start, id),
  ]);
  return new Set([...slugs, ...moved]);
}

function firstFree(base: string, taken: Set<string | null>) {
  if (!taken.has(base)) return base;
  for (let count = 2; ; count++) {
    const next = `${base.slice(0, longestSlug - `-${count}`.length).replace(/(?<!-)-+$/, '')}-${count}`;
    if (!taken.has(next) && isSlug(next)) return next;
  }
}
