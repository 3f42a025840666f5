import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import { findMoved } from './moved.ts';
import { isSlug } from './slug-shape.ts';
import * as queries from './slugs.queries.ts';

/**
 * The listed article that a name means now, or meant before it was changed.
 * @throws Failure not-found.
 */
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
