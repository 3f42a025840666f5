import { enhance, type ServedArticle } from '../../content/article/enhance.ts';
import type { HighlightDeps } from '../highlights/deps.ts';
import type { CommentDeps } from './deps.ts';
import type { Discussion } from './threads.ts';

type Served = ServedArticle & {
  discussion: Discussion | null;
  comments: CommentDeps;
  highlights: Pick<HighlightDeps, 'calls' | 'reading' | 'quoteCards'>;
};

/** Adds interaction to an article's page and to the comments below it. Returns a cleanup function. */
export function enhanceArticle(page: HTMLElement, { discussion, comments, highlights, ...served }: Served) {
  const { id, commenting } = served.article;
  const ending = new AbortController();
  const { signal } = ending;
  const stop = enhance(page, served);
  void import('./watch-comments.ts').then(({ watchComments }) => {
    const target = { articleId: id };
    const deps = { ...comments, isClosed: commenting === 'closed' };
    void import('../highlights/watch-selection.ts').then(({ watchSelection }) =>
      watchSelection(page, { ...highlights, article: served.article, comments: deps }, signal),
    );
    watchComments(page, { target, discussion, deps }, signal);
  });
  return () => {
    ending.abort();
    stop();
  };
}
