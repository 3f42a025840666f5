import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { CommentDeps } from './deps.ts';
import { offerQuotesOf } from './quote-article.ts';
import type { Discussion } from './threads.ts';
import { watchComments } from './watch-comments.ts';

type Options = { article: ArticleInfo; discussion: Discussion | null; deps: CommentDeps };

/** Adds interaction to the comments of an article's page, which may quote its text. */
export function watchArticleComments(
  page: HTMLElement,
  { article: { id, commenting }, discussion, deps }: Options,
  signal: AbortSignal,
) {
  const target = { articleId: id };
  offerQuotesOf(page, target, signal);
  watchComments(page, { target, discussion, deps: { ...deps, isClosed: commenting === 'closed' } }, signal);
}
