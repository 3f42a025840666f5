import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { isEditor } from '../../core/identity/roles.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { hasCategoryNamed } from '../categories/categories.ts';
import { proposeSlug } from '../slugs/propose-slug.ts';
import { slugTaken, whyNoSlug } from '../slugs/slug-shape.ts';
import { checkStructure } from '../text/check-structure.ts';
import * as queries from './check-content.queries.ts';
import type { WithDraft } from './drafts.queries.ts';

/**
 * Whether a text can be handed in as it is.
 * @throws Failure invalid-input or taken, at the first field at fault.
 */
export async function requireComplete(db: Db, viewer: Viewer, article: WithDraft, content: ArticleContent) {
  if (content.title === '') throw wrong('title', '请输入标题');
  if (content.markdown.trim() === '') throw wrong('markdown', '请输入正文');
  requireSource(content);
  await requireSlug(db, article, content.slug);
  await requireCategory(db, viewer, article, content.category);
  if (content.seriesId !== null && !(await queries.hasSeries(db, content.seriesId, article.authorId)))
    throw wrong('seriesId', '专栏不存在');
  await checkStructure(content.markdown);
}

function requireSource({ original, sourceUrl }: ArticleContent) {
  if (!original && sourceUrl === '') throw wrong('sourceUrl', '转载请写明来源网址');
  if (!original && !isWebAddress(sourceUrl)) throw wrong('sourceUrl', '来源须为 http 或 https 网址');
}

async function requireSlug(db: Db, article: WithDraft, slug: string) {
  if (slug === '' || slug === article.slug) return;
  const odd = whyNoSlug(slug);
  if (odd) throw wrong('slug', odd);
  if (!(await proposeSlug(db, { title: '', slug, id: article.id })).available) throw slugTaken();
}

async function requireCategory(db: Db, viewer: Viewer, article: WithDraft, given: string) {
  const name = given.replace(/\s+/g, ' ');
  if (name === '' || name === article.categoryName || isEditor(viewer)) return;
  if (!(await hasCategoryNamed(db, name))) throw wrong('category', '没有这个分类，请选一个已有的');
}

function wrong(field: keyof ArticleContent, text: string) {
  return new Failure('invalid-input', text, field);
}
