import { addressPath } from '@mojian/foreign-files/address-key';

/** Feed addresses of other blog software, answered without a look into the database. */
export const commonFeeds: Record<string, string> = {
  '/feed': '/rss.xml',
  '/rss': '/rss.xml',
  '/index.xml': '/rss.xml',
  '/feed.xml': '/rss.xml',
  '/rss2.xml': '/rss.xml',
  '/atom': '/atom.xml',
  '/feed/atom': '/atom.xml',
  '/feed.atom': '/atom.xml',
};

const feed = /\/(?:feeds?|rss2?|atom|rdf)(?:\/(?:rss2?|rdf|atom|posts\/default))?$/;
const feedFile = /\/(?:feeds?|rss2?|atom|index)\.(?:xml|rss|atom|rdf|json)$/;
/** Feeds of lists of this site: one that is gone leads to no other. */
const ownListFeed = /^\/feed\/(?:(?:category|tag|author|series)\/\d+|say)\.xml$/;
/** A category, tag or author of that name. */
const listOfName = /^\/(?:categor(?:y|ies)|tags?|author)\/[^/]+$/;
const list = /^\/(?:categor(?:y|ies)|tags?|author|comments|series|feed)\/.+$/;

/** Feed of this site for the feed of another system, of any of its lists; undefined for other addresses. */
export function feedFor(address: string): string | undefined {
  const path = addressPath(address);
  const wanted = feedQuery(address);
  if (wanted !== '') return /atom/.test(wanted) ? '/atom.xml' : '/rss.xml';
  if (
    ownListFeed.test(path) ||
    listOfName.test(path) ||
    !(feed.test(path) || feedFile.test(path) || /^\/feed\//.test(path))
  )
    return undefined;
  if (path.endsWith('.json')) return '/feed.json';
  return /atom/.test(path) ? '/atom.xml' : '/rss.xml';
}

/** Whether it is the feed of a category, tag or author of another system. */
export function isListFeed(address: string) {
  return list.test(addressPath(address)) && feedFor(address) !== undefined;
}

function feedQuery(address: string) {
  const cut = address.indexOf('?');
  return cut === -1 ? '' : (new URLSearchParams(address.slice(cut)).get('feed') ?? '').toLowerCase();
}

const lists: [pattern: RegExp, target: string][] = [
  [/^\/$/, '/'],
  [/^(?:\/archives?)?\/((?:19|20)\d\d)(?:\/\d{1,2}){0,2}(?:\/page\/\d{1,5})?$/, '/archive?year=$1'],
  [/^(?:\/archives)?(?:\/page\/\d{1,5})?$/, '/archive'],
  [/^\/categories$/, '/category'],
  [/^\/tag$/, '/tags'],
  [/^\/(?:wp-)?sitemap[\w-]*\.xml$/, '/sitemap.xml'],
];

/** Page of this site for an address that every blog of other systems has, such as its lists by month. */
export function commonPage(address: string): string | undefined {
  // the home page itself, with a query that names no page here
  if (/^\/+(?:[?#]|$)/.test(address)) return undefined;
  const path = addressPath(address);
  for (const [pattern, target] of lists) if (pattern.test(path)) return path.replace(pattern, target);
  return undefined;
}
