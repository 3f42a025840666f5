import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { AlbumHead as AlbumCover } from '../../content/article/album-head.tsx';
import { ArticleScreen } from '../../content/article/article-screen.tsx';
import type { UnlockBox as Box } from '../../content/article/unlock-box.tsx';
import { ServedComments } from './served-comments.tsx';
import type { Discussion } from './threads.ts';

type Props = { article: ArticleInfo; site: SiteInfo; discussion: Discussion | null };

let AlbumHead: typeof AlbumCover | undefined;
let UnlockBox: typeof Box | undefined;

/** Loads what only some articles need: the cover of an album, and the box of a locked one. */
export async function loadRest({ album, locked }: ArticleInfo) {
  if (album) ({ AlbumHead } = await import('../../content/article/album-head.tsx'));
  if (locked) ({ UnlockBox } = await import('../../content/article/unlock-box.tsx'));
}

/** An article's page with its comments. */
export function CommentedArticle({ article, site, discussion }: Props) {
  return (
    <ArticleScreen
      article={article}
      site={site}
      albumHead={article.album && AlbumHead && <AlbumHead article={article} album={article.album} />}
      unlockBox={article.locked && UnlockBox && <UnlockBox article={article} site={site} />}
      comments={
        discussion &&
        article.commenting !== 'hidden' && (
          <ServedComments discussion={discussion} isClosed={article.commenting === 'closed'} />
        )
      }
    />
  );
}
