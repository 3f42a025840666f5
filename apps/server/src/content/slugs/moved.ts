import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { decodedAddress } from './address-text.ts';
import { findExistingAddresses } from './present.ts';

/** Origin of a redirect: a slug or member that changed, another system's address, or a person in the back office. */
export type MovedSource = NonNullable<Schema['movedPaths']['source']['__insert__']>;

/** Result of storing a redirect; all but `added` and `changed` store nothing. */
export type Remembered = 'added' | 'changed' | 'unchanged' | 'kept' | 'home' | 'loop' | 'too-long' | 'bad-target';

/** Whether the address leads somewhere now. */
export function isStored(result: Remembered) {
  return ['added', 'changed', 'unchanged', 'kept'].includes(result);
}

export const longestMovedPath = 500;
export const longestTarget = 1000;
const longestChain = 5;

/** Origin that no site has, to read paths by. */
const nowhere = 'http://site.invalid';

/** Query parameters that name a page in other systems, the more telling first. Others make no difference. */
const naming = ['p', 'page_id', 'attachment_id', 'post', 'pid', 'aid', 'tid', 'cid', 'id', 'cat', 'sort', 'tag'];
const alsoNaming = ['category_name', 'author', 'author_name', 'name', 'pagename', 'm'];

/** Finds the target of an old address in any of its usual spellings. */
export async function findMoved(db: Db | Trx, address: string): Promise<string | undefined> {
  return (await findRedirect(db, address))?.target;
}

/** As findMoved, with the key that matched. Costs one indexed query when there is none. */
export async function findRedirect(db: Db | Trx, address: string) {
  const keys = lookupKeys(address);
  if (keys.length === 0) return undefined;
  const rows = await present(db).select(['path', 'target']).where('path', 'in', keys).execute();
  for (const key of keys) {
    const row = rows.find(({ path }) => path === key);
    const target = row && (await endOfChain(db, row, keys));
    if (target !== undefined) return { path: key, target };
  }
  return undefined;
}

/**
 * Stores that an old address leads to a page of this site or, where a person says so, to another site. Takes a path
 * with or without query, or a whole URL. Storing the same again changes nothing.
 */
export async function rememberMoved(
  trx: Trx,
  address: string,
  target: string,
  source: MovedSource,
): Promise<Remembered> {
  const key = movedKey(address);
  const wanted = readTarget(target);
  if (key === '/') return 'home';
  if (key.length > longestMovedPath) return 'too-long';
  if (!wanted || (wanted.isElsewhere && source !== 'manual')) return 'bad-target';
  const { known, end } = await findKnown(trx, key, wanted.target);
  if (end === undefined) return 'loop';
  if (known?.target === end) return 'unchanged';
  // an import never undoes what was decided here
  if (known && known.source !== 'import' && source === 'import') return 'kept';
  await writeMoved(trx, [{ path: key, target: end }], source);
  return known ? 'changed' : 'added';
}

/** Finds the present redirect of a key, and where a chain over the new target ends: undefined for a loop. */
async function findKnown(trx: Trx, key: string, target: string) {
  const targetKey = localKey(target);
  const rows = await present(trx)
    .select(['path', 'target', 'source'])
    .where('path', 'in', [key, targetKey ?? key])
    .execute();
  const isChain = targetKey === key || rows.some(({ path }) => path === targetKey);
  const end = isChain ? await endOfChain(trx, { path: key, target }, [key]) : target;
  return { known: rows.find(({ path }) => path === key), end };
}

type Moved = { path: string; target: string };

/** Stores keys with the ends of their chains, which the caller has found, in one statement. */
export async function writeMoved(trx: Trx, moved: Moved[], source: MovedSource) {
  if (moved.length === 0) return;
  await trx
    .insertInto('movedPaths')
    .values(moved.map((one) => ({ ...one, source, createdAt: Date.now() })))
    .onConflict((taken) =>
      taken.column('path').doUpdateSet({ target: ({ ref }) => ref('excluded.target'), source, removedAt: null }),
    )
    .execute();
  await shortenChains(trx, moved);
}

/** Lets redirects to addresses that now move themselves lead to their new targets. */
async function shortenChains(trx: Trx, moved: Moved[]) {
  const spelt = new Map(moved.map((one) => [encodeTarget(one.path) ?? '', one]));
  const rows = await trx
    .selectFrom('movedPaths')
    .select('target')
    .distinct()
    .where('target', 'in', [...spelt.keys()])
    .execute();
  const chained = rows.flatMap(({ target }) => spelt.get(target) ?? []);
  if (chained.length === 0) return;
  const present = await findExistingAddresses(
    trx,
    chained.map(({ path }) => path),
  );
  for (const { path, target } of chained)
    if (!present.has(path))
      await trx
        .updateTable('movedPaths')
        .set({ target })
        .where('target', '=', encodeTarget(path) ?? '')
        .where('path', '<>', movedKey(target))
        .execute();
}

/** Redirects that were not removed. */
function present(db: Db | Trx) {
  return db.selectFrom('movedPaths').where('removedAt', 'is', null);
}

type Step = { path: string; target: string };

/** Follows redirects until a page that exists or is no redirect; undefined for a loop. */
async function endOfChain(db: Db | Trx, first: Step, requested: string[]) {
  const seen = new Set([first.path, ...requested]);
  let { target } = first;
  for (let length = 0; length < longestChain; length++) {
    const key = localKey(target);
    if (key === undefined || key === '/') return target;
    if (seen.has(key)) return undefined;
    seen.add(key);
    const next = await present(db).select('target').where('path', '=', key).executeTakeFirst();
    if (!next || (await findExistingAddresses(db, [key])).has(key)) return target;
    target = next.target;
  }
  return undefined;
}

/** Key of a target on this site; undefined for one elsewhere. */
export function localKey(target: string) {
  return target.startsWith('/') ? movedKey(target) : undefined;
}

/** Parses a target: an encoded path of this site, or an http address elsewhere. Undefined for anything else. */
export function readTarget(text: string): { target: string; isElsewhere: boolean } | undefined {
  const trimmed = text.trim();
  const isPath = trimmed.startsWith('/');
  const url = isPath ? encodeTarget(trimmed) : URL.parse(trimmed);
  if (!url) return undefined;
  if (typeof url === 'string') return url.length > longestTarget ? undefined : { target: url, isElsewhere: false };
  const isWeb = /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isWeb && url.href.length <= longestTarget ? { target: url.href, isElsewhere: true } : undefined;
}

/** Encodes a path of this site for the Location header; undefined where a browser would read another host. */
function encodeTarget(path: string) {
  const url = URL.parse(path.toWellFormed(), nowhere);
  if (url?.origin !== nowhere) return undefined;
  const { pathname, search, hash } = url;
  return (pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname) + search + hash;
}

/**
 * Key under which an old address is stored: its path decoded, in lower case, without host, `/index.php`, extension and
 * trailing slash; of the query only a parameter that names a page, as in `/?p=12`.
 */
export function movedKey(address: string) {
  const { path, query } = splitAddress(address);
  return path + query;
}

/** Path of the key, without its query. */
export function addressPath(address: string) {
  return splitAddress(address).path;
}

/** Key of the page itself, without what other systems append. */
export function pageKey(address: string) {
  const { path, query } = splitAddress(address);
  return withoutSuffixes(path).at(-1) + query;
}

/** Keys under which an address may be stored, the most exact first; none for the home page. */
function lookupKeys(address: string) {
  const { path, query } = splitAddress(address);
  const keys = [...(query === '' ? [] : [path + query]), ...withoutSuffixes(path)];
  return keys.filter((key) => key !== '/' && key.length <= longestMovedPath);
}

/** Whether a query on the home page names a page or feed of another system. */
export function hasNamingQuery(url: string) {
  return url.includes('?') && (splitAddress(url).query !== '' || /[?&]feed=\w/.test(url));
}

/** Parts that other systems append to a page's address: AMP, feeds, trackbacks, its Markdown, further pages of a list. */
const suffix =
  /(?:\/(?:amp|feed(?:\/(?:atom|rss2?|rdf))?|rss|trackback|embed|print|(?:comment-)?page[/-]\d{1,5})|\.(?:amp|md))$/;
const listPage = /^(\/(?:category|categories|tags?|author)\/.+)\/\d{1,5}$/;

/** Sizes in which WordPress and Ghost offer a picture beside the whole one. */
const size = /-\d{1,5}x\d{1,5}(?=\.(?:jpe?g|png|gif|webp|avif)$)|(?<=\/content\/images)\/size\/\w+(?:\/format\/\w+)?/;

/** The path and what remains of it, suffix by suffix. */
function withoutSuffixes(path: string) {
  const paths = [path];
  for (let left = withoutSuffix(path); paths.length < 5 && !paths.includes(left); left = withoutSuffix(left))
    paths.push(left);
  return paths;
}

function withoutSuffix(path: string) {
  const plain = path
    .replace(suffix, '')
    .replace(size, '')
    .replace(/^\/amp(?=\/)/, '');
  return tidy(plain === path ? path.replace(listPage, '$1') : plain);
}

function splitAddress(address: string) {
  const [local = ''] = address
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .split('#', 1);
  const cut = local.indexOf('?');
  const path = tidy(decodedAddress(cut === -1 ? local : local.slice(0, cut)).replace(/\/+/g, '/'));
  return { path, query: cut === -1 ? '' : namingQuery(local.slice(cut)) };
}

function namingQuery(search: string) {
  const parameters = new URLSearchParams(search.replaceAll('&amp;', '&'));
  for (const name of [...naming, ...alsoNaming]) {
    const value = decodedAddress(parameters.get(name) ?? '').trim();
    if (value !== '') return `?${name}=${value}`;
  }
  return '';
}

function tidy(path: string) {
  const plain = path
    .replace(/\/index\.php(?=\/|$)/, '')
    .replace(/\/$/, '')
    .replace(/(?:\/index)?\.[sx]?html?$/, '')
    .replace(/\/$/, '');
  return plain.startsWith('/') ? plain : `/${plain}`;
}
