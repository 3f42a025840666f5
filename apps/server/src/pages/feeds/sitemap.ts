import { featureOfPath, isOn } from '@mojian/contract/core/features';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './feeds.queries.ts';
import { xmlDocument, xmlElement } from './formats.ts';

type Place = { url: string; updatedAt?: number | undefined };

const largest = 10_000;
/** Static screens: those that list articles, and the others. */
const lists = ['/', '/archive', '/category', '/tags', '/series'];
const others = ['/say', '/message', '/links', '/navigation', '/hot', '/about', '/privacy'];
const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

/** The sitemap, or beyond 10,000 pages an index of its parts. */
export async function sitemap(db: Db, siteUrl: string) {
  const places = await listPlaces(db, siteUrl);
  if (places.length <= largest) return urlset(places);

  const sitemaps = Array.from({ length: Math.ceil(places.length / largest) }, (_, index) =>
    xmlElement('sitemap', [xmlElement('loc', `${siteUrl}/sitemap-${index + 1}.xml`)]),
  );
  return xmlDocument(xmlElement('sitemapindex', sitemaps, namespace));
}

/** Parts count from 1. */
export async function sitemapPart(db: Db, siteUrl: string, part: number) {
  const places = (await listPlaces(db, siteUrl)).slice((part - 1) * largest, part * largest);
  return places.length > 0 ? urlset(places) : undefined;
}

/** Ordered by id, so that a new article changes the last part only. */
async function listPlaces(db: Db, siteUrl: string): Promise<Place[]> {
  const on = featuresOn(await readSettings(db));
  const isThere = (path: string) => isOn(on, featureOfPath(path));
  const [articles, pages, categories, tags, series, pathOf] = await Promise.all([
    queries.listArticleTimes(db),
    queries.listPageTimes(db),
    queries.listCategoryTimes(db),
    queries.listTagTimes(db),
    on.includes('series') ? queries.listSeriesTimes(db) : [],
    articlePaths(db),
  ]);
  const newest = articles.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0) || undefined;
  return [
    ...lists.filter(isThere).map((path) => ({ url: siteUrl + path, updatedAt: newest })),
    ...others.filter(isThere).map((path) => ({ url: siteUrl + path })),
    ...pages.map(({ updatedAt, ...page }) => ({ url: siteUrl + pathOf({ ...page, kind: 'page' }), updatedAt })),
    ...categories.map(({ id, updatedAt }) => ({ url: `${siteUrl}/category?id=${id}`, updatedAt })),
    ...tags.map(({ id, updatedAt }) => ({ url: `${siteUrl}/tags?id=${id}`, updatedAt })),
    ...series.map(({ id, namedAt, updatedAt }) => ({
      url: `${siteUrl}/series/${id}`,
      updatedAt: Math.max(namedAt, updatedAt),
    })),
    ...articles.map(({ id, slug, updatedAt }) => ({ url: siteUrl + pathOf({ id, slug }), updatedAt })),
  ];
}

function urlset(places: Place[]) {
  const urls = places.map(({ url, updatedAt }) =>
    xmlElement('url', [
      xmlElement('loc', url),
      ...(updatedAt === undefined ? [] : [xmlElement('lastmod', new Date(updatedAt).toISOString())]),
    ]),
  );
  return xmlDocument(xmlElement('urlset', urls, namespace));
}
