import { enhance, type ServedArticle } from '../../content/article/enhance.ts';
import type { CommentDeps } from './deps.ts';
import type { Discussion } from './threads.ts';

type Served = ServedArticle & { discussion: Discussion | null; comments: CommentDeps };

/** Adds interaction to an article's page and to the comments below it. Returns a cleanup function. */
export function enhanceArticle(page: HTMLElement, { discussion, comments, ...served }: Served) {
  const { id, commenting } = served.article;
  const ending = new AbortController();
  const { signal } = ending;
  const stop = enhance(page, served);
  void import('./watch-comments.ts').then(({ watchComments }) => {
    const target = { articleId: id };
    void import('./quote-article.ts').then(({ offerQuotesOf }) => offerQuotesOf(page, target, signal));
    const deps = { ...comments, isClosed: commenting === 'closed' };
    watchComments(page, { target, discussion, deps }, signal);
  });
  return () => {
    ending.abort();
    stop();
  };
}
