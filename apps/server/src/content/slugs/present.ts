import { shown } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Addresses of the site's own screens and documents, as keys of slugs/moved.ts. */
const screens = new Set(
  `/ /archive /category /tags /series /say /newsays /navigation /hot /search /message /links /about /privacy /user
  /notice /im /chat /newposts /setup /reset /diagram /rss.xml /atom.xml /feed.json /sitemap.xml /robots.txt /accent.css
  /favicon.ico /favicon.svg /apple-touch-icon.png /manifest.webmanifest /offline /offline.js /sw.js /openapi.json
  /healthz /readyz /metrics`.split(/\s+/),
);
const folders = /^\/(?:v1|oauth|admin|docs|assets|files|icons|cover|draft|embed)(?:\/|$)/;

type Find = (names: string[]) => Promise<string[]>;

/** Which of these keys are addresses of pages here. `onlyPublic`: not those of drafts, private or removed articles. */
export async function findExistingAddresses(db: Db | Trx, keys: string[], { onlyPublic = false } = {}) {
  const articles = db.selectFrom('articles').$if(onlyPublic, (all) => all.where(shown));
  const byId =
    (table: 'categories' | 'tags' | 'series' | 'says' | 'users'): Find =>
    async (ids) =>
      (await db.selectFrom(table).select('id').where('id', 'in', ids.map(Number)).execute()).map(({ id }) => `${id}`);
  const articlesById: Find = async (ids) =>
    (await articles.select('id').where('articles.id', 'in', ids.map(Number)).execute()).map(({ id }) => `${id}`);
  const articlesBySlug: Find = async (slugs) =>
    (await articles.select('slug').where('slug', 'in', slugs).execute()).map(({ slug }) => slug ?? '');
  // an article and a page answer at both addresses, one of which leads to the other
  const finders: [pattern: RegExp, find: Find][] = [
    [/^\/article\/([1-9]\d{0,8})$/, articlesById],
    [/^\/article\/((?!\d+$)[a-z\d-]{1,80})$/, articlesBySlug],
    [/^\/page\/([1-9]\d{0,8})$/, articlesById],
    [/^\/page\/((?!\d+$)[a-z\d-]{1,80})$/, articlesBySlug],
    [/^\/category\?id=([1-9]\d{0,8})$/, byId('categories')],
    [/^\/tags\?id=([1-9]\d{0,8})$/, byId('tags')],
    [/^\/series\/([1-9]\d{0,8})$/, byId('series')],
    [/^\/say\?id=([1-9]\d{0,8})$/, byId('says')],
    [/^\/user\/([1-9]\d{0,8})$/, byId('users')],
  ];
  const present = keys.filter(isFixed);
  for (const [pattern, find] of finders) present.push(...(await matching(keys, pattern, find)));
  return new Set(present);
}

/** Whether the site answers this key by itself, whatever is written in it. */
function isFixed(key: string) {
  return screens.has(key) || folders.test(key);
}

/** Parameters of one statement. */
const batch = 500;

/** Keys whose name, the group of the pattern, is found. */
async function matching(keys: string[], pattern: RegExp, find: Find) {
  const names = new Map<string, string>();
  for (const key of keys) {
    const [, name] = pattern.exec(key) ?? [];
    if (name !== undefined) names.set(name, key);
  }
  const all = [...names.keys()];
  const present: string[] = [];
  for (let from = 0; from < all.length; from += batch)
    for (const name of await find(all.slice(from, from + batch))) present.push(names.get(name) ?? '');
  return present;
}
