import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { readTypeOf } from '../articles/articles.policy.ts';
import { listTagNames, type WithDraft } from './drafts.queries.ts';

/** What its author goes on writing from: the draft, or what readers see while there is none. */
export async function contentOf(db: Db | Trx, article: WithDraft): Promise<ArticleContent> {
  if (article.content === null) return writtenContent(db, article);
  const { commenting = 'open', ...content } = JSON.parse(article.content);
  return { ...content, commenting };
}

/** What the article itself says, whatever its draft does: of a published one what readers see. */
export async function writtenContent(db: Db | Trx, article: WithDraft): Promise<ArticleContent> {
  return {
    title: article.title,
    markdown: article.markdown,
    summary: article.summaryMade === 1 ? '' : article.summary,
    cover: article.cover,
    coverNumber: article.coverNumber,
    focusX: article.focusX,
    focusY: article.focusY,
    category: article.categoryName ?? '',
    tags: await listTagNames(db, article.id),
    keywords: article.keywords,
    original: article.original === 1,
    sourceUrl: article.sourceUrl,
    sourceAuthor: article.sourceAuthor,
    readType: readTypeOf(article) as ArticleContent['readType'],
    slug: article.slug ?? '',
    description: article.description,
    seriesId: article.seriesId,
    commenting: article.commenting,
  };
}

/** Whether they say the same; tags are in no order. */
export function isSame(one: ArticleContent, other: ArticleContent) {
  if (one.markdown !== other.markdown) return false;
  const comparable = ({ tags, ...content }: ArticleContent) => JSON.stringify({ ...content, tags: tags.toSorted() });
  return comparable(one) === comparable(other);
}

/** As both databases can keep it: PostgreSQL takes no NUL, and neither takes half a surrogate pair. */
export function storable(content: ArticleContent): ArticleContent {
  const clean = (text: string) => text.toWellFormed().replaceAll('\0', '');
  const entries = Object.entries(content).map(([name, value]) => {
    if (typeof value === 'string') return [name, clean(value)];
    return [name, Array.isArray(value) ? [...new Set(value.map(clean))] : value];
  });
  return Object.fromEntries(entries);
}
