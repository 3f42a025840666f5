import { featureOfPath, isOn } from '@mojian/contract/platform/features';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './feeds.queries.ts';
import { xmlDocument, xmlElement } from './formats.ts';

type Place = { url: string; updatedAt?: number | undefined };
type Site = { db: Db; siteUrl: string };
/** `version` changes with the text, and is known before the text is made. */
type Document = { version: unknown; make: () => Promise<string> };

/** Up to as many parts are one document with the other pages: at most 10,000 articles. */
const mostInOneDocument = 2;
/** Static screens: those that list articles, and the others. */
const lists = ['/', '/archive', '/category', '/tags', '/series'];
const others = ['/say', '/message', '/links', '/neighbours', '/navigation', '/hot', '/about', '/privacy'];
const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

/** The sitemap, or of a large site the index of its parts: 0 has all but articles, each other 5,000 ids of those. */
export async function sitemap({ db, siteUrl }: Site): Promise<Document> {
  const ranges = await queries.listSitemapRanges(db);
  if (ranges.length <= mostInOneDocument) {
    const [around, pathOf] = await Promise.all([listAround({ db, siteUrl }), articlePaths(db)]);
    const articlesOf = async () =>
      (await Promise.all(ranges.map(({ part }) => listPart({ db, siteUrl }, part)))).flat();
    const version = [around, ranges, pathOf({ id: 0, slug: 'slug' })];
    return { version, make: async () => urlset([...around, ...(await articlesOf())]) };
  }
  const numbers = [0, ...ranges.map(({ part }) => part + 1)];
  const sitemaps = numbers.map((number) =>
    xmlElement('sitemap', [xmlElement('loc', `${siteUrl}/sitemap-${number}.xml`)]),
  );
  return { version: numbers, make: async () => xmlDocument(xmlElement('sitemapindex', sitemaps, namespace)) };
}

/** Returns one part; undefined where there is none. */
export async function sitemapPart(site: Site, number: number): Promise<Document | undefined> {
  if (number === 0) {
    const around = await listAround(site);
    return { version: around, make: async () => urlset(around) };
  }
  const known = await queries.findPart(site.db, number - 1);
  if (!known) return undefined;
  const pathOf = await articlePaths(site.db);
  const version = [known, pathOf({ id: 0, slug: 'slug' })];
  return { version, make: async () => urlset(await listPart(site, number - 1)) };
}

async function listPart({ db, siteUrl }: Site, part: number): Promise<Place[]> {
  const [articles, pathOf] = await Promise.all([queries.listArticleTimes(db, part), articlePaths(db)]);
  return articles.map(({ id, slug, updatedAt }) => ({ url: siteUrl + pathOf({ id, slug }), updatedAt }));
}

/** Everything but articles. A list changed when its newest article was published. */
async function listAround({ db, siteUrl }: Site): Promise<Place[]> {
  const on = featuresOn(await readSettings(db));
  const isThere = (path: string) => isOn(on, featureOfPath(path));
  const [newest, pages, categories, tags, series, pathOf] = await Promise.all([
    queries.findNewestTime(db),
    queries.listPageTimes(db),
    queries.listListTimes(db, 'category'),
    queries.listListTimes(db, 'tag'),
    on.includes('series') ? queries.listSeriesTimes(db) : [],
    articlePaths(db),
  ]);
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
