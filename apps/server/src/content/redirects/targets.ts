import { setImmediate } from 'node:timers/promises';
import type { RedirectGuess } from '@mojian/contract/content/redirects';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/schema.ts';
import { localKey } from '../slugs/moved.ts';
import { findExistingAddresses } from '../slugs/present.ts';
import { spellTitle } from '../slugs/spell-slug.ts';
import * as queries from './redirects.queries.ts';

export type Description = { title: string; isBroken: boolean };

/** Names what is at each target, and says which of this site are not there for readers. */
export async function describeTargets(db: Db, targets: string[]): Promise<Map<string, Description>> {
  const keys = [...new Set(targets.flatMap((target) => localKey(target) ?? []))];
  const [present, titles] = await Promise.all([
    findExistingAddresses(db, keys, { onlyPublic: true }),
    listTitles(db, keys),
  ]);
  return new Map(
    targets.map((target) => {
      const key = localKey(target);
      const isBroken = key !== undefined && !present.has(key);
      return [target, { title: titles.get(key ?? '') ?? '', isBroken }];
    }),
  );
}

const lists = [
  { table: 'categories', pattern: /^\/category\?id=([1-9]\d{0,8})$/ },
  { table: 'tags', pattern: /^\/tags\?id=([1-9]\d{0,8})$/ },
  { table: 'series', pattern: /^\/series\/([1-9]\d{0,8})$/ },
] as const;

async function listTitles(db: Db, keys: string[]) {
  const titles = await listArticleTitles(db, namesIn(keys, /^\/article\/([a-z\d-]{1,80})$/));
  for (const { table, pattern } of lists) {
    const byId = namesIn(keys, pattern);
    const rows = byId.size > 0 ? await queries.listNames(db, table, [...byId.keys()].map(Number)) : [];
    for (const { id, name } of rows) titles.set(byId.get(`${id}`) ?? '', name);
  }
  return titles;
}

async function listArticleTitles(db: Db, names: Map<string, string>) {
  const [ids, slugs] = [[...names.keys()].filter(isNumber), [...names.keys()].filter((name) => !isNumber(name))];
  const rows = [
    ...(ids.length > 0 ? await queries.listArticleTitles(db, { ids: ids.map(Number) }) : []),
    ...(slugs.length > 0 ? await queries.listArticleTitles(db, { slugs }) : []),
  ];
  const titles = new Map<string, string>();
  for (const { id, slug, title } of rows)
    for (const name of [`${id}`, slug ?? '']) titles.set(`/article/${name}`, title ?? '私密文章');
  return titles;
}

const isNumber = (name: string) => /^[1-9]\d{0,8}$/.test(name);

/** Maps the name in each matching key to the key. */
function namesIn(keys: string[], pattern: RegExp) {
  return new Map(
    keys.flatMap((key) => {
      const [, name] = pattern.exec(key) ?? [];
      return name === undefined ? [] : [[name, key] as const];
    }),
  );
}

/** Articles, redirects, tags and categories compared with; the newest of each. */
const articlesAtMost = 5000;
const spelledAtMost = 2000;
const redirectsAtMost = 20_000;
const namesAtMost = 2000;
const alikeAtMost = 10_000;
/** Share of common letter pairs above which two names are alike. */
const alike = 0.6;
/** Titles spelt before other requests get their turn. */
const batch = 50;

const spellings = new LRUCache<string, string>({ max: spelledAtMost });

type Name = { name: string; pairs: Set<string>; target: string; title: string; reason: string };

/** Names of the site's pages, by which an address can be recognised. */
type Names = {
  /** Exact names, the more certain first. */
  exact: Map<string, RedirectGuess>;
  /** Numbers in former addresses, and article ids. */
  numbers: Map<string, RedirectGuess>;
  articleIds: Map<string, RedirectGuess>;
  lists: Map<string, RedirectGuess>;
  alike: Name[];
};

/** Guesses for each address which page it means, or null. */
export async function guessTargets(db: Db, paths: string[]) {
  if (paths.length === 0) return new Map<string, RedirectGuess | null>();
  const names = await readNames(db);
  return new Map(paths.map((path) => [path, guess(path, names)]));
}

/** Guesses by slug, title, its pinyin, former address, number and at last likeness. */
function guess(path: string, names: Names): RedirectGuess | null {
  const [pathname = '', query = ''] = path.split('?');
  const name = nameOf(pathname);
  const list = /^\/(?:tags?|categor(?:y|ies))\//.test(pathname) ? names.lists.get(name) : undefined;
  const number = numberOf(path);
  return (
    list ??
    (query === '' ? names.exact.get(name) : undefined) ??
    (number === undefined ? undefined : names.numbers.get(number)) ??
    (query === '' && !/^\d*$/.test(name) ? mostAlike(name, names.alike) : undefined) ??
    (number === undefined ? undefined : names.articleIds.get(number)) ??
    null
  );
}

async function readNames(db: Db): Promise<Names> {
  const [articles, redirects, tags, categories] = await Promise.all([
    queries.listArticleNames(db, articlesAtMost),
    queries.listAllRedirects(db, redirectsAtMost),
    queries.listTaxonomyNames(db, 'tags', namesAtMost),
    queries.listTaxonomyNames(db, 'categories', namesAtMost),
  ]);
  const names: Names = { exact: new Map(), numbers: new Map(), articleIds: new Map(), lists: new Map(), alike: [] };
  for (const [at, article] of articles.entries()) {
    addArticle(names, article, at < spelledAtMost ? await spelled(article.title) : '');
    if (at % batch === batch - 1) await setImmediate();
  }
  const titles = new Map(articles.map(({ id, title }) => [`/article/${id}`, title]));
  for (const { path, target } of redirects) addRedirect(names, path, { target, title: titles.get(target) ?? '' });
  for (const { id, name } of categories) addList(names, '/category', '同名的分类', { id, name });
  for (const { id, name } of tags) addList(names, '/tags', '同名的标签', { id, name });
  return names;
}

type Article = { id: number; slug: string | null; title: string };

function addArticle(names: Names, { id, slug, title }: Article, spelling: string) {
  const page = { target: `/article/${id}`, title };
  addName(names, slug ?? '', { ...page, reason: '别名相同' });
  addName(names, nameOf(`/${title}`), { ...page, reason: '标题相同' });
  addName(names, spelling, { ...page, reason: '标题的拼音相同' });
  names.articleIds.set(`${id}`, { ...page, reason: '末尾的编号与这篇文章相同，请核对' });
}

function addRedirect(names: Names, path: string, page: Pick<RedirectGuess, 'target' | 'title'>) {
  setOnce(names.numbers, numberOf(path) ?? '', { ...page, reason: `编号与旧地址 ${path} 相同` });
  if (!path.includes('?')) addName(names, nameOf(path), { ...page, reason: `末尾与旧地址 ${path} 相同` });
}

function addList(names: Names, path: string, reason: string, { id, name }: { id: number; name: string }) {
  setOnce(names.lists, nameOf(`/${name}`), { target: `${path}?id=${id}`, title: name, reason });
}

async function spelled(title: string) {
  const known = spellings.get(title);
  if (known !== undefined) return known;
  const spelling = await spellTitle(title);
  spellings.set(title, spelling);
  return spelling;
}

function addName(names: Names, name: string, page: RedirectGuess) {
  if (name.length < 2 || /^\d+$/.test(name)) return;
  setOnce(names.exact, name, page);
  if (names.alike.length < alikeAtMost) names.alike.push({ name, pairs: pairsOf(name), ...page });
}

function setOnce(pages: Map<string, RedirectGuess>, name: string, page: RedirectGuess) {
  if (name !== '' && !pages.has(name)) pages.set(name, page);
}

/** Last segment, in the form of a slug: characters and digits between hyphens, without extension. */
function nameOf(pathname: string) {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.[a-z]{1,5}$/, '');
  return last
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\d{4}-\d{1,2}-\d{1,2}-(?=.)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Id in the query or at the end, such as of `/?p=12`, `/archives/12` and `/post-12`; years and dates are none. */
function numberOf(path: string) {
  const [, inQuery, atEnd] = /\?(?:p|page_id|post|pid|aid|id)=(\d{1,9})$|^\/.*?[/-](\d{1,9})$/.exec(path) ?? [];
  const number = inQuery ?? atEnd;
  return atEnd !== undefined && /\/\d{4}\/\d{1,2}(?:\/\d{1,2})?$|^\/(?:19|20)\d\d$/.test(path) ? undefined : number;
}

function mostAlike(name: string, candidates: Name[]): RedirectGuess | undefined {
  const pairs = pairsOf(name);
  let best = { share: alike, candidate: undefined as Name | undefined };
  for (const candidate of candidates) {
    const share = shareOf(pairs, candidate.pairs);
    if (share > best.share) best = { share, candidate };
  }
  const { candidate, share } = best;
  if (!candidate) return undefined;
  const { target, title } = candidate;
  return { target, title, reason: `${Math.round(share * 100)}% 相似：${candidate.name}` };
}

/** Dice's coefficient, 0 to 1. */
function shareOf(one: Set<string>, other: Set<string>) {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  if (few.size === 0 || (2 * few.size) / (few.size + many.size) <= alike) return 0;
  let common = 0;
  for (const pair of few) if (many.has(pair)) common++;
  return (2 * common) / (few.size + many.size);
}

function pairsOf(name: string) {
  const characters = [...name];
  return new Set(characters.slice(1).map((character, at) => (characters[at] ?? '') + character));
}
