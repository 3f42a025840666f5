import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { Cover } from '../../../ui/cover.tsx';
import { ServedComments } from '../../community/comments/served-comments.tsx';
import type { Talk } from '../../community/comments/talk.ts';
import { Actions } from './actions.tsx';
import { ArticleBody } from './article-body.tsx';
import { ArticleEnd } from './article-end.tsx';
import { ArticleHead } from './article-head.tsx';
import { ArticleMeta } from './article-meta.tsx';
import { Contents } from './contents.tsx';
import { Gate } from './gate.tsx';
import { Related } from './related.tsx';
import { SeriesBox } from './series-box.tsx';

/**
 * The whole screen, as it stands on paper: without state and effects, because a page from the server never runs it in
 * the browser. Everything that moves is added by `enhance.ts`, also the way its links take within the site.
 * What only the whole text of a locked article needs waits in its place, hidden, for `reveal.tsx`.
 */
export function ArticleScreen({ article, site, talk }: { article: ArticleInfo; site: SiteInfo; talk: Talk | null }) {
  const { headings, html, locked, minutes, related, series } = article;
  const hasContents = headings.length > 0;
  const rewards = Boolean(site.rewards.wechat || site.rewards.alipay);
  return (
    <>
      <ArticleMeta article={article} site={site} />
      <article className="art">
        <ArticleHead article={article} />
        <div className={article.cover ? 'banner' : 'banner drawn'}>
          <Cover article={article} shape="banner" sizes="(max-width: 1280px) 100vw, 1200px" eager />
        </div>
        <aside className="rail" aria-label="操作">
          <Actions rewards={rewards} article={article} />
        </aside>
        {(hasContents || locked) && (
          <details className="toc-fold" hidden={!hasContents}>
            <summary>目录</summary>
            <Contents headings={headings} />
          </details>
        )}
        <div className="text">
          {series && <SeriesBox articleId={article.id} series={series} />}
          <ArticleBody {...{ html, headings }} sealed={locked} />
          {locked && <Gate article={article} site={site} />}
          <ArticleEnd article={article} site={site} rewards={rewards} />
          {talk && article.commenting !== 'hidden' && (
            <ServedComments talk={talk} isClosed={article.commenting === 'closed'} />
          )}
        </div>
        <nav className="toc" aria-label="目录">
          {(hasContents || locked) && (
            <>
              <span className="vert" hidden={!hasContents}>
                目录
              </span>
              <Contents headings={headings} />
            </>
          )}
          <p className="read">全文约 {minutes} 分钟</p>
        </nav>
      </article>
      <Related articles={related} />
      <aside className="dock" aria-label="操作">
        <Actions rewards={rewards} article={article} contents={hasContents ? 'now' : locked ? 'later' : 'never'} />
      </aside>
    </>
  );
}
