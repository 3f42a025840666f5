import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { ReactNode } from 'react';
import { ArticleScreen } from '../../content/article/article-screen.tsx';
import { ServedComments } from './served-comments.tsx';
import type { Discussion } from './threads.ts';

type Props = { article: ArticleInfo; site: SiteInfo; discussion: Discussion | null; albumHead?: ReactNode };

/** An article's page with its comments. */
export function CommentedArticle({ article, site, discussion, albumHead }: Props) {
  return (
    <ArticleScreen
      article={article}
      site={site}
      albumHead={albumHead}
      comments={
        discussion &&
        article.commenting !== 'hidden' && (
          <ServedComments discussion={discussion} isClosed={article.commenting === 'closed'} />
        )
      }
    />
  );
}
