import type { ArticleInfo } from '@mojian/contract/content/articles';
import { showActs } from './acts.ts';
import type { ArticleCalls } from './article-calls.ts';
import { showFollowed } from './follow-writer.ts';

/** Adds to everyone's page what this member has done to it. Nothing is said when there is no answer. */
export async function showOwnState(
  page: HTMLElement,
  { article, calls }: { article: ArticleInfo; calls: ArticleCalls },
) {
  const own = await calls.reading.mine({ query: { id: article.id } }).catch(() => undefined);
  if (!own) return;
  showActs(own);
  showFollowed(page, article, own.followed);
}
