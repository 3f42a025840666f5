import type { ArticleInfo } from '@mojian/contract/articles';
import type { SiteInfo } from '@mojian/contract/site';

/** The author's picture, or the drawn banner: what a shared link shows. */
export function bannerOf({ cover, coverNumber }: ArticleInfo) {
  return cover || `/cover/v1/${coverNumber}-banner-day.webp`;
}

/** Open Graph's article fields. */
export function articleMeta({ publishedAt, updatedAt, author, category, tags }: ArticleInfo) {
  const fields: [name: string, content: string | undefined][] = [
    ['published_time', publishedAt],
    ['modified_time', updatedAt],
    ['author', author.nickname],
    ['section', category?.name],
    ...tags.map(({ name }): [string, string] => ['tag', name]),
  ];
  return fields.flatMap(([name, content]) => (content ? [{ property: `article:${name}`, content }] : []));
}

/** The article as search engines read it. */
export function articleJsonLd(article: ArticleInfo, site: SiteInfo) {
  const { id, title, summary, author, publishedAt, updatedAt, category, tags, keywords, locked, words } = article;
  return {
    '@type': 'BlogPosting',
    headline: title,
    description: summary,
    image: new URL(bannerOf(article), site.url).href,
    datePublished: publishedAt,
    dateModified: updatedAt,
    author: { '@type': 'Person', name: author.nickname },
    publisher: { '@type': 'Organization', name: site.name, url: site.url },
    mainEntityOfPage: `${site.url}/article/${id}`,
    articleSection: category?.name,
    keywords: keywords || tags.map(({ name }) => name).join(','),
    wordCount: words,
    commentCount: article.comments,
    inLanguage: 'zh-CN',
    isAccessibleForFree: !locked,
  };
}
