import { Failure } from '@mojian/contract/platform/failures';
import type { Trx } from '../../platform/db/schema.ts';
import { rememberMoved } from './moved.ts';
import { slugTaken, whyNoSlug } from './slug-shape.ts';
import * as queries from './slugs.queries.ts';

/**
 * Makes sure that an article may be called so, before its row says so, and that its former name leads to it from then
 * on. For '' only the latter.
 * @throws Failure invalid-input or taken, blaming `slug`.
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
