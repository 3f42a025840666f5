import { isSlug, whyNoSlug } from '@mojian/contract/content/slug-shape';
import { Failure } from '@mojian/contract/platform/failures';
import { type ArticleKind, longestSlug } from '@mojian/contract/platform/rules';
import { readSettings } from '../../core/settings/settings.ts';
import { shown } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { findMoved, rememberMoved } from './moved.ts';
import { deleteMoved } from './moved-rows.ts';
import { slugTaken, spellTitle } from './spell-slug.ts';

/** Finds the published article or page of a present or former slug. @throws Failure not-found */
export async function findBySlug(db: Db, slug: string) {
  const known = isSlug(slug) ? await findShown(db, { slug }) : undefined;
  const found = known ?? (await findFormer(db, slug));
  if (!found) throw new Failure('not-found', '文章不存在或尚未发布');
  return found;
}

async function findFormer(db: Db, slug: string) {
  const [, id] = /^\/article\/(\d{1,9})$/.exec((await findMoved(db, `/article/${slug}`)) ?? '') ?? [];
  return id === undefined ? undefined : findShown(db, { id: Number(id) });
}

/** Without a kind: an article, as in every list. */
export type Addressed = { id: number; slug: string | null; kind?: ArticleKind };

/** Returns a function from article to path: by slug where slugs are on, else by id; that of a page is always its slug. */
export async function articlePaths(db: Db) {
  const { slugs } = (await readSettings(db)).writing;
  return (article: Addressed) => articlePath(article, slugs);
}

/** @param slugs whether the site has them on */
export function articlePath({ id, slug, kind }: Addressed, slugs: boolean) {
  return kind === 'page' ? `/page/${slug ?? id}` : `/article/${slugs && slug ? slug : id}`;
}

/** Public paths in the order of `ids`: by id unless published, since a slug may tell what an article is about. */
export async function listArticlePaths(db: Db, ids: number[]) {
  const pathOf = await articlePaths(db);
  const known = new Map((await listSlugsOf(db, ids)).map((article) => [article.id, article]));
  return ids.map((id) => pathOf(known.get(id) ?? { id, slug: null }));
}

/**
 * Checks a new slug before it is stored and redirects the former one; '' only redirects.
 * @throws Failure invalid-input or taken at `slug`
 */
export async function claimSlug(trx: Trx, articleId: number, slug: string) {
  if (slug !== '') await requireFree(trx, articleId, slug);
  const former = (await findSlugOf(trx, articleId))?.slug ?? '';
  if (former === slug) return;
  if (slug !== '') await deleteMoved(trx, `/article/${slug}`);
  if (former !== '') await rememberMoved(trx, `/article/${former}`, `/article/${articleId}`, 'renamed');
}

async function requireFree(trx: Trx, articleId: number, slug: string) {
  const problem = whyNoSlug(slug);
  if (problem) throw new Failure('invalid-input', problem, 'slug');
  const owner = await findSlugOwner(trx, slug);
  const moved = await listMovedLike(trx, slug, articleId);
  if ((owner && owner.id !== articleId) || moved.includes(slug)) throw slugTaken();
}

type Proposal = { title: string; slug?: string | undefined; id?: number | undefined };

/** Validates a chosen slug, or proposes a free one from the title. */
export async function proposeSlug(db: Db, { title, slug, id }: Proposal) {
  if (slug !== undefined) return judge(db, slug.trim(), id);
  const base = await spellTitle(title);
  if (base === '') return { slug: '', available: false, problem: '' };
  return { slug: await freeSlug(db, base, id), available: true, problem: '' };
}

/** Returns the slug, with a number added while another article has or had it. */
export async function freeSlug(db: Db, base: string, id?: number) {
  if (!(await isTaken(db, base, id))) return base; // by index, for imports of many articles
  return firstFree(base, await takenLike(db, base, id));
}

async function judge(db: Db, slug: string, id: number | undefined) {
  const problem = whyNoSlug(slug) || ((await takenLike(db, slug, id)).has(slug) ? slugTaken().message : '');
  return { slug, available: problem === '', problem };
}

async function takenLike(db: Db, base: string, id: number | undefined) {
  // Leaves room for a suffix.
  const start = base.slice(0, longestSlug - 6);
  const [slugs, moved] = await Promise.all([listSlugsLike(db, start, id), listMovedLike(db, start, id)]);
  return new Set([...slugs, ...moved]);
}

async function isTaken(db: Db, slug: string, id: number | undefined) {
  const owner = await findSlugOwner(db, slug);
  if (owner && owner.id !== id) return true;
  const moved = await findMoved(db, `/article/${slug}`);
  return moved !== undefined && moved !== `/article/${id}`;
}

function firstFree(base: string, taken: Set<string | null>) {
  if (!taken.has(base)) return base;
  for (let count = 2; ; count++) {
    const next = `${base.slice(0, longestSlug - `-${count}`.length).replace(/(?<!-)-+$/, '')}-${count}`;
    if (!taken.has(next) && isSlug(next)) return next;
  }
}

/** Slugs with this prefix in any state, but the asking article's. */
async function listSlugsLike(db: Db, start: string, except: number | undefined) {
  const rows = await db
    .selectFrom('articles')
    .select('slug')
    .where('slug', 'like', `${start}%`)
    .$if(except !== undefined, (articles) => articles.where('id', '<>', except ?? 0))
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Redirects with this prefix to other articles. */
async function listMovedLike(db: Db | Trx, start: string, except: number | undefined) {
  const rows = await db
    .selectFrom('movedPaths')
    .select('path')
    .where('removedAt', 'is', null)
    .where('path', 'like', `/article/${start}%`)
    .where('target', '<>', `/article/${except ?? 0}`)
    .execute();
  return rows.map(({ path }) => path.slice('/article/'.length));
}

function findSlugOwner(db: Db | Trx, slug: string) {
  return db.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirst();
}

function findSlugOf(trx: Trx, id: number) {
  return trx.selectFrom('articles').select('slug').where('id', '=', id).executeTakeFirst();
}

function findShown(db: Db, where: { slug: string } | { id: number }) {
  const articles = db.selectFrom('articles').select('id').where(shown);
  return (
    'slug' in where ? articles.where('slug', '=', where.slug) : articles.where('id', '=', where.id)
  ).executeTakeFirst();
}

async function listSlugsOf(db: Db, ids: number[]) {
  return ids.length > 0
    ? db
        .selectFrom('articles')
        .select(['id', 'slug', 'kind'])
        .where('id', 'in', ids)
        .where('state', '=', 'published')
        .execute()
    : [];
}
