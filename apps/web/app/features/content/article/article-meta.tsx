import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { bannerOf } from './banner.ts';

/** The article as search engines and shared links read it. React moves the `meta` elements into the head. */
export function ArticleMeta({ article, site }: { article: ArticleInfo; site: SiteInfo }) {
  const { publishedAt, updatedAt, category, tags, keywords } = article;
  return (
    <>
      <meta property="article:published_time" content={publishedAt} />
      <meta property="article:modified_time" content={updatedAt} />
      <meta property="article:author" content={writerOf(article)} />
      {keywords && <meta name="keywords" content={keywords} />}
      {category && <meta property="article:section" content={category.name} />}
      {tags.map(({ id, name }) => (
        <meta key={id} property="article:tag" content={name} />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(article, site) }} />
    </>
  );
}

/** As text for a script element: `<` is written in another way, or a title could end it. */
export function jsonLd(article: ArticleInfo, site: SiteInfo) {
  const { path, title, summary, description, publishedAt, updatedAt, category, tags, keywords, locked, words, series } =
    article;
  const posting = {
    '@context': 'https://schema.org',
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
    commentCount: article.comments,
    inLanguage: 'zh-CN',
    ...(series && { isPartOf: partOf(series, site), position: series.position }),
    isAccessibleForFree: !locked,
  };
  return JSON.stringify(posting).replaceAll('<', '\\u003c');
}

/** Who wrote it: of what was reprinted not the member who brought it here. */
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

function partOf({ id, name }: { id: number; name: string }, site: SiteInfo) {
  return { '@type': 'CreativeWorkSeries', name, url: `${site.url}/series/${id}` };
}
