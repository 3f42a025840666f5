import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { AlbumHead as AlbumCover } from '../../content/article/album-head.tsx';
import { ArticleScreen } from '../../content/article/article-screen.tsx';
import { ServedComments } from './served-comments.tsx';
import type { Discussion } from './threads.ts';

type Props = { article: ArticleInfo; site: SiteInfo; discussion: Discussion | null };

let AlbumHead: typeof AlbumCover | undefined;

/** Loads the cover of an album, whose code no other article needs. */
export async function loadAlbum({ album }: ArticleInfo) {
  if (album) ({ AlbumHead } = await import('../../content/article/album-head.tsx'));
}

/** An article's page with its comments. */
export function CommentedArticle({ article, site, discussion }: Props) {
  return (
    <ArticleScreen
      article={article}
      site={site}
      albumHead={article.album && AlbumHead && <AlbumHead article={article} album={article.album} />}
      comments={
        discussion &&
        article.commenting !== 'hidden' && (
          <ServedComments discussion={discussion} isClosed={article.commenting === 'closed'} />
        )
      }
    />
  );
}
