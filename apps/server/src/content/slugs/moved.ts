import { addressKeys, movedKey } from '@mojian/foreign-files/address-key';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
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

/** Finds the target of an old address in any of its usual spellings. */
export async function findMoved(db: Db | Trx, address: string): Promise<string | undefined> {
  return (await findRedirect(db, address))?.target;
}

/** As `findMoved`, with the key that matched. Costs one indexed query when there is none. */
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

/** Keys under which an address may be stored, the most exact first; none for the home page. */
function lookupKeys(address: string) {
  return addressKeys(address).filter((key) => key !== '/' && key.length <= longestMovedPath);
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
