import type { SiteInfo } from '@mojian/contract/core/site';
import { type MetaDescriptor, useRouteLoaderData } from 'react-router';

type Page = {
  site: SiteInfo | undefined;
  /** Without it: the site's tagline, which is the home page's title. */
  title?: string;
  /** Text of search results and shared links; the site's description by default. */
  description?: string;
  /** Canonical address on this site, with the query that makes it another page: `/category?id=3`. */
  path: string;
  /** A picture of the page, as an address on this site or an absolute one. */
  image?: string;
  type?: 'website' | 'article' | 'profile';
  /** Path of the feed of what the page lists, for readers that look for it. */
  feed?: string;
  /** A schema.org object without `@context`. React Router writes it with `<`, `>` and `&` escaped. */
  jsonLd?: Record<string, unknown>;
};

/**
 * A route's title, description, canonical address, Open Graph and Twitter card:
 *
 *     export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
 *       pageMeta({ site: siteFrom(matches), title: '桥下', path: '/article/3' });
 *
 * `site` is undefined when the site's own data failed to load: then only the title is set.
 */
export function pageMeta({
  site,
  title,
  description,
  path,
  image,
  type = 'website',
  feed,
  jsonLd,
}: Page): MetaDescriptor[] {
  if (!site) return title ? [{ title }] : [];

  const about = description || site.description;
  const url = site.url + path;
  const picture = image && new URL(image, site.url).href;
  return [
    { title: titleOf(site, path, title) },
    { name: 'description', content: about },
    ...forEngines(site, path),
    { tagName: 'link', rel: 'canonical', href: url },
    ...(feed ? [{ tagName: 'link', rel: 'alternate', href: feed, type: 'application/rss+xml', title }] : []),
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: 'zh_CN' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title || site.name },
    { property: 'og:description', content: about },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...(picture ? [{ property: 'og:image', content: picture }] : []),
    ...(jsonLd ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...jsonLd } }] : []),
  ];
}

function titleOf(site: SiteInfo, path: string, title?: string) {
  if (!title) return site.tagline || site.name;
  return standsAlone.test(path) ? title : `${title} · ${site.name}`;
}

/** Paths whose titles the specification gives without the site's name; og:site_name adds it. */
const standsAlone = /^\/(links|message|about|archive|category|tags|say|newSays|hot|navigation)$/;

/** The owner's settings for search engines. Verification codes are needed on the home page alone. */
function forEngines({ seo }: SiteInfo, path: string): MetaDescriptor[] {
  return [
    ...(seo.keywords ? [{ name: 'keywords', content: seo.keywords }] : []),
    ...(seo.hidden ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(path === '/' ? seo.codes : []),
  ];
}

/** The site as the root route loaded it, for `meta` functions. */
export function siteFrom(matches: ({ id: string; loaderData?: unknown } | undefined)[]): SiteInfo | undefined {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as { site: SiteInfo } | undefined;
  return data?.site;
}

/** The site as the root route loaded it, for route components. */
export function useSite() {
  return (useRouteLoaderData('root') as { site: SiteInfo }).site;
}
