import type { ArticleCard, ArticleInfo } from '@mojian/contract/content/articles';
import { aiDeclaration, digitalSource } from '@mojian/contract/core/ai-content';
import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import type { ReactNode } from 'react';
import { Cover } from '../../../ui/cover.tsx';
import { ArticleBody, Contents } from './article-body.tsx';
import { Actions, ArticleEnd, DockField } from './article-end.tsx';
import { ArticleHead } from './article-head.tsx';
import { part } from './article-page.ts';
import { bannerOf } from './banner.ts';
import './photographs.css';

/**
 * Article page without state or effects, as served HTML is never hydrated. `enhance.ts` adds interaction, by what
 * `article-page.ts` declares. Elements needed only by an unlocked article are hidden until `unlock.tsx` shows them.
 */
export function ArticleScreen({
  article,
  site,
  comments,
  albumHead,
  unlockBox,
}: {
  article: ArticleInfo;
  site: SiteInfo;
  comments: ReactNode;
  /** Cover of an album, whose code only albums load. */
  albumHead?: ReactNode;
  /** Box of a locked article, whose code only those load. */
  unlockBox?: ReactNode;
}) {
  const { headings, html, locked, related, series } = article;
  const hasContents = headings.length > 0;
  const rewards = Boolean(site.rewards.wechat || site.rewards.alipay);
  return (
    <>
      <ArticleMeta article={article} site={site} />
      <article className={classOf(article)}>
        {albumHead ?? <OrdinaryHead article={article} />}
        <aside className="article-rail" aria-label="操作">
          <Actions rewards={rewards} article={article} />
        </aside>
        {(hasContents || locked) && (
          <details className="article-toc-fold" hidden={!hasContents} {...part('with-contents')}>
            <summary>目录</summary>
            <Contents headings={headings} />
          </details>
        )}
        <div className="article-text" id={albumHead ? 'album' : undefined}>
          {series && <SeriesBox articleId={article.id} series={series} />}
          <ArticleBody html={html} headings={headings} sealed={locked} />
          {article.hasAiContent && <p className="article-declared meta">{aiDeclaration}</p>}
          {unlockBox}
          {article.kind !== 'page' && <ArticleEnd article={article} site={site} hasRewards={rewards} />}
          {comments}
        </div>
        <ContentsRail article={article} />
      </article>
      <Related articles={related} />
      <aside className="article-dock" aria-label="操作" data-own-foot>
        <DockField {...article} />
        <Actions rewards={rewards} article={article} contents={hasContents ? 'now' : locked ? 'later' : 'never'} />
      </aside>
    </>
  );
}

function classOf({ kind, album }: ArticleInfo) {
  if (kind === 'page') return 'article article-page';
  return album ? 'article article-album' : 'article';
}

function OrdinaryHead({ article }: { article: ArticleInfo }) {
  return (
    <>
      <ArticleHead article={article} />
      <Banner article={article} />
    </>
  );
}

/** Uploaded or drawn cover; a page has an uploaded one or none, and a photograph of the text stands there already. */
function Banner({ article }: { article: ArticleInfo }) {
  if (article.coverWidth !== undefined || (!article.cover && article.kind === 'page')) return null;
  return (
    <div className={article.cover ? 'article-banner' : 'article-banner article-banner-drawn'}>
      <Cover article={article} shape="banner" sizes="(max-width: 1280px) 100vw, 1200px" eager />
    </div>
  );
}

function ContentsRail({ article: { kind, headings, locked, minutes } }: { article: ArticleInfo }) {
  const hasContents = headings.length > 0;
  return (
    <nav className="article-toc" aria-label="目录">
      {(hasContents || locked) && (
        <>
          <span className="vertical" hidden={!hasContents} {...part('with-contents')}>
            目录
          </span>
          <Contents headings={headings} />
        </>
      )}
      {kind === 'article' && (
        <p className="article-toc-read" {...part('progress')}>
          全文约 {minutes} 分钟
        </p>
      )}
    </nav>
  );
}

/** Metadata for search engines and shared links; React hoists it into the head. */
function ArticleMeta({ article, site }: { article: ArticleInfo; site: SiteInfo }) {
  const { kind, publishedAt, updatedAt, category, tags, keywords } = article;
  return (
    <>
      {kind === 'article' && (
        <>
          <meta property="article:published_time" content={publishedAt} />
          <meta property="article:modified_time" content={updatedAt} />
          <meta property="article:author" content={writerOf(article)} />
        </>
      )}
      {keywords && <meta name="keywords" content={keywords} />}
      {category && <meta property="article:section" content={category.name} />}
      {tags.map(({ id, name }) => (
        <meta key={id} property="article:tag" content={name} />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: jsonLd escapes `<`, so nothing can end the element */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(article, site) }} />
    </>
  );
}

/** Serializes JSON-LD with `<` escaped, so that a title cannot end the script element. */
export function jsonLd(article: ArticleInfo, site: SiteInfo) {
  const described = article.kind === 'page' ? webPage(article, site) : blogPosting(article, site);
  return JSON.stringify({ '@context': 'https://schema.org', ...described }).replaceAll('<', '\\u003c');
}

function webPage(article: ArticleInfo, site: SiteInfo) {
  const { path, title, summary, description, publishedAt, updatedAt, hasAiContent } = article;
  return {
    '@type': 'WebPage',
    name: title,
    url: site.url + path,
    description: description || summary,
    datePublished: publishedAt,
    dateModified: updatedAt,
    isPartOf: { '@type': 'WebSite', name: site.name, url: site.url },
    inLanguage: 'zh-CN',
    ...digitalSource(hasAiContent),
  };
}

function blogPosting(article: ArticleInfo, site: SiteInfo) {
  const { path, title, summary, description, publishedAt, updatedAt, category, tags, keywords, locked, words, series } =
    article;
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: description || summary,
    image: new URL(bannerOf(article), site.url).href,
    datePublished: publishedAt,
    dateModified: updatedAt,
    ...writers(article, site),
    publisher: { '@type': 'Organization', name: site.name, url: site.url },
    mainEntityOfPage: site.url + path,
    articleSection: category?.name,
    keywords: keywords || tags.map(({ name }) => name).join(','),
    wordCount: words,
    commentCount: article.commenting === 'hidden' ? undefined : article.comments,
    inLanguage: 'zh-CN',
    ...(series && { isPartOf: findPart(series, site), position: series.position }),
    isAccessibleForFree: !locked,
    ...digitalSource(article.hasAiContent),
  };
}

function writerOf({ original, sourceAuthor, author }: ArticleInfo) {
  return original || !sourceAuthor ? author.nickname : sourceAuthor;
}

function writers(article: ArticleInfo, site: SiteInfo) {
  const { author, original, sourceAuthor, sourceUrl } = article;
  const member = { '@type': 'Person', name: author.nickname, url: `${site.url}/user/${author.id}` };
  if (original) return { author: member };
  return {
    author: sourceAuthor ? { '@type': 'Person', name: sourceAuthor } : member,
    sdPublisher: member,
    isBasedOn: isWebAddress(sourceUrl) ? sourceUrl : undefined,
  };
}

const isWebAddress = (text: string) => /^https?:\/\//.test(text);

function findPart({ id, name }: { id: number; name: string }, site: SiteInfo) {
  return { '@type': 'CreativeWorkSeries', name, url: `${site.url}/series/${id}` };
}

type Series = NonNullable<ArticleInfo['series']>;

/** Position in the series with its neighbours and contents. */
function SeriesBox({ articleId, series }: { articleId: number; series: Series }) {
  const { id, name, position, total, previous, next } = series;
  return (
    <nav className="article-in-series" aria-label={`专栏：${name}`}>
      <p className="article-of">
        <span className="label">专栏</span>
        <a href={`/series/${id}`}>{name}</a>
        <span className="small-count">
          第 {position} 篇 / 共 {total} 篇
        </span>
      </p>
      {(previous || next) && (
        <p className="article-ways">
          {previous && (
            <a href={previous.path}>
              <Icon name="left" />
              <span className="visually-hidden">专栏的上一篇：</span>
              <b className="truncate">{previous.title}</b>
            </a>
          )}
          {next && (
            <a className="article-to-next" href={next.path}>
              <span className="visually-hidden">专栏的下一篇：</span>
              <b className="truncate">{next.title}</b>
              <Icon name="right" />
            </a>
          )}
        </p>
      )}
      {total > 1 && <Titles articleId={articleId} series={series} />}
    </nav>
  );
}

function Titles({ articleId, series: { id, total, from, articles } }: { articleId: number; series: Series }) {
  return (
    <details>
      <summary>专栏目录</summary>
      <ol start={from}>
        {articles.map((article) => (
          <li key={article.id}>
            <a href={article.path} aria-current={article.id === articleId ? 'page' : undefined}>
              {article.title}
            </a>
          </li>
        ))}
      </ol>
      {articles.length < total && (
        <p>
          <a href={`/series/${id}`}>查看全部 {total} 篇</a>
        </p>
      )}
    </details>
  );
}

function Related({ articles }: { articles: ArticleCard[] }) {
  if (articles.length === 0) return null;
  return (
    <section className="article-rel" aria-labelledby="rel">
      <div className="section-head">
        <h2 id="rel">接着读</h2>
      </div>
      <div className="article-g">
        {articles.map((article) => (
          <article key={article.id}>
            <div className="cover-box">
              <Cover article={article} sizes="(max-width: 640px) 112px, 380px" />
            </div>
            {article.category && <span className="label">{article.category.name}</span>}
            <h3>
              <a className="hover-line" href={article.path}>
                {article.title}
              </a>
            </h3>
          </article>
        ))}
      </div>
    </section>
  );
}
