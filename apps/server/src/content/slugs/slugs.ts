import { Failure } from '@mojian/contract/platform/failures';
import { longestSlug } from '@mojian/contract/platform/rules';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { findMoved, rememberMoved } from './moved.ts';
import { isSlug, slugTaken, spellTitle, whyNoSlug } from './slug-shape.ts';
import * as queries from './slugs.queries.ts';
import { listSlugsOf } from './slugs.queries.ts';

/** Finds the listed article of a present or former slug. @throws Failure not-found */
export async function findBySlug(db: Db, slug: string) {
  const known = isSlug(slug) ? await queries.findListed(db, { slug }) : undefined;
  const found = known ?? (await findFormer(db, slug));
  if (!found) throw new Failure('not-found', '文章不存在或尚未发布');
  return found;
}

async function findFormer(db: Db, slug: string) {
  const [, id] = /^\/article\/(\d{1,9})$/.exec((await findMoved(db, `/article/${slug}`)) ?? '') ?? [];
  return id === undefined ? undefined : queries.findListed(db, { id: Number(id) });
}

type Addressed = { id: number; slug: string | null };

/** Returns a function from article to path: by slug where slugs are on, else by id. */
export async function articlePaths(db: Db) {
  const { slugs } = (await readSettings(db)).writing;
  return ({ id, slug }: Addressed) => `/article/${slugs && slug ? slug : id}`;
}

/** Paths in the order of `ids`. */
export async function pathsOf(db: Db, ids: number[]) {
  const pathOf = await articlePaths(db);
  const slugs = new Map((await listSlugsOf(db, ids)).map(({ id, slug }) => [id, slug]));
  return ids.map((id) => pathOf({ id, slug: slugs.get(id) ?? null }));
}

/**
 * Checks a new slug before it is stored and redirects the former one; '' only redirects.
 * @throws Failure invalid-input or taken at `slug`
 */
export async function claimSlug(trx: Trx, articleId: number, slug: string) {
  if (slug !== '') await requireFree(trx, articleId, slug);
  const former = (await queries.findSlugOf(trx, articleId))?.slug ?? '';
  if (former === slug) return;
  if (slug !== '') await queries.forgetMoved(trx, `/article/${slug}`);
  if (former !== '') await rememberMoved(trx, `/article/${former}`, `/article/${articleId}`);
}

async function requireFree(trx: Trx, articleId: number, slug: string) {
  const problem = whyNoSlug(slug);
  if (problem) throw new Failure('invalid-input', problem, 'slug');
  const owner = await queries.findSlugOwner(trx, slug);
  const moved = await queries.listMovedLike(trx, slug, articleId);
  if ((owner && owner.id !== articleId) || moved.includes(slug)) throw slugTaken();
}

type Proposal = { title: string; slug?: string | undefined; id?: number | undefined };

/** Validates a chosen slug, or proposes a free one from the title. */
export async function proposeSlug(db: Db, { title, slug, id }: Proposal) {
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
  // Leaves room for a suffix.
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
